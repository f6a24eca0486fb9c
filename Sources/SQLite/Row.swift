/// The names of a statement's columns.
final class Columns: Sendable {
    private let places: [String: Int]

    /// Of two columns of one name the first counts.
    init(_ names: [String]) {
        places = Dictionary(
            names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func place(of name: String) -> Int? { places[name] }
}

/// One row that a statement gave; a copy, which outlives the statement.
package struct Row: Sendable {
    private let columns: Columns
    private let values: [SQLiteValue]

    init(_ columns: Columns, _ values: [SQLiteValue]) {
        self.columns = columns
        self.values = values
    }

    /// What the column holds; nil where that is nothing, or something else, or there is no such column.
    package subscript<Value: StoredValue>(_ name: String) -> Value? {
        columns.place(of: name).flatMap { self[$0] }
    }

    /// The same by the column's place, counted from 0.
    package subscript<Value: StoredValue>(_ place: Int) -> Value? {
        values.indices.contains(place) ? Value(values[place]) : nil
    }

    /// What a column holds that always has such a value; throws where it has not, as in a damaged file.
    package func needed<Value: StoredValue>(_ name: String) throws(DatabaseError) -> Value {
        guard let value: Value = self[name] else { throw .damaged(name) }
        return value
    }
}
