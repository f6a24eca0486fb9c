import Files
import Jobs

/// What is left to hand out below one directory job: listings are kept compact, and an entry
/// becomes a job only when a lane has time for it, so that a million files need no million jobs.
struct Walk {
    /// A directory whose entries are being handed out: files first, then directories.
    struct Expansion {
        let directory: JobNode
        let listing: Directory
        /// Nil where the target directory was made anew.
        let existing: ExistingNames?
        /// Entries that have jobs already, from an earlier run.
        let present: Set<Name>
        /// Positions of entries whose names the target may not tell from earlier ones.
        let twins: TwinNames
        /// In which order of their positions the entries go; nil for their own.
        let order: [UInt32]?
        /// Whether links become jobs: they can be made where it goes, or are followed.
        let takesLinks: Bool
        /// Directories that are not handed out.
        var directoriesLeft: Int
        var nextFile = 0
        var nextDirectory = 0
        /// Files that would ask, while as many ask already as one can answer.
        var setAside: [Int32] = []

        var isExhausted: Bool {
            nextFile >= listing.count && nextDirectory >= listing.count && setAside.isEmpty
        }

        /// Whether all that is left waits until more may ask.
        func isWaiting(mayRead: Bool) -> Bool {
            let areReadUp = nextDirectory >= listing.count
            return nextFile >= listing.count && (areReadUp || !mayRead)
                && !(areReadUp && setAside.isEmpty)
        }

        /// Files that may be handed out now, directories among them that were not looked at yet.
        func fileCount(mayAsk: Bool) -> Int {
            listing.count - nextFile + (mayAsk ? setAside.count : 0)
        }

        /// The position of the next of these; nil where there is none.
        mutating func takePosition(mayAsk: Bool) -> Int? {
            if mayAsk, let position = setAside.popLast() { return Int(position) }
            guard nextFile < listing.count else { return nil }
            defer { nextFile += 1 }
            return position(nextFile)
        }

        /// The position of the entry that goes as that one.
        func position(_ turn: Int) -> Int {
            order.map { Int($0[turn]) } ?? turn
        }

        /// Whether a name is there that the entry is to get, so that the user may be asked.
        func isTaken(at position: Int, from source: Site, to target: Site) -> Bool {
            guard let existing, let name = Name(listing.nameBytes(at: position)) else {
                return false
            }
            return existing.holds(name.carried(from: source, to: target))
        }
    }

    /// Names that the listings of one tree hold, from which on its directories are read one at a
    /// time, so that the memory stays bounded.
    static let mostNames = 100_000

    /// Jobs that go before any new entry: tried again, answered, continued.
    var ready: [JobID] = []
    /// The directory handed out last is on top, so that few listings are held at a time.
    var stack: [Expansion] = []
    /// Entries found below so far; bounded, because a server may list itself for ever.
    var found = 0
    /// Failed files that keep a job of their own.
    var keptFailures = 0
    /// Whether more files may come to ask, as of the last time that work was looked for.
    var mayAsk = true

    /// Names that the listings hold.
    var nameCount: Int { stack.reduce(0) { $0 + $1.listing.count } }

    /// Whether directories may be read: what is set aside in them would come on top of what is held.
    var mayRead: Bool { mayAsk || nameCount < Walk.mostNames }

    /// Whether something of it is to be handed out, or to be ended.
    var hasWork: Bool {
        guard ready.isEmpty else { return true }
        guard !mayAsk else { return !stack.isEmpty }
        let mayRead = mayRead
        return stack.contains { !$0.isWaiting(mayRead: mayRead) }
    }

    /// Entries that are known and could be handed out.
    var waitingCount: Int {
        let mayRead = mayRead
        return stack.reduce(ready.count) { count, expansion in
            // Until they are looked at, directories count among the files as well.
            count + expansion.fileCount(mayAsk: mayAsk)
                + (mayRead ? expansion.directoriesLeft : 0)
        }
    }
}

/// What a directory may hold before Ferry takes the server for broken or hostile.
enum TreeLimits {
    static let depth = 100
    /// Bytes of a path.
    static let path = 4_096
    static let entries = 20_000_000
    /// Links to directories that are followed on the way down on a server.
    static let links = 8
    /// Failed files below one directory that keep a job of their own; more are only counted.
    static let failures = 1_000
    /// Files of one batch that ask at a time, from which on others that would ask wait.
    static let questions = 1_000
}

extension Walk.Expansion {
    /// Whether entries of the kind become jobs.
    func isHandedOut(_ kind: Entry.Kind) -> Bool {
        switch kind {
        case .file, .directory: true
        case .link: takesLinks
        case .other: false
        }
    }
}
