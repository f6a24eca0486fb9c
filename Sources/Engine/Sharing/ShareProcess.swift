import CLinux
import Files
import Glibc
import Jobs
import Share
import Synchronization
import Words
import Work

/// A share that another process of Ferry serves: it is confined to the shared directory, and whatever becomes of it,
/// the queue goes on. Used from any thread.
final class ShareProcess: OpenShare {
    /// Seconds until it must have said whether it serves.
    private static let patience = 300.0
    /// Connections whose numbers are remembered.
    private static let connectionLimit = 10_000

    private enum Phase {
        case new
        /// Its process, and where orders go.
        case running(pid_t, orders: CInt)
        case over
    }

    private let request: ShareRequest
    private let program: String
    private let nextConnection: @Sendable () -> Int
    private let log: ExchangeSink
    private let changed: @Sendable (ShareStatus) -> Void
    private let phase = Mutex(Phase.new)
    private let reader = Worker<Void>(label: "ferry.share.process") {}
    /// The numbers here of its connections.
    private let numbers = Mutex<[Int: Int]>([:])
    /// Of the first URL, with that.
    private let code = Mutex<(url: String, code: QRCode?)?>(nil)

    /// `program` is Ferry's. `changed` hears how the share is, its end last.
    init(
        _ request: ShareRequest, program: String, nextConnection: @escaping @Sendable () -> Int,
        log: @escaping ExchangeSink, changed: @escaping @Sendable (ShareStatus) -> Void
    ) {
        self.request = request
        self.program = program
        self.nextConnection = nextConnection
        self.log = log
        self.changed = changed
    }

    func start() throws(FileSystemError) -> ShareStatus {
        var pipes = SharePipes()
        guard pipes.open() else { throw failure(systemReason(errno)) }
        var started: pid_t = 0
        let spawned = pipes.spawn(arguments, folder: request.folder.bytes, &started)
        let child = started
        guard spawned == 0 else {
            pipes.close()
            throw failure(systemReason(spawned))
        }
        phase.withLock { $0 = .running(child, orders: pipes.orders) }
        if case .user(_, let password) = request.access { send(line: password.reveal()) }
        let lines = ShareLines(news: pipes.news, complaints: pipes.complaints)
        let start = Instant.now()
        while true {
            let left = ShareProcess.patience - Instant.now().seconds(since: start)
            switch left > 0 ? lines.next(seconds: left) : .late {
            case .message(.status(let news)):
                let status = status(news)
                reader.perform { [self] _ in follow(lines, child, status) }
                return status
            case .message(.line(let line)): log(line.exchange(number))
            case .message(.refused(let sentence)):
                _ = end(child, isKilled: false)
                throw FileSystemError(.other, detail: sentence)
            case .end:
                let ending = end(child, isKilled: false)
                throw failure(lines.complaint ?? ending)
            case .late:
                _ = end(child, isKilled: true)
                throw failure(tr("it did not start within \(Int(ShareProcess.patience)) seconds"))
            }
        }
    }

    func stop(atOnce: Bool) { send(line: ShareOrder.stop(atOnce: atOnce).text) }

    func kick(_ id: Visit.ID) { send(line: ShareOrder.kick(id).text) }

    func release(_ id: VisitorLock.ID) { send(line: ShareOrder.release(id).text) }

    private var arguments: [String] {
        var arguments = [
            program, "share", "--for-screen", "--bind=\(request.address)",
            "--port=\(request.port)", "--mac-files=\(request.macFiles.rawValue)",
        ]
        if request.isWritable { arguments.append("--writable") }
        if request.showsHidden { arguments.append("--hidden") }
        switch request.access {
        case .everyone: break
        case .pin: arguments.append("--pin")
        case .user(let name, _): arguments.append("--user=\(name)")
        }
        switch request.encryption {
        case .none: break
        case .made: arguments.append("--tls")
        case .given(let certificate, let key):
            arguments += ["--certificate=\(certificate)", "--key=\(key)"]
        }
        return arguments + ["--"]
    }

    /// Takes what it says until its end.
    private func follow(_ lines: ShareLines, _ child: pid_t, _ first: ShareStatus) {
        var last = first
        loop: while true {
            switch lines.next(seconds: nil) {
            case .message(.status(let news)):
                last = status(news)
                // Its end is one of the process, too.
                if last.state != .ended { changed(last) }
            case .message(.line(let line)): log(line.exchange(number))
            case .message(.refused), .late: break
            case .end: break loop
            }
        }
        let ending = end(child, isKilled: lines.isTooLong)
        if last.state != .ended {
            let reason = lines.complaint ?? ending
            ConnectionLog(0, log).post(
                .trouble, tr("The share's process ended unexpectedly (\(reason))."))
        }
        last.state = .ended
        changed(last)
    }

    private func status(_ news: ShareNews) -> ShareStatus {
        news.status(of: request) { url in
            code.withLock { known in
                if let known, known.url == url { return known.code }
                let made = QRCode.code(of: url)
                known = (url, made)
                return made
            }
        }
    }

    private func number(_ connection: Int) -> Int {
        guard connection > 0 else { return 0 }
        return numbers.withLock { numbers in
            if let number = numbers[connection] { return number }
            if numbers.count >= ShareProcess.connectionLimit {
                for old in numbers.keys.sorted().prefix(numbers.count / 2) { numbers[old] = nil }
            }
            let number = nextConnection()
            numbers[connection] = number
            return number
        }
    }

    /// One that has ended, or ends now, hears no more.
    private func send(line: String) {
        phase.withLock { phase in
            guard case .running(_, let orders) = phase else { return }
            var rest = Array("\(line)\n".utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(orders, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Waits for its end, which is told.
    private func end(_ child: pid_t, isKilled: Bool) -> String {
        phase.withLock { phase in
            // Where nobody orders anything any more it ends.
            if case .running(_, let orders) = phase { close(orders) }
            phase = .over
        }
        if isKilled { kill(-child, SIGKILL) }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? tr("status \(status >> 8 & 0xFF)") : tr("signal \(signal)")
    }

    private func failure(_ reason: String) -> FileSystemError {
        FileSystemError(
            .other,
            detail: tr("The share's process could not be started (\(reason)); try again."))
    }
}
