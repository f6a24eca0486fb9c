package import Files
import Synchronization

/// The sites on which somebody looks around, with connections of their own.
package final class BrowsedSites: Sendable {
    private let sites = Mutex<[Int: Site]>([:])

    /// Whether one is connected there.
    package func isBrowsed(_ site: Site) -> Bool {
        sites.withLock { $0.values.contains { $0.isSameAccount(as: site) } }
    }

    /// The connection of that number is at the site, or nowhere.
    func note(_ connection: Int, at site: Site?) {
        sites.withLock { $0[connection] = site }
    }
}
