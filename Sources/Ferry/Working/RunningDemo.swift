import CLinux
import DemoServer
import Files
import Glibc
import Settings
import Synchronization

/// The demo server in this process, from the first time that it is asked for.
final class RunningDemo: Sendable {
    private struct State {
        var folder: ScratchDirectory?
        var server: DemoServer?
        var site: Site?
    }

    /// Where it takes logins, with this password.
    static let password = Secret("demo")

    private let bytesPerSecond: UInt64
    private let state = Mutex(State())

    /// `bytesPerSecond` makes its transfers visible.
    init(bytesPerSecond: UInt64 = 2 << 20) {
        self.bytesPerSecond = bytesPerSecond
    }

    /// Starts it where it does not run yet; where it is.
    func start() throws -> Site {
        try state.withLock { state in
            if let site = state.site { return site }
            let folder = try ScratchDirectory(named: "ferry-demo")
            do {
                let server = try DemoServer(
                    root: folder.path,
                    options: .init(
                        user: "demo", password: RunningDemo.password.reveal(),
                        bytesPerSecond: bytesPerSecond))
                try SampleTree.write(to: folder.path)
                let port = try server.start()
                let site = Site(scheme: .ftp, host: "127.0.0.1", port: port, user: "demo")
                state = State(folder: folder, server: server, site: site)
                return site
            } catch let error as DemoServer.StartFailure {
                folder.remove()
                throw Failure([error.description])
            } catch let error as SampleTree.Failure {
                folder.remove()
                throw Failure([error.description])
            }
        }
    }

    /// Whether that is its server.
    func serves(_ site: Site) -> Bool {
        state.withLock { $0.site.map { $0.isSameAccount(as: site) } ?? false }
    }

    /// Ends it, and removes what it served.
    func stop() {
        state.withLock { state in
            state.server?.stop()
            state.folder?.remove()
            state = State()
        }
    }
}
