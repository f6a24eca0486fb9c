import ArgumentParser
import CLinux
import DemoServer
import Engine
import Files
import Glibc

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Open the screen on a demo FTP server with sample files.")

    @OptionGroup var look: LookOptions

    @OptionGroup var options: ConnectionOptions

    @Option(
        help: ArgumentHelp(
            "Limit the server to this many bytes per second, to make transfers visible.",
            valueName: "RATE"))
    var serverRate: Rate?

    func run() throws {
        let program = try ScreenProgram(look, options, [])
        let folder = try DemoFolder()
        defer { folder.remove() }
        let server: DemoServer
        let port: UInt16
        do {
            let rate = serverRate?.bytesPerSecond ?? 2 << 20
            server = try DemoServer(
                root: folder.path,
                options: .init(user: "demo", password: "demo", bytesPerSecond: rate))
            try SampleTree.write(to: folder.path)
            port = try server.start()
        } catch let error as DemoServer.StartFailure {
            throw Failure([error.description])
        } catch let error as SampleTree.Failure {
            throw Failure([error.description])
        }
        defer { server.stop() }
        let site = options.applied(
            to: Site(scheme: .ftp, host: "127.0.0.1", port: port, user: "demo"))
        program.context.credentials.remember(Secret("demo"), for: site)
        // A queue of its own: nothing of the demo can be gone on with later.
        try program.run(
            left: Opening(site: .local, path: Place.workingDirectory()),
            right: Opening(site: site, path: nil), storePath: nil, remembers: false)
    }
}

/// The folder that the demo serves, gone with it.
private struct DemoFolder {
    let path: String

    init() throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/ferry-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure([
                "The demo directory could not be created in \(base) "
                    + "(\(String(cString: strerror(errno))))."
            ])
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Only what lies in it: no link is followed.
    func remove() {
        ferry_remove_tree(path)
    }
}
