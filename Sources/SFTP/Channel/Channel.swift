import Files
import Transport

/// One conversation with a server: requests go out ahead of the answers to earlier ones, and each
/// answer is given to whoever waits for it, in whatever order they come. Belongs to one worker.
final class Channel {
    /// How many times as long an answer may take that waits for the server's disk.
    private static let diskPatience = 20.0
    /// Bytes of a file from which on they are sent from where they lie.
    private static let directSize = 48 << 10

    let site: Site
    let log: ConnectionLog
    /// Why the connection is lost; nil while it is not.
    private(set) var loss: FileSystemError?
    /// What the server said first.
    let version: ServerVersion
    /// How long its packets may be.
    var limits = ServerLimits()
    private let carrier: any Carrier
    private let reasons: LossReasons
    private let sender: FileBytesSender
    private let waitLimit: WaitLimit
    private var outgoing = Outbox()
    private var incoming: Inbox
    private var pending = PendingReplies()
    /// Channels of the same connection: whoever waits on this one takes their answers as well.
    var sides: [Channel] = []

    /// `greeted` has said its version, and has nothing else to say unasked.
    init(_ greeted: Greeting, site: Site, log: ConnectionLog) {
        carrier = greeted.carrier
        reasons = LossReasons(carrier: greeted.carrier, site: site)
        sender = FileBytesSender(stream: greeted.carrier.stream, reasons: reasons)
        incoming = Inbox(greeted.reader, isGreeted: true)
        version = greeted.version
        self.site = site
        self.log = log
        waitLimit = WaitLimit(idle: Double(site.timeout))
    }

    /// One more channel of `main`'s connection: the server is the same, so requests go out before it
    /// has said that once more.
    init(_ carrier: any Carrier, besides main: Channel) {
        self.carrier = carrier
        reasons = LossReasons(carrier: carrier, site: main.site)
        sender = FileBytesSender(stream: carrier.stream, reasons: reasons)
        incoming = Inbox(PacketReader(), isGreeted: false)
        version = main.version
        limits = main.limits
        site = main.site
        log = main.log
        waitLimit = main.waitLimit
        if !carrier.isGreeted { outgoing.greet() }
    }

    deinit {
        carrier.close()
    }

    /// Seconds that the quickest answer took; nil before the first.
    var quickestAnswer: Double? { pending.quickestAnswer }

    /// Takes in what came while nobody waited: a server that closed is noticed here.
    var isUsable: Bool {
        takeAvailable()
        return loss == nil
    }

    // MARK: Sending

    /// Sends a request, with others or before the next wait. `take` hears the answer.
    /// Its number tells it from others; nil where the connection is lost.
    @discardableResult
    func send(_ request: Request, _ take: @escaping PendingReply.Taker) -> UInt32? {
        if let loss {
            take(.failure(loss))
            return nil
        }
        let text = request.logText
        if let text { log.post(.sent, text) }
        let id = pending.add(request.type, isLogged: text != nil, isSlow: request.isSlow, take)
        outgoing.put(request, id)
        if outgoing.hasEnough { flushAvailable() }
        return id
    }

    /// Sends bytes of a file. They are not looked at any more when this returns.
    func write(
        _ bytes: UnsafeRawBufferPointer, at offset: UInt64, of handle: [UInt8],
        _ take: @escaping PendingReply.Taker
    ) {
        if let loss { return take(.failure(loss)) }
        let id = pending.add(.write, isLogged: false, take)
        let isDirect = bytes.count >= Channel.directSize
        outgoing.putWrite(
            id, of: handle, at: offset, count: bytes.count, with: isDirect ? nil : bytes)
        guard isDirect else {
            if outgoing.hasEnough { flushAvailable() }
            return
        }
        sendBehind { () throws(FileSystemError) in try sender.send(bytes, waitForEither) }
    }

    /// Sends the next `count` bytes of a file, which the kernel moves as far as it can. Throws what keeps
    /// them from being read: others were sent in their place then.
    func write(
        _ file: any FileDescriptorSource, _ count: Int, at offset: UInt64, of handle: [UInt8],
        _ take: @escaping PendingReply.Taker
    ) throws(FileSystemError) {
        if let loss { return take(.failure(loss)) }
        let id = pending.add(.write, isLogged: false, take)
        outgoing.putWrite(id, of: handle, at: offset, count: count, with: nil)
        var failure: FileSystemError?
        sendBehind { () throws(FileSystemError) in
            failure = try sender.send(file, count, waitForEither)
        }
        if let failure { throw failure }
    }

    /// Sends what was put together, and right behind it what `send` does.
    private func sendBehind(_ send: () throws(FileSystemError) -> Void) {
        do throws(FileSystemError) {
            try flush()
            try send()
            outgoing.letGo()
        } catch {
            lose(error)
        }
    }

    /// Sends what was put together, as far as there is room.
    func flushAvailable() {
        guard loss == nil else { return }
        do throws(TransportError) {
            try outgoing.send(to: carrier.stream)
        } catch {
            lose(error)
        }
    }

    private func flush() throws(FileSystemError) {
        while true {
            flushAvailable()
            if let loss { throw loss }
            if outgoing.isEmpty { return }
            try waitForEither()
        }
    }

    /// Waits until there is room to send or something to take, and takes that: a server that cannot send
    /// its answers may take nothing more.
    private func waitForEither() throws(FileSystemError) {
        let socket = carrier.stream.socket
        do throws(TransportError) {
            let ready = try Readiness.wait(
                forInput: socket, orOutput: socket, patient(waitLimit, pending.slowCount).deadline)
            guard ready.input else { return }
        } catch {
            throw reasons.failure(error)
        }
        takeAvailable()
        if let loss { throw loss }
    }

    // MARK: Taking

    /// Waits, and takes answers, until `isEnough`. Throws what lost the connection.
    func wait(until isEnough: () -> Bool) throws(FileSystemError) {
        try wait(waitLimit, until: isEnough)
    }

    /// Has all that was sent answered, before the connection is closed: two seconds at most.
    func settle() {
        guard loss == nil else { return }
        let limit = WaitLimit(idle: 2, end: .after(seconds: 2))
        // What is not answered by then is lost with the connection.
        try? wait(limit) { pending.isEmpty }
    }

    private func wait(
        _ limit: WaitLimit, until isEnough: () -> Bool
    ) throws(FileSystemError) {
        while true {
            if isEnough() { return }
            if let loss { throw loss }
            if try takePacket() { continue }
            if !sides.isEmpty, takeOfSides() { continue }
            guard !pending.isEmpty || sides.contains(where: { !$0.pending.isEmpty }) else {
                throw lost(reasons.unanswered)
            }
            flushAvailable()
            if let loss { throw loss }
            if try receive() { continue }
            try waitForInput(limit)
        }
    }

    /// Waits for this channel and those beside it.
    private func waitForInput(_ limit: WaitLimit) throws(FileSystemError) {
        let all = [self] + sides.filter { $0.loss == nil }
        let slowCount = all.reduce(0) { $0 + $1.pending.slowCount }
        do throws(TransportError) {
            try Readiness.wait(
                forAnyOf: all.map { ($0.carrier.stream.socket, !$0.outgoing.isEmpty) },
                patient(limit, slowCount).deadline)
        } catch {
            throw lost(reasons.failure(error))
        }
    }

    /// A disk may take long to have all that was written, and what was sent behind that waits.
    private func patient(_ limit: WaitLimit, _ slowCount: Int) -> WaitLimit {
        guard slowCount > 0 else { return limit }
        return WaitLimit(idle: limit.idle * Channel.diskPatience, end: limit.end)
    }

    /// Whether something of a channel beside this one was there to be taken.
    private func takeOfSides() -> Bool {
        var hasTaken = false
        for side in sides where side.loss == nil {
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

    /// Takes what is there, without waiting.
    func takeAvailable() {
        do throws(FileSystemError) {
            repeat {
                while try takePacket() {}
            } while try receive()
        } catch {
            lose(error)
        }
    }

    /// Whether there was a whole packet.
    private func takePacket() throws(FileSystemError) -> Bool {
        guard loss == nil else { return false }
        let arrival: Inbox.Arrival
        do throws(PacketFault) {
            arrival = try incoming.next()
        } catch {
            throw lost(reasons.broken(error))
        }
        switch arrival {
        case .nothing: return false
        case .aside: break
        case .answer(let id, let reply): try give(reply, to: id)
        }
        return true
    }

    /// Gives an answer to whoever waits for it.
    private func give(_ reply: Reply, to id: UInt32) throws(FileSystemError) {
        guard let (request, elapsed) = pending.answer(id) else { throw lost(reasons.unasked) }
        request.log(reply, after: elapsed, in: log)
        request.take(.success(reply))
    }

    /// Whether bytes came.
    private func receive() throws(FileSystemError) -> Bool {
        guard loss == nil else { return false }
        do throws(TransportError) {
            guard let count = try incoming.receive(from: carrier.stream) else { return false }
            if count > 0 { return true }
        } catch {
            throw lost(reasons.failure(error))
        }
        throw lost(reasons.ended())
    }

    // MARK: Past the reader

    /// Waits for the answer to a READ, and has its data moved to a file, `limit` bytes at most; how many
    /// bytes it had. Nil where another answer came, which whoever asked has heard.
    func move(
        _ request: UInt32, to file: any FileDescriptorSink, atMost limit: Int
    ) throws(FileSystemError) -> Int? {
        guard pending.contains(request) else { return nil }
        incoming.bypass = DataBypass(request, to: file, atMost: limit)
        defer { incoming.bypass = nil }
        try wait {
            if incoming.bypass?.isUnderWay ?? false { return false }
            return incoming.bypass?.isOver ?? false || !pending.contains(request)
        }
        guard let bypass = incoming.bypass, bypass.isOver else { return nil }
        _ = pending.answer(request)
        return try bypass.outcome()
    }

    // MARK: The end

    /// Ends the connection, whatever is under way.
    func close() {
        lose(reasons.closed)
    }

    /// The connection is lost; all that wait for answers hear of it, once.
    private func lose(_ error: FileSystemError) {
        guard loss == nil else { return }
        loss = error
        carrier.close()
        outgoing.removeAll()
        for side in sides { side.lose(error) }
        for request in pending.removeAll() { request.take(.failure(error)) }
    }

    private func lose(_ error: TransportError) { lose(reasons.failure(error)) }

    private func lost(_ error: FileSystemError) -> FileSystemError {
        lose(error)
        return loss ?? error
    }
}
