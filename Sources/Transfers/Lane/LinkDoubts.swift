import Files

/// What seems to be a directory, where it is to be removed: a link goes alone, and what it leads to
/// stays.
enum LinkDoubt {
    case directory
    case link(target: [UInt8])
    /// Nobody tells. A command that removes files removes a link, and refuses a directory.
    case unknown
}

extension FileSystem {
    /// What `path` is itself, whatever was said of it.
    func doubt(about path: Path) throws(FileSystemError) -> LinkDoubt {
        guard let name = path.name, let files = self as? any DiscerningLinks else {
            return .directory
        }
        return LinkDoubt(try files.natures(of: [name], in: path.parent)[name])
    }

    /// The directories of a listing that may be none, by their names.
    func doubts(
        about listing: Directory, of directory: Path
    ) throws(FileSystemError) -> [Name: LinkDoubt] {
        guard let files = self as? any DiscerningLinks, files.listsLinksAsDirectories else {
            return [:]
        }
        var names: Set<Name> = []
        for index in 0..<listing.count where listing.kind(at: index) == .directory {
            if let name = Name(listing.nameBytes(at: index)) { names.insert(name) }
        }
        guard !names.isEmpty else { return [:] }
        let natures = try files.natures(of: names, in: directory)
        var doubts: [Name: LinkDoubt] = [:]
        for name in names where natures[name] != .directory {
            doubts[name] = LinkDoubt(natures[name])
        }
        return doubts
    }

    /// The listing of a directory that is to be moved away, with what may be a link shown as one.
    func shownToMove(
        _ listing: Directory, of directory: Path
    ) throws(FileSystemError) -> Directory {
        var listing = listing
        let doubts = try doubts(about: listing, of: directory)
        guard !doubts.isEmpty else { return listing }
        for index in 0..<listing.count where listing.kind(at: index) == .directory {
            guard let name = Name(listing.nameBytes(at: index)), let doubt = doubts[name] else {
                continue
            }
            listing.showLink(at: index, to: doubt.target)
        }
        return listing
    }
}

extension LinkDoubt {
    init(_ nature: DirectoryNature?) {
        self =
            switch nature {
            case .directory: .directory
            case .link(let target): .link(target: target)
            case nil: .unknown
            }
    }

    /// Where it leads; empty where that is not told.
    var target: [UInt8] {
        if case .link(let target) = self { target } else { [] }
    }
}
