package import Files

/// Something that was done to files, as far as it can be taken back.
package struct UndoRecord: Hashable, Sendable {
    /// What the user did.
    package enum Action: String, Sendable {
        case makeDirectory, makeFile, makeLink, rename, changeAttributes
        case copy, move, trash, pack, mirror, sync
        /// One round of what is kept up to date.
        case watch

        /// Whether it was done by several connections at once, which have written it down beforehand and
        /// have kept aside what they replaced.
        package var isMirror: Bool { [.mirror, .sync, .watch].contains(self) }
    }

    /// Names it for as long as it is kept, also over a restart.
    package var number: Int64
    package var action: Action
    /// Where it was done.
    package var site: Site
    /// Of what was moved between two places: where it came from.
    package var origin: Site?
    /// When, in seconds since the epoch.
    package var time: Int64
    /// What can be taken back: how many steps, of which the list holds the first only.
    package var count: Int
    /// The oldest first.
    package var steps: [UndoStep]
    /// What cannot be taken back: files that were replaced, or steps that are too many to be kept.
    package var lost: Int
    /// The number of what was done with it on another site.
    package var twin: Int64?
    /// Why it could not be undone when that was tried last.
    package var failure: String?
    /// Whether the queue still does more of it.
    package var isRunning: Bool

    package init(
        number: Int64 = 0, _ action: Action, on site: Site, from origin: Site? = nil, time: Int64,
        steps: [UndoStep], count: Int? = nil, lost: Int = 0, twin: Int64? = nil,
        failure: String? = nil, isRunning: Bool = false
    ) {
        self.number = number
        self.action = action
        self.site = site
        self.origin = origin
        self.time = time
        self.steps = steps
        self.count = count ?? steps.count
        self.lost = lost
        self.twin = twin
        self.failure = failure
        self.isRunning = isRunning
    }
}

/// One thing that was done, with what must still be so before it is taken back.
package struct UndoStep: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        case madeDirectory
        /// A file that was not there before; its size in bytes and its time where they are known.
        case madeFile(size: UInt64?, modified: Timestamp?)
        /// A link that was not there before, and its text.
        case madeLink(to: [UInt8])
        /// It had another path on the same site before.
        case renamed(from: Path)
        /// It had another path before, on the record's origin.
        case moved(from: Path)
        /// It had these permissions (0…0o7777) and this time before; nil for what was not changed.
        case changed(mode: UInt16?, modified: Timestamp?)
        /// It is in this machine's trash.
        case trashed(TrashID)
    }

    /// Names it in the store; 0 where it is not kept yet.
    package var number: Int64
    package var path: Path
    package var what: What

    package init(number: Int64 = 0, _ path: Path, _ what: What) {
        self.number = number
        self.path = path
        self.what = what
    }
}
