import CLinux
import Dispatch
import Files
import Glibc
import Jobs
import Synchronization
import Work

/// The worker's end: tells those who look on what changes, and hears when something was left for it.
/// A slow reader misses progress, and never holds the worker. Used from any thread.
final class ControlServer: Sendable {
    /// What is heard.
    enum News: Sendable {
        /// A job or a command was left in the store.
        case look
        case login(Site, Secret)
    }

    fileprivate enum Order: Sendable {
        case tell([UInt8])
        /// The same, and to those who come later.
        case keep([UInt8])
        /// Listen there from now on.
        case listen(CInt)
        case close
    }

    /// Jobs of which progress is told in one message.
    private static let progressLimit = 200

    private let address: ControlAddress
    private let orders: Mailbox<Order>
    /// Nil once it is closed.
    private let socket: Mutex<ControlSocket?>
    private let audience = ControlAudience()

    /// Others who listen now.
    var listenerCount: Int { audience.count.load(ordering: .acquiring) }

    /// Listens, for as long as this process has the right to work; nil where that cannot be done, so
    /// that others have to look into the store. `heard` is called on a thread of its own.
    init?(at address: ControlAddress, heard: @escaping @Sendable (News) -> Void) {
        guard let orders = Mailbox<Order>() else { return nil }
        guard let socket = address.listen() else { return nil }
        self.address = address
        self.orders = orders
        self.socket = Mutex(socket)
        let listener = socket.descriptor
        DispatchQueue(label: "ferry.control").async { [audience] in
            var rounds = ControlRounds(listener, orders, audience)
            rounds.run(heard)
        }
    }

    deinit {
        orders.post(.close)
    }

    /// Makes the socket anew where it is gone, as those in the runtime directory are after the user's
    /// last logout.
    func lookAfterSocket() {
        socket.withLock { socket in
            guard let old = socket, !old.isThere, let new = address.listen() else { return }
            socket = new
            orders.post(.listen(new.descriptor))
        }
    }

    /// Tells what the worker's own listener is told.
    func tell(_ change: QueueChange) {
        // Who begins to listen in this moment hears of the next progress.
        if listenerCount > 0 { tell(change.changed.compactMap { JobProgress($0) }) }
        if let connections = change.connections {
            post(.connections(connections)) { .keep($0) }
        }
    }

    private func tell(_ progress: [JobProgress]) {
        for start in stride(from: 0, to: progress.count, by: ControlServer.progressLimit) {
            let end = min(start + ControlServer.progressLimit, progress.count)
            post(.progress(Array(progress[start..<end]))) { .tell($0) }
        }
    }

    /// Tells that rows in the store have changed.
    func tellChanged() {
        if listenerCount > 0 { post(.changed) { .tell($0) } }
    }

    private func post(_ message: ControlMessage, _ order: ([UInt8]) -> Order) {
        // What is too long to be told is found in the store.
        let bytes = ControlFrames.encode(message) ?? ControlFrames.encode(.missed)
        if let bytes { orders.post(order(bytes)) }
    }

    /// Listens no more; while the right to work is still held.
    func close() {
        socket.withLock { socket in
            socket?.remove()
            socket = nil
        }
        orders.post(.close)
    }
}

/// How many listen to a control server, as its thread knows it: where nobody does, nothing is encoded.
private final class ControlAudience: Sendable {
    let count = Atomic<Int>(0)
}

/// What the thread of a control server does, until it is to close.
private struct ControlRounds {
    /// More than anybody opens screens.
    private static let clientLimit = 32

    private var listener: CInt
    private let orders: Mailbox<ControlServer.Order>
    private let audience: ControlAudience
    private var clients: [ControlConnection] = [] {
        didSet { audience.count.store(clients.count, ordering: .releasing) }
    }
    private var kept: [UInt8]?
    /// Whether this process has no room for one more.
    private var isFull = false
    /// Milliseconds until it may have.
    private static let fullPause: CInt = 500

    init(
        _ listener: CInt, _ orders: Mailbox<ControlServer.Order>, _ audience: ControlAudience
    ) {
        self.audience = audience
        self.listener = listener
        self.orders = orders
    }

    mutating func run(_ heard: (ControlServer.News) -> Void) {
        defer { for descriptor in [listener] + clients.map(\.descriptor) { close(descriptor) } }
        while true {
            var waited = [
                pollfd(fd: orders.descriptor, events: Int16(POLLIN), revents: 0),
                // A negative descriptor is not looked at.
                pollfd(fd: isFull ? -1 : listener, events: Int16(POLLIN), revents: 0),
            ]
            waited += clients.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
            let pause = isFull ? ControlRounds.fullPause : -1
            guard poll(&waited, nfds_t(waited.count), pause) >= 0 else { continue }
            isFull = false
            for order in orders.drain() {
                switch order {
                case .tell(let bytes): send(bytes)
                case .keep(let bytes):
                    kept = bytes
                    send(bytes)
                case .listen(let descriptor):
                    close(listener)
                    listener = descriptor
                case .close: return
                }
            }
            let ready = Set(waited.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            attend(ready, heard)
            if waited[1].fd == listener, waited[1].revents != 0 { accept() }
        }
    }

    private mutating func send(_ bytes: [UInt8]) {
        for index in clients.indices.reversed() where !clients[index].send(bytes) { drop(index) }
    }

    private mutating func attend(_ ready: Set<CInt>, _ heard: (ControlServer.News) -> Void) {
        for index in clients.indices.reversed() where ready.contains(clients[index].descriptor) {
            let messages = clients[index].receive()
            for message in messages ?? [] {
                switch message {
                case .look: heard(.look)
                case .login(let site, let secret): heard(.login(site, Secret(secret)))
                case .changed, .missed, .progress, .connections: break
                }
            }
            if messages == nil || !clients[index].flush() { drop(index) }
        }
    }

    private mutating func accept() {
        let descriptor = ferry_accept(listener)
        guard descriptor >= 0 else {
            isFull = [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno)
            return
        }
        guard clients.count < ControlRounds.clientLimit, ControlAddress.isOwnPeer(descriptor)
        else {
            close(descriptor)
            return
        }
        clients.append(ControlConnection(descriptor))
        if let kept, !clients[clients.count - 1].send(kept) { drop(clients.count - 1) }
    }

    private mutating func drop(_ index: Int) {
        close(clients.remove(at: index).descriptor)
    }
}
