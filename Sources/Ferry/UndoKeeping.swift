import Engine
import Files
import Glibc
import Jobs
import Transfers
import Words

/// Keeps what a command has done to files, for `ferry undo`.
enum UndoKeeping {
    /// What cannot be kept is told, and the command has done its work all the same.
    static func keep(
        _ action: UndoRecord.Action, _ steps: [UndoStep], on site: Site, _ session: HeadlessSession
    ) {
        guard !steps.isEmpty else { return }
        do throws(StoreError) {
            let store = try Store.openLasting(at: session.settings.storePath)
            try store.noteUndo(
                UndoRecord(action, on: site, time: Int64(time(nil)), steps: steps))
        } catch {
            StandardError.say(Failure.prefix + tr("It cannot be undone. \(error)"))
        }
    }
}
