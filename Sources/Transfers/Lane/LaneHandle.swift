import Work

/// A lane as the scheduler sees it.
final class LaneHandle {
    enum State {
        /// It logs in, and gets work once it has.
        case connecting
        case working
        /// It works, and is closed after that.
        case leaving
        case resting
    }

    /// 1…; which connection, for showing.
    let number: Int
    let worker: Worker<Lane>
    let interrupter: LaneInterrupter
    var state = State.resting
    /// Counts the times it became idle, so that a timer knows whether it is still the same rest.
    var rests = 0

    var isBusy: Bool {
        switch state {
        case .connecting, .working, .leaving: true
        case .resting: false
        }
    }

    var isLeaving: Bool {
        if case .leaving = state { return true }
        return false
    }

    init(number: Int, worker: Worker<Lane>, interrupter: LaneInterrupter) {
        self.number = number
        self.worker = worker
        self.interrupter = interrupter
    }
}
