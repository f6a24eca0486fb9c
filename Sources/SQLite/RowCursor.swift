/// The rows of a statement, one after the other.
package final class RowCursor {
    private let statement: Statement
    /// Known with the first row: until then the table may get further ones.
    private var columns: Columns?
    private var isAtEnd = false

    init(
        _ statement: Statement, _ arguments: [(any StoredValue)?]
    ) throws(DatabaseError) {
        self.statement = statement
        try statement.begin(arguments)
    }

    /// The next row; nil after the last, and after an error.
    package func next() throws(DatabaseError) -> Row? {
        guard !isAtEnd else { return nil }
        // SQLite would begin again after the end.
        isAtEnd = true
        guard try statement.step() else {
            statement.reset()
            return nil
        }
        isAtEnd = false
        let columns = columns ?? statement.columns
        self.columns = columns
        return statement.row(columns)
    }
}
