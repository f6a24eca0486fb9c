import Transport

/// How many channels a server was seen to grant one login. Servers are set otherwise, and a line that
/// was dead looked like a refusal: it is believed for a while.
struct ChannelLimit {
    /// Seconds for which it is believed.
    static let validity = 3_600.0

    private let channels: Int
    private let time: Double

    /// `channels`, 1 or more, were granted at `time`, in seconds of the monotonic clock.
    init(_ channels: Int, at time: Double = Deadline.now()) {
        self.channels = max(1, channels)
        self.time = time
    }

    /// Channels that fit, as far as is known at that time; nil where nothing is believed any more.
    func channels(at now: Double = Deadline.now()) -> Int? {
        now - time < ChannelLimit.validity ? channels : nil
    }
}
