import CLinux
import Glibc
import Synchronization

/// A server program as a child process that listens on a loopback port of its own.
package final class ServerProcess: Sendable {
    let name: String
    package let port: UInt16

    private let command: [String]
    private let environment: [String: String]
    private let folder: TemporaryFolder
    private let child = Mutex<ChildProcess?>(nil)

    /// Seconds for a server to begin to listen.
    private static let startSeconds: Int64 = 20

    /// Nothing runs yet. What the server prints is appended to the file `log` in `folder`.
    package init(
        _ name: String, port: UInt16, command: [String], environment: [String: String],
        folder: TemporaryFolder
    ) {
        self.name = name
        self.port = port
        self.command = command
        self.environment = environment
        self.folder = folder
    }

    /// Starts it, or again after `stop`, and waits until it listens.
    package func start() throws {
        let started = try ChildProcess(command, environment: environment, log: folder.path("log"))
        child.withLock { $0 = started }
        let deadline = ContinuousClock.now + .seconds(ServerProcess.startSeconds)
        while started.isRunning, ContinuousClock.now < deadline {
            if ServerProcess.isListening(on: port), started.isRunning { return }
            // Nothing tells when a program has begun to listen.
            usleep(10_000)
        }
        let fault = started.isRunning ? "does not listen" : "ended before it listened"
        stop()
        throw RealServer.Failure(description: "\(name) \(fault) on port \(port): \(log)")
    }

    /// Ends the server and every session of it.
    package func stop() {
        child.withLock { child in
            guard let running = child else { return }
            // sshd's sessions have left its process group.
            let sessions = RunningProcess.descendants(of: running.process)
            let ends = sessions.map { ferry_open_process($0) }
            running.stop()
            for session in sessions { kill(session, SIGKILL) }
            child = nil
            // Killed is not yet gone: the port and the connections close a moment later.
            for end in ends where end >= 0 {
                var ended = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
                poll(&ended, 1, CInt(ServerProcess.startSeconds) * 1_000)
                close(end)
            }
            let deadline = ContinuousClock.now + .seconds(ServerProcess.startSeconds)
            while ServerProcess.isListening(on: port), ContinuousClock.now < deadline {
                usleep(1_000)
            }
        }
    }

    /// What the server wrote to its output and log.
    package var log: String { String(decoding: folder.read("log") ?? [], as: UTF8.self) }

    /// Ports below those that the system hands out itself: no connection can take one in the moment
    /// between this and the server's start, nor be made from a port to itself.
    private static let ports: ClosedRange<UInt32> = 12_000...31_999
    /// Where servers that choose ports for data connections themselves are to choose them: others
    /// than servers begin to listen on.
    static let dataPorts: ClosedRange<UInt32> = 32_768...60_999
    /// The next one to try; processes begin at different ones.
    private static let nextPort = Atomic<UInt32>(UInt32(truncatingIfNeeded: getpid()) &* 97)

    /// A port that nothing listens on, and that no connection is given by the system.
    package static func freePort() throws(RealServer.Failure) -> UInt16 {
        for _ in ports {
            let turn = nextPort.wrappingAdd(1, ordering: .relaxed).oldValue
            let port = UInt16(ports.lowerBound + turn % UInt32(ports.count))
            let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            // Some servers listen on every address, others on one of loopback's own.
            address.sin_addr.s_addr = INADDR_ANY
            let status = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if status == 0 { return port }
        }
        throw RealServer.Failure(description: "no free port on loopback")
    }

    private static func isListening(on port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
