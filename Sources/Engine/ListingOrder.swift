import Files
import UI

/// A directory that a pane wants to be read.
struct ListingOrder: Sendable {
    let request: RequestID
    let tab: TabID
    let site: Site
    /// Nil where the login leads, or what is named from there.
    private let path: Path?
    private let below: RelativePath?
    let arrangement: Arrangement

    /// Nil where the effect asks for something else.
    init?(_ effect: Effect) {
        switch effect {
        case .list(let request, let tab, let site, let path, let arrangement):
            (self.request, self.tab, self.site) = (request, tab, site)
            (self.path, below, self.arrangement) = (path, nil, arrangement)
        case .listBelowHome(let request, let tab, let site, let below, let arrangement):
            (self.request, self.tab, self.site) = (request, tab, site)
            (path, self.below, self.arrangement) = (nil, below, arrangement)
        default:
            return nil
        }
    }

    /// Which directory that is.
    func directory(on files: any FileSystem) throws(FileSystemError) -> Path {
        if let path { return path }
        if let below { return try files.path(of: below) }
        return try files.home()
    }
}
