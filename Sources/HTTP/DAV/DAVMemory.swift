import Files

/// What was learnt of a WebDAV server, and of uploads to it that are not committed.
struct DAVMemory {
    /// Whether MOVE is known to work, so that files are written under other names first; nil until
    /// it was asked.
    var takesMove: Bool?
    /// Whether hidden names are taken, so that a part can have its own; nil until it was tried.
    var takesParts: Bool?
    /// The property by which times can be set; nil until that was tried.
    var timeProperty: DAVTimeProperty?
    /// Whether it is of ownCloud's kin, by the fields that these add to their answers.
    var isOwnCloud = false
    /// Parts whose time the server took along with their bytes.
    var timed: Set<PartID> = []
}

/// How a server lets a time be set by PROPPATCH.
enum DAVTimeProperty: CaseIterable {
    /// The standard's own property, which most servers protect.
    case standard
    /// ownCloud's and its kin's, in seconds since the epoch.
    case seconds
    /// None is taken.
    case none
}
