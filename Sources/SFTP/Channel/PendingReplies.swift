import Files
import Transport

/// Requests that wait for their answers, each under a number of its own.
struct PendingReplies {
    private var waiting: [UInt32: PendingReply] = [:]
    private var lastID: UInt32 = 0
    /// Those that may take the server long.
    private(set) var slowCount = 0
    /// Bytes that were written or are to be copied, and of which no answer says that a disk has them.
    private(set) var unsettledBytes: UInt64 = 0
    /// Seconds that the quickest answer took; nil before the first.
    private(set) var quickestAnswer: Double?

    /// Whether none waits.
    var isEmpty: Bool { waiting.isEmpty }

    /// Whether the request of that number waits.
    func contains(_ id: UInt32) -> Bool { waiting[id] != nil }

    /// The number of a request that is sent now. `slowBytes`: what the server's disk has to do before it
    /// can answer; nil where it has nothing to do.
    mutating func add(
        _ type: PacketType, isLogged: Bool, slowBytes: UInt64? = nil,
        _ take: @escaping PendingReply.Taker
    ) -> UInt32 {
        let isSlow = slowBytes != nil
        repeat { lastID &+= 1 } while contains(lastID)
        waiting[lastID] = PendingReply(
            type: type, isLogged: isLogged, isSlow: isSlow, time: Deadline.now(), take: take)
        if let slowBytes {
            slowCount += 1
            unsettledBytes &+= slowBytes
        }
        return lastID
    }

    /// The same of one that writes so many bytes, which a disk may take later.
    mutating func addWrite(
        of count: Int, _ take: @escaping PendingReply.Taker
    ) -> UInt32 {
        unsettledBytes &+= UInt64(count)
        return add(.write, isLogged: false, take)
    }

    /// The request that is answered now, which waits no more, and how many seconds that took; nil where
    /// none of that number waits.
    mutating func answer(_ id: UInt32) -> (request: PendingReply, elapsed: Double)? {
        guard let request = waiting.removeValue(forKey: id) else { return nil }
        if request.isSlow {
            slowCount -= 1
            if slowCount == 0 { unsettledBytes = 0 }
        }
        let elapsed = Deadline.now() - request.time
        quickestAnswer = min(quickestAnswer ?? elapsed, elapsed)
        return (request, elapsed)
    }

    /// All of them, which get no answer.
    mutating func removeAll() -> [PendingReply] {
        defer {
            waiting = [:]
            slowCount = 0
            unsettledBytes = 0
        }
        return Array(waiting.values)
    }
}
