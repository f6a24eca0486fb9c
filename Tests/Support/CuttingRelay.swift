import Glibc
import Synchronization

/// Passes connections on to a port of this machine, and breaks one off when told to: what a bad
/// network does to a transfer.
package final class CuttingRelay: Sendable {
    private struct State {
        /// Bytes of answers until a connection is broken off; nil where none is to be.
        var rest: Int?
        var asked: [UInt8] = []
    }

    package var port: UInt16 { listener.number }
    private let target: UInt16
    private let listener: RelayPort
    private let state = Mutex(State())

    package init(to target: UInt16) throws {
        self.target = target
        listener = try RelayPort()
        listener.serve { [self] client in
            guard let server = try? ScriptedSocket.connected(to: "127.0.0.1", port: target)
            else { return }
            relay(client, server)
        }
    }

    /// Takes no more connections; call once.
    package func stop() { listener.stop() }

    /// Breaks off the connection on which the last of the next `count` bytes of answers comes.
    package func cut(after count: Int) { state.withLock { $0.rest = count } }

    /// What clients have sent so far.
    package var asked: String {
        String(decoding: state.withLock { $0.asked }, as: UTF8.self)
    }

    private func relay(_ client: ScriptedSocket, _ server: ScriptedSocket) {
        var open = [client, server]
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !open.isEmpty {
            var waited = open.map { pollfd(fd: $0.number, events: CShort(POLLIN), revents: 0) }
            guard poll(&waited, nfds_t(waited.count), 60_000) > 0 else { return }
            for (source, ready) in zip(open, waited) where ready.revents != 0 {
                let other = source === client ? server : client
                let count = recv(source.number, &buffer, buffer.count, 0)
                guard count > 0 else {
                    other.finish()
                    open.removeAll { $0 === source }
                    if count < 0 { return }
                    continue
                }
                guard passes(buffer[..<count], isAnswer: source === server) else {
                    client.reset()
                    return
                }
                guard (try? other.send(Array(buffer[..<count]))) != nil else { return }
            }
        }
    }

    private func passes(_ bytes: ArraySlice<UInt8>, isAnswer: Bool) -> Bool {
        state.withLock { state in
            guard isAnswer else {
                state.asked += bytes
                return true
            }
            guard let rest = state.rest else { return true }
            state.rest = bytes.count >= rest ? nil : rest - bytes.count
            return state.rest != nil
        }
    }
}
