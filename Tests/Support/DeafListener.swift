import Glibc

/// A port on loopback whose backlog is full, so that it answers no attempt to connect.
package final class DeafListener {
    package let port: UInt16
    private let listener: ScriptedSocket
    private var waiting: [CInt] = []

    package init(address: String) throws {
        listener = try ScriptedSocket.listening(at: address, backlog: 0)
        port = try listener.port()
        // One more than the backlog holds; the last of them stays without an answer.
        for _ in 0..<3 {
            waiting.append(try ScriptedSocket.connecting(to: address, port: port))
        }
    }

    deinit {
        for descriptor in waiting { close(descriptor) }
    }
}
