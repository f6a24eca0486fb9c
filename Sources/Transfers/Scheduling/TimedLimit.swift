import Jobs
import Work

/// The limit of all jobs together, as far as it changes with the time of the day. What the user says
/// meanwhile holds until the next such change.
final class TimedLimit {
    /// Seconds between two looks at the time of the day.
    private static let pace = 1.0

    private let throttle: Throttle
    private let rates: (@Sendable () -> TimedRate)?
    private var last: TimedRate?
    private var looked = -Double.infinity

    /// `throttle` has the limit of now already; `rates` says which holds at the moment, nil where the
    /// time of the day changes nothing.
    init(_ throttle: Throttle, _ rates: (@Sendable () -> TimedRate)?) {
        self.throttle = throttle
        self.rates = rates
        last = rates?()
    }

    /// Whether the time of the day changes nothing.
    var isFixed: Bool { rates == nil }

    /// Sets what holds now, every now and then; `now` in seconds.
    func look(at now: Double) {
        guard now - looked >= TimedLimit.pace else { return }
        looked = now
        renew()
    }

    /// Sets what holds now.
    func renew() {
        guard let rate = rates?(), rate != last else { return }
        last = rate
        throttle.setLimit(rate.bytesPerSecond)
    }

    /// When the limit that holds ends, `18:00`; nil where it does not, or is another of the user's.
    func end(of limit: UInt64?) -> String? {
        guard let last, limit == last.bytesPerSecond, throttle.limit == limit else { return nil }
        return last.end
    }
}
