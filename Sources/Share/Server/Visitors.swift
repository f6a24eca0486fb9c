import NIOCore
import Synchronization

/// The connections of a share. From any thread.
final class Visitors: Sendable {
    /// A connection, to be touched on its loop only.
    struct Held: Sendable {
        let loop: any EventLoop
        let connection: NIOLoopBound<Connection>
    }

    private struct State {
        var last = 0
        var held: [Int: Held] = [:]
        var perAddress: [String: Int] = [:]
        var count = 0
        /// Whether nobody new is taken; and what to do when the last is gone.
        var emptied: (@Sendable () -> Void)?
    }

    private let limits: Limits
    private let nextNumber: (@Sendable () -> Int)?
    private let state = Mutex(State())

    /// `nextNumber` gives each connection its number; without it they are counted from 1.
    init(_ limits: Limits, nextNumber: (@Sendable () -> Int)? = nil) {
        self.limits = limits
        self.nextNumber = nextNumber
    }

    /// Makes room for a connection from `address`, to be given back by `leave`; its number, or nil
    /// where there is no room.
    func enter(_ address: String) -> Int? {
        state.withLock { state in
            let same = state.perAddress[address] ?? 0
            guard state.emptied == nil, state.count < limits.connections,
                same < limits.connectionsPerAddress
            else { return nil }
            state.perAddress[address] = same + 1
            state.count += 1
            state.last += 1
            return nextNumber?() ?? state.last
        }
    }

    /// What is to be ended when the share ends.
    func hold(_ number: Int, _ held: Held) {
        let isLate = state.withLock { state in
            state.held[number] = held
            return state.emptied != nil
        }
        if isLate { Visitors.end(held, atOnce: true) }
    }

    func leave(_ number: Int, _ address: String) {
        let emptied = state.withLock { state in
            state.held[number] = nil
            state.count -= 1
            let same = (state.perAddress[address] ?? 1) - 1
            state.perAddress[address] = same > 0 ? same : nil
            return state.count == 0 ? state.emptied : nil
        }
        emptied?()
    }

    /// Takes nobody new, and ends all that are there; `emptied` is called when none is left, maybe
    /// more than once.
    func end(atOnce: Bool, emptied: @escaping @Sendable () -> Void) {
        let (held, isEmpty) = state.withLock { state in
            state.emptied = emptied
            return (Array(state.held.values), state.count == 0)
        }
        for held in held { Visitors.end(held, atOnce: atOnce) }
        if isEmpty { emptied() }
    }

    private static func end(_ held: Held, atOnce: Bool) {
        held.loop.execute { held.connection.value.end(atOnce: atOnce) }
    }
}
