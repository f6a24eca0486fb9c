import Dispatch
import Files
import Transport
import UI
import Work

/// Looks which ports of a host take connections: one connection to each, which is closed at once.
struct HostProbe: Sendable {
    /// Seconds for the name, and for each connection.
    private static let patience = 3.0
    /// Seconds in which a server that speaks first does so.
    private static let greetingTime = 1.0
    /// Bytes of a greeting that are looked at.
    private static let greetingLimit = 200

    let host: String
    let ports: [UInt16]
    let stop: Cancellation

    /// Reports each port's answer as it comes, from any thread; nothing once it is stopped. Blocks for
    /// the name alone.
    func run(_ report: @escaping @Sendable (UInt16, ProbeAnswer) -> Void) {
        let interrupter = Interrupter()
        stop.onCancel { interrupter.interrupt() }
        let tell: @Sendable (UInt16, ProbeAnswer) -> Void = { [stop] port, answer in
            if !stop.isCancelled { report(port, answer) }
        }
        let addresses: [SocketAddress]
        do throws(TransportError) {
            addresses = Connector.inTurn(
                try Resolver.resolve(
                    host, port: ports.first ?? 1, interrupter,
                    .after(seconds: HostProbe.patience)))
        } catch {
            for port in ports { tell(port, .unknownHost) }
            return
        }
        // Who says hello is asked only where there is no telling by the port.
        let listens = ports.count == 1
        for port in ports {
            let there = addresses.map { $0.at(port: port) }
            DispatchQueue.global().async { [stop] in
                tell(port, HostProbe.answer(of: there, listens: listens, stop))
            }
        }
    }

    private static func answer(
        of addresses: [SocketAddress], listens: Bool, _ stop: Cancellation
    ) -> ProbeAnswer {
        let interrupter = Interrupter()
        stop.onCancel { interrupter.interrupt() }
        do throws(TransportError) {
            let socket = try Connector.connect(
                toFirstOf: addresses, interrupter, .after(seconds: patience))
            defer { socket.close() }
            return .open(greeting: listens ? greeting(of: socket, within: greetingTime) : nil)
        } catch {
            return error.kind == .timeout ? .silent : .closed
        }
    }

    /// The first line that comes by itself, sanitised; nil where none does.
    static func greeting(of socket: Socket, within seconds: Double) -> String? {
        let end = Deadline.after(seconds: seconds)
        var line: [UInt8] = []
        let buffer = Buffer(capacity: greetingLimit)
        while line.count < greetingLimit, !line.contains(0x0A), !end.hasPassed {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer.bytes[..<(greetingLimit - line.count)])
            let count = try? socket.read(into: room, WaitLimit(idle: seconds, end: end))
            guard let count, count > 0 else { break }
            line += room[..<count]
        }
        let first = line.prefix { $0 != 0x0A && $0 != 0x0D }
        return first.isEmpty ? nil : VisibleText.make(Array(first))
    }
}
