package import Files
import Synchronization

/// Remembers what servers refuse for as long as the process runs.
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
