import Synchronization
import Words

/// How many archives are made at once: each keeps a directory open for every level that it has come down
/// to, as long as the visitor takes.
final class ArchiveAllowance: Sendable {
    /// Archives of all visitors, and of one.
    static let most = 16
    private static let mostOfOne = 8

    private let running = Mutex<[String: Int]>([:])

    /// One of them, as long as it is kept.
    final class Place: Sendable {
        private let allowance: ArchiveAllowance
        private let visitor: String

        fileprivate init(_ allowance: ArchiveAllowance, _ visitor: String) {
            self.allowance = allowance
            self.visitor = visitor
        }

        deinit { allowance.leave(visitor) }
    }

    /// Refuses where a visitor, or all of them, have as many as they may.
    func enter(_ visitor: String) throws(Refusal) -> Place {
        let isFree = running.withLock { running in
            guard running.values.reduce(0, +) < ArchiveAllowance.most,
                running[visitor, default: 0] < ArchiveAllowance.mostOfOne
            else { return false }
            running[visitor, default: 0] += 1
            return true
        }
        guard isFree else {
            throw Refusal(
                .serviceUnavailable,
                tr("Too many directories are being downloaded at the moment; try again later."),
                headers: [("Retry-After", "30")])
        }
        return Place(self, visitor)
    }

    private func leave(_ visitor: String) {
        running.withLock { running in
            let left = running[visitor, default: 1] - 1
            running[visitor] = left > 0 ? left : nil
        }
    }
}
