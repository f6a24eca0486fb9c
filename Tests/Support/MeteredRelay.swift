/// Passes connections on to a port of this machine, and has their bytes counted.
package final class MeteredRelay: Sendable {
    package var port: UInt16 { listener.number }
    private let listener: RelayPort

    package init(to target: UInt16, _ meter: WireMeter) throws {
        listener = try RelayPort()
        listener.serve { client in
            guard let server = try? ScriptedSocket.connected(to: "127.0.0.1", port: target)
            else { return }
            meter.carry(client, server)
        }
    }

    /// Takes no more connections; call once.
    package func stop() { listener.stop() }
}
