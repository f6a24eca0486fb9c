import Glibc
import Synchronization

/// Passes connections on to a port of this machine until a client asks for one thing: then that
/// connection falls silent for good, or ends.
package final class FailingRelay: Sendable {
    /// How a connection fails.
    package enum Failure: String, CaseIterable, Sendable {
        case silence, close
    }

    /// The command of FTP or method of HTTP for the moment before anything is asked.
    package static let beginning = "CONNECT"

    package var port: UInt16 { listener.number }
    private let verb: String
    private let failure: Failure
    private let target: UInt16
    private let listener: RelayPort
    private let failures = Atomic<Int>(0)
    /// Connections that are silent, until the relay ends.
    private let silent = Mutex<[CInt]>([])

    /// Fails wherever a line that clients send begins with `verb`.
    package init(to target: UInt16, at verb: String, _ failure: Failure) throws {
        self.target = target
        self.verb = verb
        self.failure = failure
        listener = try RelayPort(backlog: 64)
        listener.serve { [self] client in
            serve(client)
        }
    }

    /// Takes no more connections, and ends those that are silent; call once.
    package func stop() {
        listener.stop()
        let held = silent.withLock { held in
            defer { held = [] }
            return held
        }
        for descriptor in held { close(descriptor) }
    }

    /// How often it failed.
    package var count: Int { failures.load(ordering: .relaxed) }

    private func serve(_ client: ScriptedSocket) {
        guard verb != FailingRelay.beginning else { return fail(client) }
        guard let server = try? ScriptedSocket.connected(to: "127.0.0.1", port: target) else {
            return
        }
        if !relay(client, server) { fail(client) }
    }

    private func fail(_ client: ScriptedSocket) {
        failures.add(1, ordering: .relaxed)
        guard case .silence = failure else { return client.finish() }
        let descriptor = client.release()
        silent.withLock { $0.append(descriptor) }
    }

    /// False where a client asks for what fails.
    private func relay(_ client: ScriptedSocket, _ server: ScriptedSocket) -> Bool {
        var open = [client, server]
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !open.isEmpty {
            var waited = open.map { pollfd(fd: $0.number, events: CShort(POLLIN), revents: 0) }
            guard poll(&waited, nfds_t(waited.count), 60_000) > 0 else { return true }
            for (source, ready) in zip(open, waited) where ready.revents != 0 {
                let other = source === client ? server : client
                let count = recv(source.number, &buffer, buffer.count, 0)
                guard count > 0 else {
                    other.finish()
                    open.removeAll { $0 === source }
                    if count < 0 { return true }
                    continue
                }
                if source === client, asks(buffer[..<count]) { return false }
                guard (try? other.send(Array(buffer[..<count]))) != nil else { return true }
            }
        }
        return true
    }

    private func asks(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            line.starts(with: verb.utf8)
                && line.dropFirst(verb.utf8.count).first.map { $0 == 0x20 || $0 == 0x0D } ?? true
        }
    }
}
