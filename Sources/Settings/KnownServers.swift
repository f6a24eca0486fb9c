import CLinux
package import Files
import Glibc
import Synchronization
import Words

/// What is known of servers, their TLS above all, kept in a file of Ferry's own that several
/// processes share: one line a server. What the user trusts once is in memory only.
package final class KnownServers: TrustMemory, CommandMemory, RefusalMemory,
    ConnectionMemory
{
    /// Tells one state of the file from another without reading it.
    private struct Stamp: Equatable {
        var number: UInt64
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    private struct State {
        /// As the file last said.
        var servers: [ServerPlace: KnownServer] = [:]
        var isRead = false
        /// There is a file, and what it says is not known; so it must not be replaced.
        var isUnreadable = false
        /// Of the file that was read; each change makes a new file.
        var stamp: Stamp?
        var hasComplained = false
    }

    /// Seconds that another process may take for its change.
    private static let timeout = 2.0

    /// Nil keeps everything in memory.
    private let path: String?
    private let trouble: @Sendable (String) -> Void
    private let state = Mutex(State())
    /// What the user allowed for this process only; never held while a file is waited for.
    private let allowed = Mutex<[ServerPlace: TrustRecord]>([:])
    /// Who was seen to use temporary files; another process finds it out by itself.
    private let accounts = Mutex<Set<ServerAccount>>([])

    /// `trouble` hears, in one sentence each, of lines that make no sense, and once of a file that
    /// cannot be read or written.
    package init(path: String?, trouble: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.trouble = trouble
    }

    package func record(of site: Site) -> TrustRecord {
        let place = ServerPlace(site)
        var record = known(of: place).trust
        if let once = allowed.withLock({ $0[place] }) {
            record.trusted = once.trusted ?? record.trusted
            record.mayBeClear = record.mayBeClear || once.mayBeClear
        }
        return record
    }

    package func update(_ site: Site, _ change: (inout TrustRecord) -> Void) {
        self.change(site) { change(&$0.trust) }
    }

    package func commandPace(of site: Site) -> CommandPace? {
        known(of: ServerPlace(site)).commandPace
    }

    package func noteCommandPace(_ pace: CommandPace?, of site: Site) {
        change(site) { $0.commandPace = pace }
    }

    package func takesTemporaryFiles(_ site: Site) -> Bool {
        accounts.withLock { $0.contains(ServerAccount(site)) }
    }

    package func noteTemporaryFiles(of site: Site) {
        accounts.withLock { _ = $0.insert(ServerAccount(site)) }
    }

    package func refusals(of site: Site) -> Set<String> {
        known(of: ServerPlace(site)).refusals(now: Int64(time(nil)))
    }

    package func noteRefusal(_ name: String, of site: Site) {
        let now = Int64(time(nil))
        change(site) { $0.noteRefusal(name, now: now) }
    }

    package func connectionLimit(of site: Site) -> (most: Int, age: Double)? {
        known(of: ServerPlace(site)).connections.map { found in
            (found.most, max(0, Double(Int64(time(nil)) - found.time)))
        }
    }

    package func noteConnectionLimit(_ most: Int, of site: Site) {
        let now = Int64(time(nil))
        change(site) { $0.connections = KnownServer.Connections(most: most, time: now) }
    }

    private func known(of place: ServerPlace) -> KnownServer {
        state.withLock { state in
            read(into: &state)
            return state.servers[place] ?? KnownServer()
        }
    }

    private func change(_ site: Site, _ change: (inout KnownServer) -> Void) {
        let place = ServerPlace(site)
        state.withLock { state in
            if !state.isRead { read(into: &state) }
            // Nearly always nothing is new, and then no file is touched.
            let before = state.servers[place] ?? KnownServer()
            var after = before
            change(&after)
            guard after != before else { return }
            let lock = lock()
            defer {
                if let lock {
                    // A child that was just forked has a copy, which closing alone would leave locked.
                    flock(lock, LOCK_UN)
                    close(lock)
                }
            }
            read(into: &state)
            change(&state.servers[place, default: KnownServer()])
            write(&state)
        }
    }

    /// Lets connections of this process do what the question was about. Never blocks, and writes
    /// nothing down.
    package func allow(_ question: CertificateQuestion, for site: Site) {
        allowed.withLock {
            KnownServers.grant(question, &$0[ServerPlace(site), default: TrustRecord()])
        }
    }

    /// What the user allowed for this process only.
    package var allowedOnce: [ServerPlace: TrustRecord] { allowed.withLock { $0 } }

    /// Takes over what the user allowed for another process that this one goes on for.
    package func allow(_ records: [ServerPlace: TrustRecord]) {
        allowed.withLock { $0.merge(records) { $1 } }
    }

    /// Writes down what the user allowed for good. May block on the file.
    package func keep(_ question: CertificateQuestion, for site: Site) {
        update(site) { KnownServers.grant(question, &$0) }
    }

    private static func grant(_ question: CertificateQuestion, _ record: inout TrustRecord) {
        switch question {
        case .untrusted(let certificate, _), .changed(let certificate, _, _):
            record.trusted = certificate.fingerprint
        case .clear:
            record.mayBeClear = true
        }
    }

    private func read(into state: inout State) {
        guard let path else { return }
        // Asked for at each data connection, and nearly always still the same.
        let stamp = KnownServers.stamp(of: path)
        if state.isRead, stamp == state.stamp { return }
        do {
            let text = try TextFile.read(path) ?? ""
            var servers: [ServerPlace: KnownServer] = [:]
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated() where !line.isEmpty && !line.hasPrefix("#")
            {
                if let (place, server) = KnownServer.read(line) {
                    servers[place] = server
                } else if !state.isRead {
                    trouble(
                        SettingsError(
                            file: path, line: index + 1,
                            tr("This line does not name a server; it is skipped.")
                        ).description)
                }
            }
            state.servers = servers
            state.stamp = stamp
            state.isUnreadable = false
        } catch {
            state.isUnreadable = true
            complain(error, &state)
        }
        state.isRead = true
    }

    private func write(_ state: inout State) {
        guard let path, !state.isUnreadable else { return }
        let lines = state.servers.filter { $0.value != KnownServer() }
            .map { $0.value.line(of: $0.key) }.sorted()
        let words = tr("What Ferry knows about servers: host, port, and what it found there.")
        let head = "# \(words)\n"
        do {
            try TextFile.write(head + lines.map { $0 + "\n" }.joined(), to: path)
        } catch {
            complain(error, &state)
        }
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Stamp(
            number: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }

    private func complain(_ error: SettingsError, _ state: inout State) {
        if !state.hasComplained { trouble(error.description) }
        state.hasComplained = true
    }

    /// Keeps other processes from changing the file meanwhile. One that does not let go is not
    /// waited for: the file is replaced as a whole, so at worst its change is lost.
    private func lock() -> CInt? {
        guard let path else { return nil }
        TextFile.makeDirectories(above: path)
        let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        for _ in 0..<Int(KnownServers.timeout * 100) {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { break }
            usleep(10_000)
        }
        return descriptor
    }
}
