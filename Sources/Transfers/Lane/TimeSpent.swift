/// Where the time went that a lane had a job: what it waited for.
struct TimeSpent: Sendable {
    /// Seconds for files of this machine.
    var disk = 0.0
    /// Seconds for what comes from the source's server, and until the target's took what goes there.
    var source = 0.0
    var target = 0.0
    /// Seconds slept because of a limit of the user's, and which: bytes a second.
    var limited = 0.0
    var limit: UInt64?
    /// Seconds of a round trip to a server, as last measured.
    var roundTrip: Double?

    var isNothing: Bool { disk + source + target + limited <= 0 }

    static func += (left: inout TimeSpent, right: TimeSpent) {
        left.disk += right.disk
        left.source += right.source
        left.target += right.target
        left.limited += right.limited
        left.limit = right.limit ?? left.limit
        left.roundTrip = right.roundTrip ?? left.roundTrip
    }
}
