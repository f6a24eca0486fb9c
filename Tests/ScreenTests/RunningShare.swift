import Glibc
import Support
import Testing

/// `ferry share` as a process of its own.
final class RunningShare {
    /// What is shared.
    let root: TemporaryFolder
    let port: UInt16
    private let home: TemporaryFolder
    private let process: ServerProcess

    init(_ options: [String] = [], environment: [String: String] = [:]) throws {
        root = try TemporaryFolder()
        home = try Ferry.folder()
        port = try ServerProcess.freePort()
        process = ServerProcess(
            "ferry share", port: port,
            command: [Ferry.path, "share", "--port", "\(port)"] + options + [root.path],
            environment: Ferry.environment(home).merging(environment) { $1 }, folder: home)
        try process.start()
    }

    deinit {
        process.stop()
    }

    /// What it printed.
    var printed: String { process.log }

    /// `path` begins with a slash, and is percent-encoded already.
    func url(_ path: String = "/", scheme: String = "http", login: String = "") -> String {
        "\(scheme)://\(login)127.0.0.1:\(port)\(path)"
    }
}
