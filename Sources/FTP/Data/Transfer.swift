import Files
import Transport
import Words

/// One transfer over one data connection: from its command to the final reply and the end of the
/// data, in whatever order they come.
final class Transfer: EndingEarly {
    enum Direction { case down, up }

    let session: Session
    let path: Path
    /// What errors name: the user's file, where `path` is a part of it.
    let file: Path
    let direction: Direction
    let data: DataConnection
    let ticket: ControlConnection.Ticket
    var machine = TransferMachine()
    /// Bytes carried on this data connection.
    private(set) var count: UInt64 = 0
    /// Whether the data connection broke instead of ending.
    private(set) var isBroken = false
    /// Seconds that bytes, or room for some, were waited for so far.
    private(set) var waited = 0.0
    /// When the next NOOP is due, once the final reply is there.
    private var wakeDue: Deadline?

    var control: ControlConnection { session.control }
    private var idle: WaitLimit { WaitLimit(idle: session.timeouts.idle) }

    /// Sends the command.
    init(
        _ command: Command, _ direction: Direction, over data: DataConnection, of path: Path,
        for file: Path? = nil, on session: Session
    ) throws(FileSystemError) {
        self.session = session
        self.path = path
        self.file = file ?? path
        self.direction = direction
        self.data = data
        session.protection.cover(data)
        do {
            ticket = try session.control.send(command)
        } catch {
            data.close()
            throw error
        }
    }

    /// Whether the server still has to connect to us.
    var isListening: Bool { data.isListening }

    /// Whether bytes can go over the data connection.
    var isReady: Bool { data.isReady }

    // MARK: Data

    /// Seconds of a round trip of the data connection; nil where it is not known.
    var roundTrip: Double? { data.stream?.socket.roundTrip }

    /// Waits for at least one byte; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        let count = try receive { stream throws(TransportError) in
            try stream.readAvailable(into: buffer)
        }
        return received(count ?? 0)
    }

    /// As `read`, to where an open file of this machine stands; never `.notReady`.
    func move(to file: CInt, atMost most: Int) throws(FileSystemError) -> KernelMove {
        let outcome = try receive { stream throws(TransportError) -> KernelMove? in
            let outcome = try stream.moveAvailable(to: file, atMost: most)
            if case .notReady = outcome { return nil }
            return outcome
        }
        let end = outcome ?? .moved(0)
        if case .moved(let bytes) = end { _ = received(bytes) }
        return end
    }

    /// So many bytes came; none at the end.
    private func received(_ bytes: Int) -> Int {
        if bytes == 0 { endData() } else { count += UInt64(bytes) }
        return bytes
    }

    /// Waits until `take` gives what came; nil where nothing more will.
    private func receive<Value>(
        _ take: (any ByteStream) throws(TransportError) -> Value?
    ) throws(FileSystemError) -> Value? {
        guard !machine.isDataEnded, let stream = data.stream else { return nil }
        // Replies are no progress, however many come.
        let deadline = idle.deadline
        while true {
            if let final = machine.final, !final.isSuccess, stream.outlook == .nothing {
                // What was under way has arrived; the rest never will. The reply may have come
                // while there was data yet, so this is asked before anything is waited for.
                try? Readiness.wait(forInput: stream.socket, .after(seconds: 1))
                if stream.outlook == .nothing { throw refusal(final) }
            }
            do {
                if let got = try take(stream) { return got }
                try waitForData(stream.socket, writing: false, deadline)
            } catch {
                guard error.kind == .closed else { throw dataLoss(error) }
                isBroken = true
                endData()
                return nil
            }
        }
    }

    /// While data drains long after the final reply, nothing passes on the control connection, and
    /// routers forget such connections.
    private func keepAwake() {
        if let due = wakeDue, !due.hasPassed { return }
        if wakeDue != nil, session.isUsable, let noop = try? Command("NOOP") {
            _ = try? control.send(noop)
        }
        wakeDue = .after(seconds: session.timeouts.drain)
    }

    /// Waits for data after the final reply.
    private func waitForRest(_ socket: Socket, _ deadline: Deadline) throws(TransportError) {
        while true {
            keepAwake()
            do {
                return try Readiness.wait(forInput: socket, wakeDue?.earlier(deadline) ?? deadline)
            } catch {
                guard error.kind == .timeout, !deadline.hasPassed else { throw error }
            }
        }
    }

    /// Whether the server is on this machine, as far as that can be told: a proxy here says nothing of it.
    var isServerHere: Bool {
        !session.data.dialer.isThroughProxy && data.stream?.socket.isPeerHere ?? false
    }

    /// Lets more of what is sent be on its way where the line is long, and less where the server is here.
    /// `size`: the file's, in bytes; nil where it is not known.
    func prepare(forSize size: UInt64?) {
        let size = size ?? .max
        guard size >= Transfer.nearSize else { return }
        if isServerHere {
            data.stream?.socket.sendToCache()
        } else if size >= Transfer.farSize {
            data.stream?.socket.prepareForLongLine()
        }
    }

    /// Bytes of a file from which on it is worth while, as for who moves them (`Course`).
    private static let nearSize: UInt64 = 1 << 20
    private static let farSize: UInt64 = 16 << 20

    /// Writes all of `buffer`.
    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        var rest = buffer
        while !rest.isEmpty {
            let written = try send { stream throws(TransportError) in
                try stream.writeAvailable(rest)
            }
            count += UInt64(written)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
    }

    /// Sends from where an open file of this machine stands, and waits for room; never `.notReady`.
    func move(from file: CInt, atMost most: Int) throws(FileSystemError) -> KernelMove {
        let outcome = try send { stream throws(TransportError) -> KernelMove? in
            let outcome = try stream.moveAvailable(from: file, atMost: most)
            if case .notReady = outcome { return nil }
            return outcome
        }
        if case .moved(let bytes) = outcome { count += UInt64(bytes) }
        return outcome
    }

    /// Waits until `give` has sent something; it gives nil where there is no room yet.
    private func send<Value>(
        _ give: (any ByteStream) throws(TransportError) -> Value?
    ) throws(FileSystemError) -> Value {
        guard let stream = data.stream else {
            throw TransportError(.closed, "closed").fileSystemError(session.site)
        }
        let deadline = idle.deadline
        while true {
            do {
                if let sent = try give(stream) { return sent }
                try waitForData(stream.socket, writing: true, deadline)
            } catch {
                guard error.kind == .closed else { throw dataLoss(error) }
                throw brokenUpload()
            }
            if let final = machine.final, !final.isSuccess { throw refusal(final) }
        }
    }

    /// Waits for the data connection, and takes replies in that come meanwhile.
    private func waitForData(
        _ socket: Socket, writing: Bool, _ deadline: Deadline
    ) throws(TransportError) {
        let start = Instant.now()
        defer { waited += Instant.now().seconds(since: start) }
        guard machine.final == nil, !control.isLost else {
            return writing
                ? try Readiness.wait(forOutput: socket, deadline)
                : try waitForRest(socket, deadline)
        }
        // While replies come all the time, none of the waits below ends by itself.
        guard !deadline.hasPassed else { throw .timeout }
        let isReply =
            writing
            ? try Readiness.wait(
                forInput: control.stream.socket, orOutput: socket, deadline
            ).input
            : try Readiness.wait(forInput: control.stream.socket, or: socket, deadline).first
        guard isReply else { return }
        // A control connection that is lost meanwhile does not keep the data from arriving.
        // Several may have come at once, and the socket tells of them only once.
        while machine.final == nil, !deadline.hasPassed,
            let reply = try? control.readyReply(to: ticket)
        {
            machine.receive(reply)
        }
    }

    private func endData() {
        machine.dataEnded()
        data.close()
    }

    private func dataLoss(_ error: TransportError) -> FileSystemError {
        control.lose(error)
        var made = error.fileSystemError(session.site)
        made.path = file
        return made
    }

    /// The server broke the connection while it was written to: its reply says why.
    private func brokenUpload() -> FileSystemError {
        isBroken = true
        endData()
        if let final = try? finalReply(within: session.timeouts.reason), !final.isSuccess {
            return refusal(final)
        }
        return FileSystemError(
            .connection, path: file,
            detail:
                tr(
                    "\(VisibleText.make(session.site.host)) closed the data connection while "
                        + "\(file.text(on: session.site)) was being sent."),
            isTransient: true)
    }

    // MARK: Ending

    /// Says that no more data will come or be taken.
    func closeData() {
        guard !machine.isDataEnded else { return }
        guard direction == .up, let stream = data.stream else { return endData() }
        try? stream.finishWriting(idle)
        // What the server sent meanwhile (TLS sessions) is unread: to close now would reset the
        // connection, and could take what it has not read with it.
        machine.dataEnded()
        if data.tls == nil { data.close() }
    }

    /// Waits for the reply that closes the transfer.
    func finalReply(within seconds: Double? = nil) throws(FileSystemError) -> Reply {
        let limit = seconds ?? session.timeouts.idle
        let waitLimit = WaitLimit(idle: limit, end: .after(seconds: limit * 4))
        while true {
            if let final = machine.final {
                data.close()
                return final
            }
            machine.receive(try control.reply(to: ticket, waitLimit))
        }
    }

    /// Ends early: ABOR for a download, the end of the data for an upload. Both replies are taken
    /// in, or the connection is given up.
    func abort() {
        guard machine.final == nil, session.isUsable else {
            data.close()
            return
        }
        let limit = session.timeouts.abort
        do {
            try control.breakingOff { () throws(FileSystemError) in
                try breakOff(within: limit)
            }
        } catch {
            data.close()
        }
    }

    private func breakOff(within seconds: Double) throws(FileSystemError) {
        let waitLimit = WaitLimit(idle: seconds, end: .after(seconds: seconds))
        guard direction == .down else {
            closeData()
            _ = try control.final(for: ticket, waitLimit)
            return
        }
        let abort = try control.sendAtOnce(Command("ABOR"))
        data.close()
        _ = try control.final(for: ticket, waitLimit)
        // Read together with what follows, that would be lost.
        if session.memory.pace.isSingle { _ = try control.final(for: abort, within: seconds) }
        try session.resynchronise(waitLimit)
    }

    func refusal(_ reply: Reply) -> FileSystemError {
        ReplyMeaning.error(
            reply, direction == .down ? .read : .write, file, on: session.site)
    }
}
