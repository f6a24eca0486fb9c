package import Files

/// One name of many that are changed together.
package struct Renaming: Hashable, Sendable {
    /// The name that there is.
    package let from: Name
    /// The name that is to be.
    package let to: Name

    /// An entry gets another name.
    package init(from: Name, to: Name) {
        self.from = from
        self.to = to
    }
}

/// What became of many names.
package struct RenameOutcome: Sendable {
    /// How many have their new names.
    package var renamed: Int
    /// What stopped it, before anything was done or on the way; nil where all have their names.
    package var failure: FileSystemError?
    /// A name that was in the way of others and has another one now, which may be temporary: the old name,
    /// and the present one. Where the line was cut, the server may have yet to give it.
    package var leftBehind: Renaming?

    /// So many were renamed.
    package init(renamed: Int, failure: FileSystemError? = nil, leftBehind: Renaming? = nil) {
        self.renamed = renamed
        self.failure = failure
        self.leftBehind = leftBehind
    }
}
