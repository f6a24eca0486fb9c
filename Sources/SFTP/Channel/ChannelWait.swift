import Files
import Transport

/// Waits for a server, which loses the connection where it takes longer than `limit`.
struct ChannelWait {
    /// Bytes a second that the slowest disk of a server takes.
    private static let diskPace = 256.0 * 1_024

    let channel: Channel
    let limit: WaitLimit

    /// Waits, and takes the answers of the channel and of those beside it, until `isEnough`. Throws what
    /// lost the connection.
    func wait(until isEnough: () -> Bool) throws(FileSystemError) {
        while true {
            if isEnough() { return }
            if let loss = channel.loss { throw loss }
            if try channel.takePacket() { continue }
            if !channel.sides.isEmpty, takeOfSides() { continue }
            guard channel.hasPending || channel.sides.contains(where: \.hasPending) else {
                throw channel.lost(channel.reasons.unanswered)
            }
            channel.flushAvailable()
            if let loss = channel.loss { throw loss }
            if try channel.receive() { continue }
            try waitForInput()
        }
    }

    /// Waits until there is room to send or something to take, and takes that: a server that cannot send
    /// its answers may take nothing more.
    func waitForRoom() throws(FileSystemError) {
        let socket = channel.socket
        let start = Instant.now()
        defer { channel.noteWait(since: start) }
        do throws(TransportError) {
            let ready = try Readiness.wait(
                forInput: socket, orOutput: socket, patient([channel]).deadline)
            guard ready.input else { return }
        } catch {
            throw channel.reasons.failure(error)
        }
        channel.takeAvailable()
        if let loss = channel.loss { throw loss }
    }

    /// Sends all that was put together.
    func flush() throws(FileSystemError) {
        while true {
            channel.flushAvailable()
            if let loss = channel.loss { throw loss }
            guard channel.hasUnsent else { return }
            try waitForRoom()
        }
    }

    /// Waits for the channel and those beside it.
    private func waitForInput() throws(FileSystemError) {
        let all = [channel] + channel.sides.filter { $0.loss == nil }
        let start = Instant.now()
        defer { channel.noteWait(since: start) }
        do throws(TransportError) {
            try Readiness.wait(
                forAnyOf: all.map { ($0.socket, $0.hasUnsent) }, patient(all).deadline)
        } catch {
            throw channel.lost(channel.reasons.failure(error))
        }
    }

    /// A disk may take long to have all that was written, and what was sent behind that waits.
    private func patient(_ channels: [Channel]) -> WaitLimit {
        let slow = channels.filter { $0.slowCount > 0 }
        guard !slow.isEmpty else { return limit }
        let bytes = slow.reduce(0.0) { $0 + Double($1.unsettledBytes) }
        return WaitLimit(idle: limit.idle + bytes / ChannelWait.diskPace, end: limit.end)
    }

    /// Whether something of a channel beside this one was there to be taken.
    private func takeOfSides() -> Bool {
        var hasTaken = false
        for side in channel.sides where side.loss == nil {
            side.flushAvailable()
            do throws(FileSystemError) {
                while try side.takePacket() { hasTaken = true }
                if try side.receive() { hasTaken = true }
            } catch {
                // It has lost itself, and told those that waited for it.
                hasTaken = true
            }
        }
        return hasTaken
    }
}
