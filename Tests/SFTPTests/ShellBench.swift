import Files
import Support
import Synchronization
import Transport

@testable import SFTP

/// A scripted server, and beside it a shell of this machine: it sees the same files where the server
/// shows the whole machine, and others where it shows one folder as its root.
final class ShellBench {
    /// What is offered as a shell.
    enum Offer: Sendable {
        /// A program and its arguments, which reads the script.
        case program([String])
        case absent, unavailable
    }

    let folder: TemporaryFolder
    let files: SFTPFileSystem
    let opener: Opener
    let refusals = TransientRefusals()
    private let server: ScriptedSFTPServer

    /// Starts both kinds of programs.
    final class Opener: CarrierOpener {
        private let server: ScriptedSFTPServer
        private let offer: Offer
        private let opened = Atomic<Int>(0)

        init(_ server: ScriptedSFTPServer, _ offer: Offer) {
            self.server = server
            self.offer = offer
        }

        /// Shells that were asked for.
        var count: Int { opened.load(ordering: .relaxed) }

        func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
            try ScriptedCarrierOpener(server: server).open(interrupter)
        }

        func openShell(
            reading script: [UInt8], _ interrupter: Interrupter
        ) throws(FileSystemError) -> ShellOpening {
            opened.add(1, ordering: .relaxed)
            switch offer {
            case .absent: return .absent
            case .unavailable: return .unavailable
            case .program(let arguments):
                let start = ProgramStart(
                    name: "box", arguments: arguments, shown: arguments,
                    log: ConnectionLog(1) { _ in })
                let carrier = try start.open(interrupter) { _ in SilentAttendant() }
                do throws(TransportError) {
                    try carrier.stream.write(script, WaitLimit(idle: 10))
                } catch {
                    // It has ended before it has read all.
                }
                return .opened(carrier)
            }
        }
    }

    /// `isElsewhere` is whether the server shows the folder as its root.
    init(
        _ offer: Offer = .program(["sh"]), isElsewhere: Bool = false,
        behaviour: ScriptedSFTPBehaviour = .init(), site: Site = SFTPBench.site
    ) throws {
        folder = try TemporaryFolder(isInMemory: true)
        server = ScriptedSFTPServer(root: isElsewhere ? folder.path : "", behaviour: behaviour)
        opener = Opener(server, offer)
        files = SFTPFileSystem(
            site: site, opener: opener, connection: 1, refusals: refusals, log: { _ in })
        prefix = isElsewhere ? "" : folder.path
    }

    deinit {
        files.close()
        server.end()
    }

    private let prefix: String

    /// The path that the server has for a name in the folder.
    func path(_ name: String) -> Path { Path("\(prefix)/\(name)") }

    /// Whether the site's shell is known to be of no use.
    var isRefused: Bool { refusals.refusals(of: files.site).contains("shell") }

    /// Asks for it; how many files are gone.
    func remove(
        _ path: Path, isStopped: () -> Bool = { false }
    ) throws -> (isDone: Bool, count: Int) {
        _ = try files.home()
        var count = 0
        let isDone = try files.removeContents(of: path, isStopped: isStopped) { count += $0 }
        return (isDone, count)
    }

    /// What lies below the folder, as `find` names it.
    var all: [String] {
        get throws {
            let found = try CommandOutput([
                "find", folder.path, "-mindepth", "1", "-printf", "%P\\n",
            ])
            return found.text.split(separator: "\n").map(String.init).sorted()
        }
    }
}
