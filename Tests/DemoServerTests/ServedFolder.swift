import DemoServer
import Support

/// A server on a folder of its own, stopped when let go.
final class ServedFolder {
    let folder: TemporaryFolder
    let server: DemoServer
    let port: UInt16

    init(_ behaviour: Behaviour = [], options: DemoServer.Options = .init()) throws {
        folder = try TemporaryFolder()
        server = try DemoServer(root: folder.path, options: options, behaviour: behaviour)
        port = try server.start()
    }

    deinit {
        server.stop()
    }

    func client() throws -> Client {
        try Client.loggedIn(port: port)
    }
}
