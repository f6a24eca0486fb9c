import Work

/// A lane as the scheduler sees it.
final class LaneHandle {
    /// 1…; which connection, for showing.
    let number: Int
    let worker: Worker<Lane>
    let interrupter: LaneInterrupter
    var isBusy = false
    /// Counts the times it became idle, so that a timer knows whether it is still the same rest.
    var rests = 0

    init(number: Int, worker: Worker<Lane>, interrupter: LaneInterrupter) {
        self.number = number
        self.worker = worker
        self.interrupter = interrupter
    }
}
