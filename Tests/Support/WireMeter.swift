import Glibc
import Synchronization

/// Counts the bytes that relays pass on, whichever way, and does something once so many have passed:
/// so a test can choose an instant of an exchange without looking at a clock.
package final class WireMeter: Sendable {
    /// What becomes of the line at the instant that was chosen.
    package enum End: Sendable {
        /// It goes on.
        case none
        /// Every connection ends, at both ends, and nothing more passes on it.
        case cut
        /// The same, and new ones end at once, until `reset`.
        case down
    }

    /// What happens at the instant that was chosen.
    private struct Order {
        var rest: Int
        var action: @Sendable () -> Void
        var end: End
    }

    private struct State {
        var carried = 0
        var order: Order?
        /// The sockets of all connections.
        var open: Set<CInt> = []
        var isDown = false
        var wasMet = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Bytes that have passed since the last call of `reset`.
    package var carried: Int { state.withLock { $0.carried } }

    /// Whether what was ordered has happened.
    package var wasMet: Bool { state.withLock { $0.wasMet } }

    /// Counts anew, forgets what was ordered, and lets connections pass again.
    package func reset() {
        state.withLock { state in
            state.carried = 0
            state.order = nil
            state.isDown = false
            state.wasMet = false
        }
    }

    /// Does `action` once `count` more bytes have passed; what becomes of the line then.
    package func order(
        after count: Int, _ end: End, _ action: @escaping @Sendable () -> Void = {}
    ) {
        state.withLock { state in
            state.order = Order(rest: max(1, count), action: action, end: end)
        }
    }

    /// Passes bytes both ways until both ends have finished, or the line is cut.
    func carry(_ one: ScriptedSocket, _ other: ScriptedSocket) {
        let numbers: Set<CInt> = [one.number, other.number]
        let isDown = state.withLock { state in
            state.open.formUnion(numbers)
            return state.isDown
        }
        // Before they are closed: their numbers may then be those of others.
        defer { state.withLock { $0.open.subtract(numbers) } }
        guard !isDown else { return }
        var open = [one, other]
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !open.isEmpty {
            var waited = open.map { pollfd(fd: $0.number, events: CShort(POLLIN), revents: 0) }
            guard poll(&waited, nfds_t(waited.count), 60_000) > 0 else { return }
            for (source, ready) in zip(open, waited) where ready.revents != 0 {
                let target = source === one ? other : one
                let count = recv(source.number, &buffer, buffer.count, 0)
                guard count > 0 else {
                    target.finish()
                    open.removeAll { $0 === source }
                    if count < 0 { return }
                    continue
                }
                let order = take(count)
                let passed = order.map { min(count, $0.rest) } ?? count
                guard (try? target.send(Array(buffer[..<passed]))) != nil else { return }
                guard let order else { continue }
                order.action()
                switch order.end {
                case .none: break
                case .cut: return cut(isDown: false)
                case .down: return cut(isDown: true)
                }
                let rest = Array(buffer[passed..<count])
                guard rest.isEmpty || (try? target.send(rest)) != nil else { return }
            }
        }
    }

    /// Counts bytes; what is to be done among them.
    private func take(_ count: Int) -> Order? {
        state.withLock { state in
            state.carried += count
            guard let order = state.order else { return nil }
            guard count >= order.rest else {
                state.order?.rest -= count
                return nil
            }
            state.order = nil
            state.wasMet = true
            return order
        }
    }

    private func cut(isDown: Bool) {
        state.withLock { state in
            state.isDown = isDown
            for number in state.open { shutdown(number, CInt(SHUT_RDWR)) }
        }
    }
}
