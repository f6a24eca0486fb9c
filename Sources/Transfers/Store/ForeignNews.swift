import Jobs

/// What other processes have left for the one that works.
struct ForeignNews: Sendable {
    /// Of the store's file, as of the look.
    var version: Int64
    /// How often the work was ever stopped from outside; nil where nothing was written.
    var stops: Int64?
    /// Oldest first.
    var commands: [QueueCommand] = []
    /// In their order.
    var added: [StoredJob] = []
}

/// The queue as those see it who look on.
struct WatchedRows: Sendable {
    var jobs: [Job]
    /// Whether everything is paused.
    var isPaused: Bool
    /// How often the work was ever stopped from outside.
    var stops: Int64
    /// How often any process has begun to work.
    var terms: Int64
    /// The last of these that was meant by a stop.
    var stoppedTerm: Int64
    /// Bytes a second of all jobs together; nil for no limit.
    var limit: UInt64?
    /// What was answered for whole sites.
    var answers: [SiteAnswer]
}
