/// A file system that may show a link as what it leads to, so that what seems to lie below it is
/// somebody else's; asked where something is to be removed.
package protocol DiscerningLinks: FileSystem {
    /// Whether `list` may show links as directories.
    var listsLinksAsDirectories: Bool { get }
    /// What those of `names` in `directory` are themselves that seem to be directories; nothing for
    /// those of which it could not be learnt.
    func natures(
        of names: Set<Name>, in directory: Path
    ) throws(FileSystemError) -> [Name: DirectoryNature]
}

/// What something is that seems to be a directory.
package enum DirectoryNature: Hashable, Sendable {
    case directory
    /// `target` is empty where it is not told.
    case link(target: [UInt8])
}
