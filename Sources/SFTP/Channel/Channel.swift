import Files
import Transport

/// One conversation with a server: requests go out ahead of the answers to earlier ones, and each
/// answer is given to whoever waits for it, in whatever order they come. Belongs to one worker.
final class Channel {
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
    let reasons: LossReasons
    private let sender: FileBytesSender
    private let waitLimit: WaitLimit
    private var outgoing = Outbox()
    private var incoming: Inbox
    private var pending = PendingReplies()
    /// Channels of the same connection: whoever waits on this one takes their answers as well.
    var sides: [Channel] = []
    /// Seconds that the server was waited for so far.
    private(set) var waited = 0.0

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

    /// Notes that the server was waited for since then.
    func noteWait(since start: Instant) { waited += Instant.now().seconds(since: start) }

    /// Takes in what came while nobody waited: a server that closed is noticed here.
    var isUsable: Bool {
        takeAvailable()
        return loss == nil
    }

    /// Whether an answer is waited for.
    var hasPending: Bool { !pending.isEmpty }

    /// Answers that are waited for and may take the server long.
    var slowCount: Int { pending.slowCount }

    /// Bytes that the server's disk may still have to take before it answers these.
    var unsettledBytes: UInt64 { pending.unsettledBytes }

    /// Where it waits for the server.
    var socket: Socket { carrier.stream.socket }

    /// Whether something waits for room to be sent.
    var hasUnsent: Bool { !outgoing.isEmpty }

    private var waiting: ChannelWait { ChannelWait(channel: self, limit: waitLimit) }

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
        let id = pending.add(
            request.type, isLogged: text != nil, slowBytes: request.slowBytes, take)
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
        let id = pending.addWrite(of: bytes.count, take)
        let isDirect = bytes.count >= Channel.directSize
        outgoing.putWrite(
            id, of: handle, at: offset, count: bytes.count, with: isDirect ? nil : bytes)
        guard isDirect else {
            if outgoing.hasEnough { flushAvailable() }
            return
        }
        sendBehind { () throws(FileSystemError) in try sender.send(bytes, waiting.waitForRoom) }
    }

    /// Sends the next `count` bytes of a file, which the kernel moves as far as it can. Throws what keeps
    /// them from being read: others were sent in their place then.
    func write(
        _ file: any FileDescriptorSource, _ count: Int, at offset: UInt64, of handle: [UInt8],
        _ take: @escaping PendingReply.Taker
    ) throws(FileSystemError) {
        if let loss { return take(.failure(loss)) }
        let id = pending.addWrite(of: count, take)
        outgoing.putWrite(id, of: handle, at: offset, count: count, with: nil)
        var failure: FileSystemError?
        sendBehind { () throws(FileSystemError) in
            failure = try sender.send(file, count, waiting.waitForRoom)
        }
        if let failure { throw failure }
    }

    /// Sends what was put together, and right behind it what `send` does.
    private func sendBehind(_ send: () throws(FileSystemError) -> Void) {
        do throws(FileSystemError) {
            try waiting.flush()
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
            lose(reasons.failure(error))
        }
    }

    // MARK: Taking

    /// Waits, and takes answers, until `isEnough`. Throws what lost the connection.
    func wait(until isEnough: () -> Bool) throws(FileSystemError) {
        try waiting.wait(until: isEnough)
    }

    /// Has all that was sent answered, before the connection is closed: two seconds at most.
    func settle() {
        guard loss == nil else { return }
        let limit = WaitLimit(idle: 2, end: .after(seconds: 2))
        // What is not answered by then is lost with the connection.
        try? ChannelWait(channel: self, limit: limit).wait { pending.isEmpty }
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
    func takePacket() throws(FileSystemError) -> Bool {
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
    func receive() throws(FileSystemError) -> Bool {
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

    /// Loses the connection, and gives what lost it first.
    func lost(_ error: FileSystemError) -> FileSystemError {
        lose(error)
        return loss ?? error
    }
}
