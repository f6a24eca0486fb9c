import Glibc

/// A port of this machine at which relays wait for connections.
final class RelayPort: Sendable {
    let number: UInt16
    private let descriptor: CInt

    init(backlog: CInt = 8) throws {
        let listening = try ScriptedSocket.listening(at: "127.0.0.1", backlog: backlog)
        number = try listening.port()
        descriptor = listening.release()
    }

    /// Has each connection served on a thread of its own, until `stop`; call once.
    func serve(_ body: @escaping @Sendable (ScriptedSocket) -> Void) {
        Background.run { [descriptor] in
            defer { close(descriptor) }
            while true {
                let accepted = accept(descriptor, nil, nil)
                if accepted >= 0 {
                    Background.run { body(ScriptedSocket(accepted)) }
                } else if errno != EAGAIN, errno != EINTR {
                    return
                }
            }
        }
    }

    /// Takes no more connections; call once.
    func stop() { shutdown(descriptor, CInt(SHUT_RDWR)) }
}
