import Files
import Synchronization

/// What archives were found to hold, for all connections of a process: the next one need not read the
/// headers again.
package final class ArchiveMemory: Sendable {
    private struct Known {
        var site: Site
        var state: FileFingerprint
        var tree: ArchiveTree
    }

    private static let most = 3
    private let known = Mutex<[Known]>([])

    package init() {}

    /// What the archive holds, where its file is still as it was then.
    func tree(of site: Site, in state: FileFingerprint) -> ArchiveTree? {
        let site = ArchiveMemory.key(site)
        return known.withLock { known in
            known.first { $0.site == site && $0.state == state }?.tree
        }
    }

    /// What its names are read as does not change what it holds.
    private static func key(_ site: Site) -> Site {
        var key = site
        key.archiveCharset = nil
        return key
    }

    func keep(_ tree: ArchiveTree, of site: Site, in state: FileFingerprint) {
        let site = ArchiveMemory.key(site)
        known.withLock { known in
            known.removeAll { $0.site == site }
            if known.count >= ArchiveMemory.most { known.removeFirst() }
            known.append(Known(site: site, state: state, tree: tree))
        }
    }
}
