import DemoServer
import Support

/// A folder served over FTP to the program's commands, and the folder `here` in which they run.
final class Served {
    let folder: TemporaryFolder
    let server: DemoServer
    /// Without a slash at its end.
    let url: String

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        server = try DemoServer(root: folder.path("served"), options: .init(user: "u"))
        url = "ftp://u:p@127.0.0.1:\(try server.start())"
    }

    deinit {
        server.stop()
    }

    func run(_ arguments: [String], input: String = "") throws -> Outcome {
        try Outcome(arguments, input: input, in: folder)
    }

    /// A shell's script, in which `$FERRY` is the program and `$URL` the server.
    func run(script: String, input: String = "") throws -> Outcome {
        try Outcome(script: script, input: input, environment: ["URL": url], in: folder)
    }

    /// A file's text; nil where there is none.
    func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }
}
