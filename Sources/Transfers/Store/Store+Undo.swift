package import Files
import SQLite
package import Jobs
import Words

extension Store {
    /// Keeps what was done, so that it can be taken back later; of a number of its own.
    package func noteUndo(_ record: UndoRecord) throws(StoreError) {
        try transaction(tr("What can be undone could not be saved")) { database in
            let number = try UndoRows.begin(
                record.action, nil, record.site, record.origin, time: record.time, in: database)
            for step in record.steps.prefix(UndoRows.steps) {
                try UndoRows.save(step, number, database)
            }
            let kept = min(record.steps.count, UndoRows.steps)
            try database.execute(
                sql: "UPDATE undo SET count = ?, lost = ? WHERE number = ?",
                arguments: [kept, record.lost + record.steps.count - kept, number])
        }
    }

    /// Begins to keep what a command does, at that second since the epoch, or a job of the queue, of that
    /// `batch`; the number for `addUndo`. Of a job that was begun before, what was kept goes on, with all
    /// that is `known` of it, each step without its number. `twin`: the number of what is done on another
    /// site.
    package func beginUndo(
        _ action: UndoRecord.Action, on site: Site, batch: BatchID? = nil, twin: Int64? = nil,
        time: Int64
    ) throws(StoreError) -> (number: Int64, known: Set<UndoStep>) {
        try transaction(tr("What can be undone could not be saved")) { database in
            if let batch, action != .watch,
                let found = try UndoRows.number(of: batch, action, on: site, in: database)
            {
                return (found, try UndoRows.steps(of: found, in: database))
            }
            // An earlier run may have begun on the other site alone.
            let other = try batch.flatMap { batch in
                action == .watch
                    ? nil : try UndoRows.number(of: batch, action, on: nil, in: database)
            }
            let number = try UndoRows.begin(
                action, batch, site, nil, twin: twin ?? other, time: time, in: database)
            return (number, [])
        }
    }

    /// Adds what a command did by that second, and how much of it cannot be taken back.
    package func addUndo(
        _ added: [UndoStep], lost: Int, to number: Int64, time: Int64
    ) throws(StoreError) {
        try transaction(tr("What can be undone could not be saved")) { database in
            let count =
                try database.first(
                    Int.self, sql: "SELECT count FROM undo WHERE number = ?", arguments: [number])
                ?? UndoRows.steps
            let kept = added.prefix(max(0, UndoRows.steps - count))
            for step in kept { try UndoRows.save(step, number, database) }
            try database.execute(
                sql: """
                    UPDATE undo SET time = max(time, ?), lost = lost + ?, count = count + ?
                    WHERE number = ?
                    """,
                arguments: [time, lost + added.count - kept.count, kept.count, number])
        }
    }

    /// What can be taken back, the newest first, each with its first steps.
    package func undoRecords() throws(StoreError) -> [UndoRecord] {
        try reading(tr("What can be undone could not be read")) { database in
            let sites = try SiteRow.all(in: database)
            let rows = try database.rows(sql: "SELECT * FROM undo ORDER BY time DESC, number DESC")
            return try rows.compactMap {
                try UndoRows.record($0, sites, steps: UndoRows.shownSteps, in: database)
            }
        }
    }

    /// One of them, with all its steps; nil where it is gone.
    package func undoRecord(_ number: Int64) throws(StoreError) -> UndoRecord? {
        try reading(tr("What can be undone could not be read")) { database in
            guard
                let row = try database.row(
                    sql: "SELECT * FROM undo WHERE number = ?", arguments: [number])
            else { return nil }
            return try UndoRows.record(
                row, try SiteRow.all(in: database), steps: UndoRows.steps, in: database)
        }
    }

    /// The numbers of what was done with a record on other sites.
    package func undoTwins(of number: Int64) throws(StoreError) -> [Int64] {
        try reading(tr("What can be undone could not be read")) { database in
            try database.all(
                Int64.self,
                sql: """
                    SELECT number FROM undo WHERE number <> ?1
                    AND (twin = ?1 OR number = (SELECT twin FROM undo WHERE number = ?1))
                    """, arguments: [number])
        }
    }

    /// Forgets what a sync has made two trees agree about, because it is about to be undone: also where
    /// that is broken off, nothing counts as deleted that only the undoing has removed. A plan is forgotten
    /// as well: what it has done would not be done once more.
    package func prepareUndo(of number: Int64) throws(StoreError) {
        let twins = try undoTwins(of: number)
        try transaction(tr("What was synchronised could not be saved")) { database in
            for record in [number] + twins {
                try UndoRows.forgetAgreement(record, in: database)
                try StoredScript.forget(ofRecord: record, in: database)
            }
        }
    }

    /// Forgets the steps of a record that were taken back, and the record itself where none is left
    /// and nothing went wrong; keeps why others were not.
    package func endUndo(
        _ number: Int64, steps undone: [Int64], failure: String?
    ) throws(StoreError) {
        try transaction(tr("What was undone could not be saved")) { database in
            let delete = try database.cachedStatement(
                sql: "DELETE FROM undo_step WHERE number = ? AND record = ?")
            for step in undone { try delete.execute([step, number]) }
            let left =
                try database.first(
                    Int.self, sql: "SELECT count(*) FROM undo_step WHERE record = ?",
                    arguments: [number]) ?? 0
            if left == 0 {
                try database.execute(sql: "DELETE FROM undo WHERE number = ?", arguments: [number])
            } else {
                try database.execute(
                    sql: "UPDATE undo SET count = ?, failure = ? WHERE number = ?",
                    arguments: [left, failure, number])
            }
        }
    }
}
