import Files

/// The directories in which a server does not set the modes of the files that it was sent. Some let nobody,
/// or no anonymous user, set any: each further file would cost a command more, and a line of the log, for
/// nothing.
struct ModeRefusals {
    private enum Answers {
        /// So many files were refused, and no other was taken.
        case refused(Int)
        case taken
    }

    /// Files that have to be refused, from the first on.
    private static let enough = 3
    /// Directories that are remembered.
    private static let limit = 10_000

    private var directories: [Path: Answers] = [:]

    /// Whether further files need not be asked about.
    func isCertain(in directory: Path) -> Bool {
        guard case .refused(let count)? = directories[directory] else { return false }
        return count >= ModeRefusals.enough
    }

    mutating func noteTaken(in directory: Path) {
        if case .taken? = directories[directory] { return }
        set(.taken, directory)
    }

    /// Of a file that was made for this: what others own there says nothing.
    mutating func noteRefused(in directory: Path) {
        switch directories[directory] {
        case nil: set(.refused(1), directory)
        case .refused(let count): set(.refused(count + 1), directory)
        case .taken: break
        }
    }

    private mutating func set(_ answers: Answers, _ directory: Path) {
        guard directories.count < ModeRefusals.limit || directories[directory] != nil else {
            return
        }
        directories[directory] = answers
    }
}
