import Files
import Glibc
import Jobs
import Transfers
import UI
import Words
import Work

/// Keeps what is done at once, without the queue, so that it can be taken back; lists what there is, and
/// takes it back.
final class UndoController: Sendable {
    private let queue: TransferQueue
    private let inbox: Inbox

    init(_ queue: TransferQueue, _ inbox: Inbox) {
        self.queue = queue
        self.inbox = inbox
    }

    // MARK: - Keeping

    /// Keeps what was done on a site just now.
    func note(
        _ action: UndoRecord.Action, _ steps: [UndoStep], on site: Site, lost: Int = 0
    ) {
        let record = UndoRecord(
            action, on: site, time: Int64(time(nil)), steps: steps, lost: lost)
        queue.withStore { [inbox] opened in
            do throws(StoreError) {
                try opened.get().noteUndo(record)
            } catch {
                inbox.post(.notice("\(error)", isError: true))
            }
        }
    }

    /// The same of many names of a directory.
    func note(_ renamings: [Renaming], in place: Location) {
        let steps = renamings.map { renaming in
            UndoStep(
                place.path.appending(renaming.to),
                .renamed(from: place.path.appending(renaming.from)))
        }
        note(.rename, steps, on: place.site)
    }

    /// The same of permissions and times, as far as the listing has told what they were.
    func note(_ change: AttributeChange, _ outcome: AttributeOutcome) {
        guard outcome.end == nil, outcome.failureCount == outcome.failures.count else { return }
        let failed = Set(outcome.failures.compactMap(\.path))
        var steps: [UndoStep] = []
        var lost = 0
        for entry in change.entries {
            let path = change.location.path.appending(entry.name)
            if failed.contains(path) { continue }
            let mode = change.mode == nil ? nil : entry.mode
            let time = change.time == nil ? nil : entry.modified
            let isKnown =
                (change.mode == nil || mode != nil) && (change.time == nil || time != nil)
            // Below a directory nobody has looked, and of a link what it leads to was changed.
            if isKnown, entry.kind != .link, !(change.goesBelow && entry.kind == .directory) {
                steps.append(UndoStep(path, .changed(mode: mode, modified: time)))
            } else {
                lost += 1
            }
        }
        guard !steps.isEmpty || lost > 0 else { return }
        note(.changeAttributes, steps, on: change.location.site, lost: lost)
    }

    // MARK: - Taking back

    func load(_ request: RequestID) {
        queue.withStore { [inbox] opened in
            let answer: UndoAnswer
            do throws(StoreError) {
                answer = .records(try opened.get().undoRecords())
            } catch {
                answer = .unread("\(error)")
            }
            inbox.post(.undoList(request, answer))
        }
    }

    /// Takes a record of a site back; `perform` does something on a connection to it. `refused` makes a
    /// question of a login that was refused before anything was done; nil where nobody can be asked.
    func undo(
        _ request: RequestID, _ number: Int64, on site: Site, stop: Cancellation,
        refused: @escaping @Sendable (FileSystemError) -> Message?,
        _ perform: @escaping @Sendable (@escaping @Sendable (any FileSystem) -> Message?) -> Void
    ) {
        queue.withStore { [queue, inbox] opened in
            do throws(StoreError) {
                guard let record = try opened.get().undoRecord(number), record.site == site else {
                    throw StoreError(tr("There is nothing left of it to undo."))
                }
                guard record.canBeUndone else {
                    throw StoreError(record.shortfall ?? record.intention)
                }
                if let obstacle = try opened.get().obstacle(to: record) {
                    throw StoreError(obstacle)
                }
                try opened.get().prepareUndo(of: number)
                perform { files in
                    let result = Undoer.run(record, on: files, stop: stop)
                    if result.undone.isEmpty, let error = result.failures.first.first,
                        let question = refused(error)
                    {
                        return question
                    }
                    UndoController.end(request, record, result, queue, inbox)
                    return nil
                }
            } catch {
                inbox.post(.undone(request, UndoController.report("\(error)", site)))
            }
        }
    }

    /// Keeps what became of it, then says so.
    private static func end(
        _ request: RequestID, _ record: UndoRecord, _ result: UndoResult, _ queue: TransferQueue,
        _ inbox: Inbox
    ) {
        if !result.requests.isEmpty { queue.submit(result.requests) }
        queue.withStore { opened in
            var failures = result.failures
            do throws(StoreError) {
                try opened.get().endUndo(
                    record.number, steps: result.undone, failure: failures.first.first?.message)
            } catch {
                failures.append(FileSystemError(.other, detail: "\(error)"))
            }
            inbox.post(
                .undone(
                    request,
                    UndoReport(
                        site: record.site, undone: result.undone.count - result.requests.count,
                        queued: result.requests.count, failures: failures, notes: result.notes)))
        }
    }

    static func report(_ sentence: String, _ site: Site) -> UndoReport {
        var failures = FailureList(atMost: 1)
        failures.append(FileSystemError(.other, detail: sentence))
        return UndoReport(site: site, undone: 0, queued: 0, failures: failures)
    }
}
