import Files
package import Jobs
package import Transfers

extension Store {
    /// Why a record is not to be undone yet; nil where nothing is in the way. What has come into a
    /// directory's place as a whole leaves it as a whole: not with what was done there later.
    package func obstacle(to record: UndoRecord) throws(StoreError) -> String? {
        guard record.action.isMirror, let swap = SwapUndo(record.steps),
            let number = try lastUndo(after: record.number, in: swap.target)
        else { return nil }
        let place = Location(site: record.site, path: swap.target)
        return "\(place.text) has changed since then; run 'ferry undo \(number)' first."
    }
}
