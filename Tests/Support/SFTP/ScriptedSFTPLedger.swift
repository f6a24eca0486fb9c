import Synchronization

/// What a scripted server's connections share: its behaviour, which a test may change at any moment,
/// and what has happened.
final class ScriptedSFTPLedger: Sendable {
    /// What a test can wait for.
    enum Event: Sendable {
        case requests(Int)
        case pending(Int)
        case connections(Int)
    }

    struct State {
        var behaviour: ScriptedSFTPBehaviour
        var requests: [ScriptedSFTPRequest] = []
        /// How the connections are woken that are open, by their numbers.
        var wakes: [Int: ScriptedSFTPWake] = [:]
        var lastConnection = 0
        /// Connections whose answers a test has let go.
        var released: Set<Int> = []
        var isEnding = false
        /// Of each connection: requests that wait for their answers, and open handles.
        var pending: [Int: Int] = [:]
        var handles: [Int: Int] = [:]
        var mostPending = 0
        var mostHandles = 0
        var largestPacket = 0
        var rounds = 0
        var waiting: [(event: Event, signal: Signal)] = []

        func hasHappened(_ event: Event) -> Bool {
            switch event {
            case .requests(let count): requests.count >= count
            case .pending(let count): pending.values.reduce(0, +) >= count
            case .connections(let count): wakes.count <= count
            }
        }
    }

    private let state: Mutex<State>

    init(_ behaviour: ScriptedSFTPBehaviour) {
        state = Mutex(State(behaviour: behaviour))
    }

    /// Reads or changes it, and lets those go on whose event that is.
    func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state)
            state.mostPending = max(state.mostPending, state.pending.values.reduce(0, +))
            state.mostHandles = max(state.mostHandles, state.handles.values.reduce(0, +))
            var left: [(event: Event, signal: Signal)] = []
            for one in state.waiting {
                if state.hasHappened(one.event) { one.signal.send() } else { left.append(one) }
            }
            state.waiting = left
            return value
        }
    }

    var behaviour: ScriptedSFTPBehaviour { withState(\.behaviour) }

    /// Sent once the event has come.
    func signal(of event: Event) -> Signal {
        let signal = Signal()
        withState { $0.waiting.append((event, signal)) }
        return signal
    }

    /// What becomes of a request, by the first rule that is about it.
    func answer(to request: ScriptedSFTPRequest) -> ScriptedSFTPRule.Answer {
        // Tests' own code must not run while the state is locked.
        let rules = behaviour.rules
        guard let index = rules.firstIndex(where: { $0.isAbout(request) }) else { return .usual }
        withState { state in
            if state.behaviour.rules.indices.contains(index) {
                state.behaviour.rules[index].use()
            }
        }
        return rules[index].answer(request)
    }

    /// How many of the next bytes of answers may go out; nil for all.
    func takeEnd(_ count: Int) -> Int? {
        withState { state in
            guard let rest = state.behaviour.endsAfter else { return nil }
            state.behaviour.endsAfter = count >= rest ? nil : rest - count
            return count >= rest ? rest : nil
        }
    }
}
