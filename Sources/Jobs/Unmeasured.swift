/// What is not known of a directory while it is being read: without it, the little that was found
/// first would be taken for all.
package struct Unmeasured: Hashable, Sendable {
    /// Files below, of which the listing told no size and which have not begun.
    package var files = 0
    /// Directories below that were found and not read, and those that were read, itself included.
    package var unreadDirectories = 0
    package var readDirectories = 0

    package init() {}

    /// Bytes of all files found: those without a size are taken for average ones. `known`: bytes of
    /// those with one; `done`: bytes done, in so many files.
    func bytes(
        knowing known: UInt64, of filesFound: Int, done: UInt64, in filesDone: Int
    ) -> Double {
        guard files > 0 else { return Double(known) }
        let sized = filesFound - files
        let average =
            sized > 0 ? Double(known) / Double(sized) : Double(done) / Double(filesDone + 1)
        // What is being written of a file without a size is no smaller than that.
        return max(
            Double(known) + average * Double(files), Double(done) + average * Double(files - 1))
    }

    /// How much more there is than what the directories that were read hold: 1 is nothing.
    var shareOfDirectories: Double {
        1 + Double(max(0, unreadDirectories)) / Double(max(1, readDirectories))
    }

    package static func += (left: inout Unmeasured, right: Unmeasured) {
        left.files += right.files
        left.unreadDirectories += right.unreadDirectories
        left.readDirectories += right.readDirectories
    }

    package static func -= (left: inout Unmeasured, right: Unmeasured) {
        left.files = max(0, left.files - right.files)
        left.unreadDirectories = max(0, left.unreadDirectories - right.unreadDirectories)
        left.readDirectories = max(0, left.readDirectories - right.readDirectories)
    }
}
