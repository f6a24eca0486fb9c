import Dispatch
import Files
import Glibc
import Work

/// The end of one who looks on. Used from any thread.
final class ControlLink: Sendable {
    private enum Order: Sendable {
        case send([UInt8])
        case close
    }

    private let orders: Mailbox<Order>

    /// Speaks to the worker; nil where none listens. `heard` is called on a thread of its own; with
    /// nil once, at the end.
    init?(to address: ControlAddress, heard: @escaping @Sendable ([ControlMessage]?) -> Void) {
        guard let descriptor = address.connect() else { return nil }
        guard let orders = Mailbox<Order>() else {
            Glibc.close(descriptor)
            return nil
        }
        self.orders = orders
        DispatchQueue(label: "ferry.control.link").async {
            ControlLink.run(ControlConnection(descriptor), orders, heard)
            Glibc.close(descriptor)
            heard(nil)
        }
    }

    deinit {
        orders.post(.close)
    }

    /// Has the worker look into the store now.
    func knock() {
        send(.look)
    }

    /// Gives the worker what the user typed for a site.
    func give(_ secret: Secret, for site: Site) {
        send(.login(site, secret: secret.reveal()))
    }

    private func send(_ message: ControlMessage) {
        if let bytes = ControlFrames.encode(message) { orders.post(.send(bytes)) }
    }

    private static func run(
        _ connection: ControlConnection, _ orders: Mailbox<Order>,
        _ heard: ([ControlMessage]?) -> Void
    ) {
        var connection = connection
        while true {
            var waited = [
                pollfd(fd: orders.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection.descriptor, events: connection.events, revents: 0),
            ]
            guard poll(&waited, 2, -1) >= 0 else { continue }
            for order in orders.drain() {
                guard case .send(let bytes) = order, connection.send(bytes) else { return }
            }
            guard waited[1].revents != 0 else { continue }
            guard connection.flush(), let messages = connection.receive() else { return }
            if !messages.isEmpty { heard(messages) }
        }
    }

    /// Has the worker of a store look into it now, where one listens; for one who leaves something
    /// there and ends.
    static func knock(at address: ControlAddress) {
        guard let descriptor = address.connect() else { return }
        defer { Glibc.close(descriptor) }
        var connection = ControlConnection(descriptor)
        // What does not go at once is found a second later all the same.
        if let bytes = ControlFrames.encode(.look) { _ = connection.send(bytes) }
    }
}
