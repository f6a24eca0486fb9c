import DemoServer
import Glibc
import Support

/// A folder for the program, of which a server serves `served`; the program knows the password.
struct ServedFolder {
    let folder: TemporaryFolder
    let url: String
    private let server: DemoServer

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        server = try DemoServer(root: folder.path("served"), options: .init(user: "u"))
        url = "ftp://u@127.0.0.1:\(try server.start())"
        try folder.write("default login u password p\n", to: ".netrc")
        chmod(folder.path(".netrc"), 0o600)
    }

    /// What a command does that ends well.
    func run(_ arguments: [String]) throws -> Outcome {
        let outcome = try Outcome(arguments, in: folder)
        guard outcome.code == 0 else { throw Failure(outcome.errors) }
        return outcome
    }

    struct Failure: Error {
        let words: String

        init(_ words: String) {
            self.words = words
        }
    }
}
