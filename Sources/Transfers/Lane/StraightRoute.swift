import Synchronization

/// Whether files are sent straight from one of a route's servers to the other: wanted, and not refused
/// so far. All lanes of the route share it.
final class StraightRoute: Sendable {
    private let mayTry: Atomic<Bool>

    init(isWanted: Bool) {
        mayTry = Atomic(isWanted)
    }

    var isOpen: Bool { mayTry.load(ordering: .relaxed) }

    /// It does not work, and is not tried again.
    func close() { mayTry.store(false, ordering: .relaxed) }
}
