import Synchronization

/// Remembers what servers refuse that others can do: in memory, or in a file as well, for a month.
/// Called on workers; may block on a file, never on the user.
package protocol RefusalMemory: AnyObject, Sendable {
    /// What the site's server has refused, by the names that its protocol has for it.
    func refusals(of site: Site) -> Set<String>
    /// The site's server refuses this; from now on for all connections. `name`: letters, digits and
    /// dashes.
    func noteRefusal(_ name: String, of site: Site)
}

/// Remembers it for as long as the process runs.
package final class TransientRefusals: RefusalMemory {
    private let names = Mutex<[ServerPlace: Set<String>]>([:])

    /// Nothing is refused.
    package init() {}

    package func refusals(of site: Site) -> Set<String> {
        names.withLock { $0[ServerPlace(site)] ?? [] }
    }

    package func noteRefusal(_ name: String, of site: Site) {
        names.withLock { _ = $0[ServerPlace(site), default: []].insert(name) }
    }
}
