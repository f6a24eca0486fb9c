import Files
package import Jobs
package import Transfers
import UI
import Words

extension Store {
    /// Why a record is not to be undone yet; nil where nothing is in the way. Where a directory was replaced as
    /// a whole later, what has the same paths by now is not what was there.
    package func obstacle(to record: UndoRecord) throws(StoreError) -> String? {
        let swap = record.action.isMirror ? SwapUndo(record.steps) : nil
        // Where the old directory would come back, it is proved that it may; what cannot be undone any more
        // does not keep it away for good.
        let isProved = swap?.exit != nil
        lazy var places = Set(record.steps.flatMap(\.places))
        for later in try mirrors(after: record.number) {
            guard let target = SwapUndo.target(of: later.steps),
                places.contains(where: { $0.isInside(target) || target.isInside($0) }),
                !isProved || later.failure == nil && later.canBeUndone
            else { continue }
            let place = Location(site: record.site, path: target)
            let advice = tr(
                "\(place.text) was replaced as a whole since then; run 'ferry undo "
                    + "\(later.number)' first.")
            // Why that has not succeeded, where it was tried.
            return [advice, later.failure].compactMap(\.self).joined(separator: " ")
        }
        guard isProved, let target = swap?.target else { return nil }
        let above = target.components.indices.map {
            Path(components: Array(target.components.prefix($0 + 1)))
        }
        return try lastRenaming(after: record.number, of: above).map { number in
            tr(
                "\(Location(site: record.site, path: target).text) was renamed since then; run 'ferry undo "
                    + "\(number)' first.")
        }
    }
}

extension UndoStep {
    /// Where it was done, and where something came from.
    fileprivate var places: [Path] {
        if case .renamed(let from) = what { [path, from] } else { [path] }
    }
}
