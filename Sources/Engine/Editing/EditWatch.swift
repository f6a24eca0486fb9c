import Files

/// Sees when a copy has changed, and whether that has come to rest.
struct EditWatch: Sendable {
    /// Seconds between two tries to send what did not arrive, the longest at last.
    private static let pauses = [2.0, 5, 15, 60]

    let directory: EditDirectory
    let name: Name
    /// The state that was sent, or is not to be.
    private var known: CopyStamp?
    /// Another one that was seen at the look before.
    private var fresh: CopyStamp?
    private var failures = 0
    private var nextTry: Instant?

    /// From the copy as it is now.
    init(_ directory: EditDirectory, _ name: Name) {
        self.directory = directory
        self.name = name
        known = directory.copyStamp(name)
    }

    /// What the copy is now; asks the disk.
    var stamp: CopyStamp? { directory.copyStamp(name) }

    /// Whether the copy, which is `stamp` now, is to be sent: it has changed and rests, or a failed try
    /// is due again.
    mutating func isDue(at now: Instant, _ stamp: CopyStamp?) -> Bool {
        if let nextTry, nextTry <= now {
            self.nextTry = nil
            return true
        }
        // Gone for a moment: editors save by giving another file the name.
        guard let stamp, stamp != known else { return false }
        guard stamp == fresh else {
            fresh = stamp
            return false
        }
        known = stamp
        return true
    }

    /// It is going to be sent as it is now.
    mutating func noteSending(_ stamp: CopyStamp?) {
        known = stamp
        nextTry = nil
    }

    /// What came of sending it.
    mutating func note(_ sent: EditRun.Sent, at now: Instant) {
        guard sent == .failed(isTransient: true) else {
            failures = 0
            nextTry = nil
            return
        }
        nextTry = now + EditWatch.pauses[min(failures, EditWatch.pauses.count - 1)]
        failures += 1
    }
}
