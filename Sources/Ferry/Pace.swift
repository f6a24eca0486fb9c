import Glibc
import Work

/// Keeps what is sent below a limit, by waiting after each piece of it.
final class Pace {
    private let throttle: Throttle
    private var sent: UInt64 = 0

    /// `limit`: bytes a second; nil for none.
    init(_ limit: UInt64?) {
        throttle = Throttle(bytesPerSecond: limit)
    }

    /// Waits for as long as the limit wants it. `sent`: bytes so far; fewer than the last time where
    /// they are sent once more.
    func keep(_ sent: UInt64) {
        let new = sent >= self.sent ? sent - self.sent : sent
        self.sent = sent
        let delay = throttle.delay(for: Int(clamping: new))
        if delay > 0 { usleep(UInt32(min(delay, 3_600) * 1e6)) }
    }
}
