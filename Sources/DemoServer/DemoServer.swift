// DemoServer: a small FTP server on loopback (RFC 959, 2389, 2428, 3659), confined to one folder:
// what `ferry demo` connects to, and what tests bend by a `Behaviour`.
// It must never import another target of Ferry than CLinux: a fault of the client's own code
// must not hide behind the same fault here.

import CLinux
import Dispatch
import Glibc
import Synchronization

/// An FTP server on 127.0.0.1 (or ::1) with a thread for each connection.
package final class DemoServer: Sendable {
    /// Why the server could not start: one plain sentence.
    package struct StartFailure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    /// Who may log in, and how fast data goes.
    package struct Options: Sendable {
        /// Port to listen on; 0 takes any that is free.
        package var port: UInt16 = 0
        /// Listens on ::1 instead of 127.0.0.1.
        package var isIPv6 = false
        /// The one user who may log in; nil lets everybody in.
        package var user: String?
        /// That user's password; nil takes any.
        package var password: String?
        /// Asked for by ACCT after the password; nil asks for none.
        package var account: String?
        /// Bytes a second of one data connection, at least 1; nil is as fast as it goes.
        package var bytesPerSecond: UInt64?
        /// Connections at a time; one more is told 421.
        package var connections = 64
        /// Seconds without a command until 421.
        package var idleSeconds = 900

        package init(
            user: String? = nil, password: String? = nil, bytesPerSecond: UInt64? = nil
        ) {
            self.user = user
            self.password = password
            self.bytesPerSecond = bytesPerSecond
        }
    }

    /// What a test waits for.
    package enum Moment: Sendable {
        /// So many bytes of files were sent, all clients together.
        case sent(UInt64)
        /// No client is connected.
        case alone
    }

    private struct State {
        /// Those who wait for a moment.
        struct Waiter {
            let moment: Moment
            let semaphore: DispatchSemaphore
        }

        var waiters: [Waiter] = []
        var listener: Descriptor?
        var isStopped = false
        var port: UInt16 = 0
        var controls: [Int: Descriptor] = [:]
        var opened = 0
        var behaviour: Behaviour
        var uses: [Int: Int] = [:]
        var commands: [String] = []
        var sentBytes: UInt64 = 0

        func hasCome(_ moment: Moment) -> Bool {
            switch moment {
            case .sent(let bytes): sentBytes >= bytes
            case .alone: controls.isEmpty
            }
        }

        /// Wakes those whose moment has come.
        mutating func wake() {
            guard !waiters.isEmpty else { return }
            let (over, open) = waiters.reduce(into: ([Waiter](), [Waiter]())) { lists, waiter in
                if hasCome(waiter.moment) { lists.0.append(waiter) } else { lists.1.append(waiter) }
            }
            waiters = open
            for waiter in over { waiter.semaphore.signal() }
        }
    }

    /// Commands that `commands` keeps; older ones are dropped.
    private static let commandLimit = 20_000

    let root: Folder
    let options: Options
    private let state: Mutex<State>
    private let threads = DispatchGroup()

    /// Serves the folder `root`, which must exist. Listens only after `start`.
    package init(
        root: String, options: Options = Options(), behaviour: Behaviour = []
    ) throws(StartFailure) {
        guard let folder = Folder(path: root) else {
            throw StartFailure(
                description: "The directory \(root) cannot be served (\(SystemCall.lastError)).")
        }
        self.root = folder
        self.options = options
        state = Mutex(State(behaviour: behaviour))
    }

    /// Begins to listen; the port. Call once.
    package func start() throws(StartFailure) -> UInt16 {
        ferry_ignore_sigpipe()
        guard
            let listener = Socket.listen(
                on: options.isIPv6 ? .loopback6 : .loopback4, port: options.port, backlog: 128),
            let port = Socket.localPort(of: listener)
        else {
            throw StartFailure(
                description:
                    "The demo server cannot listen on loopback port \(options.port) "
                    + "(\(SystemCall.lastError)).")
        }
        state.withLock { state in
            state.listener = listener
            state.port = port
        }
        guard Thread.start("demo-accept", in: threads, { self.accept(on: listener) }) else {
            throw StartFailure(description: "The demo server cannot start a thread.")
        }
        return port
    }

    /// The port listened on; 0 before `start`.
    package var port: UInt16 { state.withLock { $0.port } }

    /// Connections that are open now.
    package var connectionCount: Int { state.withLock { $0.controls.count } }

    /// Connections accepted since `start`.
    package var openedCount: Int { state.withLock { $0.opened } }

    /// What clients sent, line by line, without PASS's and ACCT's arguments; for tests.
    package var commands: [String] { state.withLock { $0.commands } }

    /// Bytes of files that clients were sent; for tests.
    package var sentBytes: UInt64 { state.withLock { $0.sentBytes } }

    /// Counts bytes of a file that were sent.
    func noteSent(_ count: Int) {
        state.withLock { state in
            state.sentBytes &+= UInt64(count)
            state.wake()
        }
    }

    /// Waits for a moment; false where it has not come within so many seconds. For tests.
    package func wait(for moment: Moment, seconds: Double) -> Bool {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard !state.hasCome(moment) else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiters.append(State.Waiter(moment: moment, semaphore: semaphore))
            return semaphore
        }
        guard let semaphore else { return true }
        return semaphore.wait(timeout: .now() + seconds) == .success
    }

    /// How the server misbehaves; a change holds for the next command of every connection.
    package var behaviour: Behaviour {
        get { state.withLock { $0.behaviour } }
        set {
            state.withLock { state in
                state.behaviour = newValue
                state.uses = [:]
            }
        }
    }

    /// Closes every connection without a word, as a server that is killed; goes on listening.
    package func dropConnections() {
        state.withLock { state in
            for control in state.controls.values { shutdown(control.number, CInt(SHUT_RDWR)) }
        }
    }

    /// Stops listening, closes every connection, and waits until all threads have ended.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            if let listener = state.listener { shutdown(listener.number, CInt(SHUT_RDWR)) }
            for control in state.controls.values { shutdown(control.number, CInt(SHUT_RDWR)) }
        }
        threads.wait()
        state.withLock { $0.listener = nil }
    }

    private func accept(on listener: Descriptor) {
        while let connection = Socket.accept(on: listener) {
            let (number, isFull) = state.withLock { state in
                state.opened += 1
                let isFull = state.isStopped || state.controls.count >= options.connections
                if !isFull { state.controls[state.opened] = connection }
                return (state.opened, isFull)
            }
            if isFull {
                let refusal = Array("421 Too many connections; try again later.\r\n".utf8)
                _ = refusal.withUnsafeBytes { Socket.write(connection, $0) }
                continue
            }
            let isStarted = Thread.start("demo-\(number)", in: threads) {
                ClientSession(server: self, control: Control(connection, faults: Faults(self)))
                    .run()
                self.forget(number)
            }
            if !isStarted { forget(number) }
        }
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            state.controls[number] = nil
            state.wake()
        }
    }

    /// Keeps a line for `commands`.
    func record(_ line: String) {
        state.withLock { state in
            if state.commands.count >= DemoServer.commandLimit {
                state.commands.removeFirst(DemoServer.commandLimit / 2)
            }
            state.commands.append(line)
        }
    }

    /// The first answer that `match` gives to a fault that is still to happen; counts the use.
    func fault<Found>(_ match: (Fault) -> Found?) -> Found? {
        state.withLock { state in
            for (index, occurrence) in state.behaviour.occurrences.enumerated() {
                let used = state.uses[index, default: 0]
                if let limit = occurrence.limit, used >= limit { continue }
                guard let found = match(occurrence.fault) else { continue }
                state.uses[index] = used &+ 1
                return found
            }
            return nil
        }
    }
}
