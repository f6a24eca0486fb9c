import Synchronization

/// Says from any thread that what runs is to end.
final class StopSign: Sendable {
    private let flag = Atomic<Bool>(false)
    /// Whether nobody waits for it any more; asked between two reads.
    private let isUnwanted: @Sendable () -> Bool

    init(_ isUnwanted: @escaping @Sendable () -> Bool) {
        self.isUnwanted = isUnwanted
    }

    var isSet: Bool { flag.load(ordering: .relaxed) || isUnwanted() }
    func set() { flag.store(true, ordering: .relaxed) }
    func clear() { flag.store(false, ordering: .relaxed) }
}
