import Files
import Synchronization

// What no job will go on with.
extension PartOwner {
    /// Whether anything may lie on a disk or a server that no job will go on with.
    var hasLeftovers: Bool {
        state.withLock { state in
            guard state.ownership != nil else { return state.isInherited }
            return !state.parts.isEmpty || !state.displaced.isEmpty || !state.unswept.isEmpty
        }
    }

    /// Another queue has worked for the batch: only the store knows what that has left.
    func noteInherited() {
        state.withLock { if $0.ownership == nil { $0.isInherited = true } }
    }

    /// Asks the store what an earlier run left; where it does not answer, all stays as it is.
    func learnLeftovers() {
        if state.withLock(\.isInherited) { try? open() }
    }

    /// All that is known to lie on a site.
    func leftovers(on site: Site) -> [StoredPart] {
        state.withLock { state in
            (Array(state.parts.values) + Array(state.displaced.values)).filter { $0.site == site }
        }
    }
}
