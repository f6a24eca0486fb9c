import Jobs
import Work

/// The limit of all jobs together: what the settings want at this time of the day, or what the user has said
/// meanwhile. That holds until the settings want something else, and for those who come later.
final class QueueLimit {
    /// Seconds between two looks at the time of the day.
    private static let pace = 1.0

    private let throttle: Throttle
    /// What the settings wanted at the beginning.
    private let configured: UInt64?
    private let rates: (@Sendable () -> TimedRate)?
    private let notices: NoticeBoard
    /// Where it is kept for others; nil keeps nothing.
    private let store: StoreWriter?
    /// What the time of the day wanted last.
    private var last: TimedRate?
    /// What the user has said, while it holds.
    private var said: SaidLimit?
    private var looked = -Double.infinity

    /// `configured` holds at first. `rates` says what the settings want at the moment; nil where that never
    /// changes.
    init(
        _ throttle: Throttle, configured: UInt64?, _ rates: (@Sendable () -> TimedRate)?,
        _ notices: NoticeBoard, _ store: StoreWriter?
    ) {
        self.throttle = throttle
        self.configured = configured
        self.rates = rates
        self.notices = notices
        self.store = store
        last = rates?()
        throttle.setLimit(configured)
        notices.note(shown)
    }

    /// Whether the time of the day changes nothing.
    var isFixed: Bool { rates == nil }

    /// What holds without the user's word.
    private var usual: UInt64? { rates == nil ? configured : last?.bytesPerSecond }

    private var shown: TimedRate {
        TimedRate(throttle.limit, until: end(of: throttle.limit))
    }

    /// Begins with what an earlier process was told, where that said it of the same settings.
    func inherit(_ said: SaidLimit?) {
        if let said, said.over == usual {
            self.said = said
            throttle.setLimit(said.rate)
        } else if let said, said.rate == throttle.limit {
            // This process was given it by the one before.
            self.said = said
        }
        keep()
    }

    /// The user wants another one.
    func choose(_ rate: UInt64?) {
        let over = said.map(\.over) ?? usual
        said = rate == over ? nil : SaidLimit(rate: rate, over: over)
        throttle.setLimit(rate)
        keep()
    }

    /// Sets what holds now, every now and then; `now` in seconds.
    func look(at now: Double) {
        guard now - looked >= QueueLimit.pace else { return }
        looked = now
        renew()
    }

    /// Sets what holds now.
    func renew() {
        guard let rate = rates?(), rate != last else { return }
        last = rate
        said = nil
        throttle.setLimit(rate.bytesPerSecond)
        keep()
    }

    /// The listener may know the limit of another process.
    func tell() { notices.noteOwn(shown) }

    private func keep() {
        notices.note(shown)
        store?.keep(said, limit: throttle.limit)
    }

    /// When the limit that holds ends, `18:00`; nil where it does not, or is another of the user's.
    func end(of limit: UInt64?) -> String? {
        guard let last, limit == last.bytesPerSecond, throttle.limit == limit else { return nil }
        return last.end
    }
}
