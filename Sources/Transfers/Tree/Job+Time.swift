import Files
import Jobs

extension Job {
    /// The time to be set on the directory; nil where the listing did not say it exactly.
    var exactTime: Timestamp? {
        guard let time = modified, time.precision == .second, time.isZoned else { return nil }
        return time
    }
}
