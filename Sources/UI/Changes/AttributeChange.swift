package import Files

/// What chosen entries are to become, without the queue.
package struct AttributeChange: Hashable, Sendable {
    /// The directory that they are in.
    package let location: Location
    /// What their modes become; nil leaves them.
    package var mode: ModeChange?
    /// Their time; nil leaves it.
    package var time: Timestamp?
    /// Whether all that is below directories gets the mode, too; then no link is followed, neither
    /// those on the way nor a chosen one.
    package var goesBelow = false
    private let chosen: Selection

    /// Changes nothing yet.
    package init(_ chosen: Selection, in location: Location) {
        self.chosen = chosen
        self.location = location
    }

    /// Whether all stays as it is.
    var isEmpty: Bool { mode == nil && time == nil }
    /// How many were chosen.
    var count: Int { chosen.count }
    /// Some of them.
    var first: [Entry] { chosen.first }

    /// In the order shown: not for the main thread.
    package var entries: [Entry] { chosen.entries }
}

/// What came of it.
package struct AttributeOutcome: Hashable, Sendable {
    /// How many failures are told with their words.
    package static let toldFailures = 200

    /// Why some stayed as they were: the first of them.
    package let failures: [FileSystemError]
    /// How many failures there were.
    package let failureCount: Int
    /// Why it ended before all was tried; nil where all was.
    package let end: FileSystemError?

    /// As many failures as are told, and all of them counted.
    package init(_ failures: FailureList, end: FileSystemError?) {
        self.failures = failures.first
        failureCount = failures.count
        self.end = end
    }
}
