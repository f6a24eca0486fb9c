package import Files
import SQLite
package import Jobs
import Words

extension Store {
    /// Of what was done later than that on the same site, by mirrors: the first steps of each, which tell
    /// whether it has replaced a directory as a whole; the newest first.
    package func mirrors(after number: Int64) throws(StoreError) -> [UndoRecord] {
        try reading(tr("What can be undone could not be read")) { database in
            let rows = try database.rows(
                sql: """
                    SELECT * FROM undo WHERE number > ?1 AND action = ?2
                    AND site = (SELECT site FROM undo WHERE number = ?1) ORDER BY number DESC
                    """,
                arguments: [number, UndoRecord.Action.mirror.rawValue])
            let sites = try SiteRow.all(in: database)
            return try rows.compactMap {
                try UndoRows.record($0, sites, steps: UndoRows.shownSteps, in: database)
            }
        }
    }

    /// The number of the newest record, after that one, that has given another name or place to something of
    /// the same site, or its name to something else, and can be taken back; nil for none.
    package func lastRenaming(
        after number: Int64, of paths: [Path]
    ) throws(StoreError) -> Int64? {
        try reading(tr("What can be undone could not be read")) { database in
            let marks = Array(repeating: "?", count: paths.count).joined(separator: ", ")
            let names = paths.map { $0.bytes }
            return try database.first(
                Int64.self,
                sql: """
                    SELECT number FROM undo AS done WHERE number > ?
                    AND site = (SELECT site FROM undo WHERE number = ?) AND failure IS NULL
                    AND EXISTS (SELECT 1 FROM undo_step WHERE record = done.number
                        AND kind IN ('renamed', 'moved')
                        AND (path IN (\(marks)) OR other IN (\(marks))))
                    ORDER BY number DESC LIMIT 1
                    """,
                arguments: [number, number] + names + names)
        }
    }

    /// Puts other steps into a record's place, at once, with so much more that cannot be taken back; without
    /// any the record is forgotten.
    package func rewriteUndo(
        _ number: Int64, _ steps: [UndoStep], lost: Int
    ) throws(StoreError) {
        try transaction(tr("What can be undone could not be saved")) { database in
            try database.execute(
                sql: "DELETE FROM undo_step WHERE record = ?", arguments: [number])
            guard !steps.isEmpty else {
                try database.execute(sql: "DELETE FROM undo WHERE number = ?", arguments: [number])
                return
            }
            let kept = steps.prefix(UndoRows.steps)
            for step in kept { try UndoRows.save(step, number, database) }
            try database.execute(
                sql: "UPDATE undo SET count = ?, lost = lost + ? WHERE number = ?",
                arguments: [kept.count, lost + steps.count - kept.count, number])
        }
    }
}
