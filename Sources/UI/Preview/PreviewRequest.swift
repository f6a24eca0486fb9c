package import Files
package import Terminal

/// What is to be looked at beside the panes.
package struct PreviewRequest: Hashable, Sendable {
    /// The file or the directory.
    package var location: Location
    /// What it is.
    package var kind: Entry.Kind
    /// Bytes, where known.
    package var size: UInt64?
    /// When it was changed, where known: a newer one is looked at again.
    package var modified: Timestamp?
    /// Columns and rows to show it in.
    package var area: Size
    /// Pictures are drawn with ASCII alone.
    package var isASCII: Bool

    /// Looks at an entry.
    package init(_ entry: Entry, at location: Location, area: Size, isASCII: Bool) {
        self.location = location
        kind = entry.kind
        size = entry.size
        modified = entry.modified
        self.area = area
        self.isASCII = isASCII
    }
}

/// What was seen of a file or a directory.
package enum PreviewContent: Sendable {
    /// The first bytes of a file; whether they are all; and why they are no picture, where they could
    /// have been one.
    case bytes([UInt8], isWhole: Bool, size: UInt64?, note: String?)
    /// The first entries of a directory, in the order of a pane, and how many it has.
    case entries([Entry], count: Int)
    /// The first entries of an archive, each directory before what is in it, and how many it has.
    case archive([NestedEntry], count: Int)
    case picture(Picture)
}

/// An entry of an archive.
package struct NestedEntry: Sendable {
    /// What is known of it.
    package var entry: Entry
    /// How many directories of the archive it lies below; 0 or more.
    package var depth: Int

    /// Puts it below so many directories.
    package init(_ entry: Entry, depth: Int) {
        self.entry = entry
        self.depth = depth
    }
}
