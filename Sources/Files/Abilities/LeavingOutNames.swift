import Words

/// A file system of which listings may leave out something that is there.
package protocol LeavingOutNames: FileSystem {
    /// What they are known to leave out; nil for nothing.
    var unlistedNames: UnlistedNames? { get }
}

/// What listings leave out.
package enum UnlistedNames: Hashable, Sendable {
    case links
    /// That something is a link: it is listed as what it leads to.
    case linkNature
    /// Names that begin with a dot.
    case hidden

    package var words: String {
        switch self {
        case .links, .linkNature: tr("links")
        case .hidden: tr("names that begin with a dot")
        }
    }
}
