import Files
import Transport
import Words

/// A transfer of which both servers have their half: from its commands to the replies that close it.
final class StraightRun: EndingEarly {
    /// Whether another connection looks at the part.
    private enum Watch {
        /// From this second of the monotonic clock on.
        case later(Double)
        case open(PartWatch, next: Double)
        /// It cannot.
        case never
    }

    /// Seconds for the data connection between them: where a firewall swallows it, another way works.
    private static let joinSeconds = 15.0
    /// Seconds of one wait: whoever wants it stopped is heard between two.
    private static let moment = 0.25

    private let source: StraightSide
    private let target: StraightSide
    private let part: Part
    private let file: Path
    private let size: UInt64
    private let offset: UInt64
    private var watch = Watch.never
    private var growth: PartGrowth
    /// When the first of both said that it is over.
    private var firstEnd: Double?

    /// `size` bytes of `file` are to be in `part` at the end.
    init(
        _ source: StraightSide, _ target: StraightSide, part: Part, file: Path, size: UInt64,
        offset: UInt64
    ) {
        self.source = source
        self.target = target
        self.part = part
        self.file = file
        self.size = size
        self.offset = offset
        growth = PartGrowth(from: offset, to: size, start: 0, isShown: false)
    }

    private var sides: [StraightSide] { [source, target] }
    private var idle: Double { max(source.session.timeouts.idle, target.session.timeouts.idle) }

    // MARK: Beginning

    /// Sends both commands, once the servers know of each other, and waits until both have begun.
    /// `sizeThere`: of the part, where it is gone on with.
    func begin(
        _ uploader: Uploader, sizeThere: UInt64?
    ) throws(FileSystemError) -> StraightProgress {
        guard try source.restart(at: offset) == nil else {
            abort()
            return .unfit
        }
        let verb = try uploader.upload(
            verbFor: offset, of: part.path, size: sizeThere, on: target.session)
        try target.begin(target.command(verb))
        try source.begin(source.command("RETR"))
        let seconds = min(idle, StraightRun.joinSeconds)
        let deadline = Deadline.after(seconds: seconds)
        while true {
            for side in sides { try side.takeReplies() }
            if let failure = try failure {
                abort()
                return failure
            }
            if sides.allSatisfy({ $0.machine.hasBegun || $0.machine.final != nil }) { break }
            guard try wait(until: deadline) else {
                abort()
                return .refused(
                    tr(
                        "\(source.host) and \(target.host) could not connect within "
                            + "\(Int(seconds.rounded(.up))) s."))
            }
        }
        let start = Deadline.now()
        growth = PartGrowth(
            from: offset, to: size, start: start, isShown: target.memory.showsGrowth)
        watch = .later(start + PartWatch.delay)
        for side in sides { side.connection.begin(self) }
        return .begun
    }

    /// What the servers' refusals come to, where nothing can have been written; nil without one.
    private var failure: StraightProgress? {
        get throws(FileSystemError) {
            let refused = sides.compactMap { side in
                side.machine.final.flatMap { $0.isFailure ? (side, $0) : nil }
            }
            guard let (side, reply) = refused.first else { return nil }
            if target.machine.hasBegun, reply.code != 425 { throw breach(reply, side) }
            return refusal(reply, side, refused.map(\.1))
        }
    }

    private func refusal(
        _ reply: Reply, _ side: StraightSide, _ all: [Reply]
    ) -> StraightProgress {
        // What is wrong with the file, or with its name, is no fault of the connection.
        if !all.allSatisfy(StraightRun.isAboutConnection) { return .unfit }
        let other = side === source ? target : source
        return .refused(
            tr("\(side.host) has no data connection to \(other.host) (\(reply.text))."))
    }

    private static func isAboutConnection(_ reply: Reply) -> Bool {
        [421, 425, 426, 500, 501, 502, 503, 504, 522, 530].contains(reply.code)
    }

    // MARK: Under way

    /// Waits a moment for the servers; see `StraightTransfer`.
    func advance() throws(FileSystemError) -> StraightProgress {
        do throws(FileSystemError) {
            _ = try wait(until: .after(seconds: StraightRun.moment))
            for side in sides { try side.takeReplies() }
            let progress = try judge()
            if case .underWay = progress { return progress }
            close()
            return progress
        } catch {
            abort()
            var named = error
            named.path = named.path ?? part.file
            throw named
        }
    }

    private func judge() throws(FileSystemError) -> StraightProgress {
        let ended = sides.filter { $0.machine.final != nil }
        for side in ended {
            guard let reply = side.machine.final, !reply.isSuccess else { continue }
            for other in sides where other !== side { other.stop() }
            if reply.code == 425 {
                return .refused(tr("\(side.host) has no data connection (\(reply.text))."))
            }
            throw breach(reply, side)
        }
        guard ended.count < sides.count else { return try confirm() }
        guard let first = ended.first else { return .underWay(try look()) }
        let now = Deadline.now()
        let since = firstEnd ?? now
        firstEnd = since
        guard now - since < idle else {
            let silent = first === source ? target : source
            throw FileSystemError(
                .timeout, path: part.file,
                detail:
                    tr(
                        "\(silent.host) did not confirm \(part.file.text(on: target.session.site)) "
                            + "within \(Int(idle)) seconds, although \(first.host) did; send it again."
                    ),
                isTransient: true)
        }
        return .underWay(nil)
    }

    private func breach(_ reply: Reply, _ side: StraightSide) -> FileSystemError {
        ReplyMeaning.error(
            reply, side === source ? .read : .write, side === source ? file : part.file,
            on: side.session.site)
    }

    /// Both say that all went well: the part has as many bytes as the file.
    private func confirm() throws(FileSystemError) -> StraightProgress {
        let name = part.file.text(on: target.session.site)
        guard let found = try target.size() else {
            throw FileSystemError(
                .truncated, path: part.file,
                detail: tr(
                    "\(target.host) does not report the size of \(name), so the copy cannot "
                        + "be checked; send it again."), isTransient: true)
        }
        guard found == size else {
            throw FileSystemError(
                .truncated, path: part.file,
                detail:
                    tr("\(name) has \(found) bytes on the server, not \(size); send it again."),
                isTransient: true)
        }
        return .whole
    }

    /// How many bytes are there, where it is time to look. Throws where none come any more.
    private func look() throws(FileSystemError) -> UInt64? {
        let now = Deadline.now()
        switch watch {
        case .later(let time):
            guard now >= time else { return nil }
            growth.beginLooking(at: now)
            let opened = try PartWatch(part.path, over: target.connection)
            watch = opened.map { .open($0, next: now) } ?? .never
            if opened == nil { growth.endLooking() }
            return nil
        case .open(let looking, let next):
            guard now >= next else { return nil }
            guard let bytes = looking.size() else {
                looking.close()
                watch = .never
                growth.endLooking()
                return nil
            }
            watch = .open(looking, next: Deadline.now() + PartWatch.pace)
            growth.take(bytes, at: now)
            if growth.isShown { target.memory.showsGrowth = true }
            try checkGrowth(now)
            return growth.bytes
        case .never:
            try checkGrowth(now)
            return nil
        }
    }

    private func checkGrowth(_ now: Double) throws(FileSystemError) {
        if let seconds = growth.stall(at: now, patience: idle) { throw stalled(Int(seconds)) }
    }

    private func stalled(_ seconds: Int) -> FileSystemError {
        FileSystemError(
            .timeout, path: part.file,
            detail:
                tr(
                    "\(source.host) sent \(target.host) no more of "
                        + "\(file.text(on: source.session.site)) for \(seconds) seconds."),
            isTransient: true)
    }

    /// Waits until a server says something that is awaited; false where none does until `deadline`.
    private func wait(until deadline: Deadline) throws(FileSystemError) -> Bool {
        let sockets = sides.filter { $0.machine.final == nil }.map {
            (socket: $0.control.stream.socket, wantsOutput: false)
        }
        guard !sockets.isEmpty else { return true }
        do throws(TransportError) {
            try Readiness.wait(forAnyOf: sockets, deadline)
            return true
        } catch {
            guard error.kind != .timeout else { return false }
            for side in sides.dropFirst() { side.control.lose(error) }
            throw source.control.lose(error)
        }
    }

    // MARK: Ending

    /// Has both servers stop.
    func abort() {
        for side in sides { side.stop() }
        close()
    }

    private func close() {
        if case .open(let looking, _) = watch { looking.close() }
        watch = .never
        for side in sides {
            side.connection.end(self)
            side.end()
        }
    }
}
