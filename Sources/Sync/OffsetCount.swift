/// Counts by how many quarter-hours the clocks of two trees are apart: where all files agree in it, it is
/// the server's zone and no change.
struct OffsetCount: Sendable {
    /// Of a hundred files that have the same size, so many must agree.
    private static let share = 90

    private var counts: [Int64: Int] = [:]
    /// Files of equal sizes of which both times are known exactly enough.
    private var total = 0

    /// Counts a file of equal sizes; `offset` is nil where the times are the same, or lie apart otherwise.
    mutating func count(_ offset: Int64?) {
        total += 1
        if let offset { counts[offset, default: 0] += 1 }
    }

    /// What nearly all have; nil where they do not agree, or where it is but one.
    var shared: Int64? {
        // Of two that are counted equally often, none is what all have.
        guard let (offset, count) = counts.max(by: { $0.value < $1.value }), count >= 2,
            count * 100 >= total * OffsetCount.share
        else { return nil }
        return offset
    }
}
