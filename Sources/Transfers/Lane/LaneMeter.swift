import Synchronization

/// How much a lane has done, for anybody to look at: bytes, and for each file or directory as many more
/// as a fast line carries while one is begun and ended.
final class LaneMeter: Sendable {
    /// Bytes that a file or directory counts as beside its own.
    static let item: UInt64 = 64 << 10

    private let total = Atomic<UInt64>(0)

    var credit: UInt64 { total.load(ordering: .relaxed) }

    func note(bytes: Int) {
        total.wrappingAdd(UInt64(max(0, bytes)), ordering: .relaxed)
    }

    func noteItem() {
        total.wrappingAdd(LaneMeter.item, ordering: .relaxed)
    }
}
