package import Files
import Foundation
import GRDB

extension Store {
    /// The number of the newest record, after that one, of something that was done on the same site to a
    /// directory or in it; nil for none.
    package func lastUndo(
        after number: Int64, in directory: Path
    ) throws(StoreError) -> Int64? {
        try reading("What can be undone could not be read") { database in
            let start = directory.bytes + [0x2F]
            return try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(undo.number) FROM undo JOIN undo_step ON record = undo.number
                    WHERE undo.number > ?1
                    AND undo.site = (SELECT site FROM undo WHERE number = ?1)
                    AND (path = ?2 OR substr(path, 1, ?4) = ?3 OR kind = 'renamed'
                        AND (other = ?2 OR substr(other, 1, ?4) = ?3))
                    """,
                arguments: [number, Data(directory.bytes), Data(start), start.count])
        }
    }
}
