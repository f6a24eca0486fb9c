/// The rows of a statement, one after the other.
package final class RowCursor {
    private let statement: Statement
    private let columns: Columns
    private var isAtEnd = false

    init(
        _ statement: Statement, _ arguments: [(any StoredValue)?]
    ) throws(DatabaseError) {
        self.statement = statement
        columns = statement.columns
        try statement.begin(arguments)
    }

    /// The next row; nil after the last.
    package func next() throws(DatabaseError) -> Row? {
        // SQLite would begin again.
        guard !isAtEnd else { return nil }
        guard try statement.step() else {
            isAtEnd = true
            statement.reset()
            return nil
        }
        return statement.row(columns)
    }
}
