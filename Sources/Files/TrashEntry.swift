/// Which of the things in a trash it is.
package struct TrashID: Hashable, Sendable {
    /// The trash, which holds `files` and `info`.
    package let directory: Path
    /// Its name in `files`.
    package let name: Name

    package init(directory: Path, name: Name) {
        self.directory = directory
        self.name = name
    }

    /// Where it lies.
    package var path: Path {
        var path = directory
        if let files = Name("files") { path = path.appending(files) }
        return path.appending(name)
    }
}

/// One thing in a trash, as its record has it.
package struct TrashEntry: Hashable, Sendable {
    /// Where it was before.
    package enum Origin: Hashable, Sendable {
        case path(Path)
        /// It cannot be restored; why, as a sentence.
        case unusable(String)
    }

    package let id: TrashID
    package let origin: Origin
    /// By this machine's clock; nil where the record has no usable date.
    package let deleted: CivilTime?
    /// Nil where only its record is left.
    package let kind: Entry.Kind?
    /// Bytes of a file.
    package let size: UInt64?

    package init(
        id: TrashID, origin: Origin, deleted: CivilTime?, kind: Entry.Kind?, size: UInt64?
    ) {
        self.id = id
        self.origin = origin
        self.deleted = deleted
        self.kind = kind
        self.size = size
    }
}

/// What is in the trash.
package struct TrashListing: Hashable, Sendable {
    /// The newest first.
    package var entries: [TrashEntry] = []
    /// Whether more is there than is listed.
    package var isCut = false
    /// What could not be read.
    package var failures: [FileSystemError] = []

    package init() {}
}
