/// A value as SQLite keeps it (sqlite.org/datatype3.html).
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What can stand in a column.
package protocol StoredValue {
    /// As it is written.
    var stored: SQLiteValue { get }

    /// Nil where a column holds something else, or nothing.
    init?(_ stored: SQLiteValue)
}

extension StoredValue where Self: FixedWidthInteger {
    /// A number that SQLite has no room for is written as its largest.
    package var stored: SQLiteValue { .integer(Int64(clamping: self)) }

    package init?(_ stored: SQLiteValue) {
        switch stored {
        case .integer(let number): self.init(exactly: number)
        case .real(let number): self.init(exactly: number)
        case .null, .text, .blob: return nil
        }
    }
}

extension Int: StoredValue {}
extension Int32: StoredValue {}
extension Int64: StoredValue {}

extension Bool: StoredValue {
    package var stored: SQLiteValue { .integer(self ? 1 : 0) }

    package init?(_ stored: SQLiteValue) {
        guard case .integer(let number) = stored else { return nil }
        self = number != 0
    }
}

extension Double: StoredValue {
    package var stored: SQLiteValue { .real(self) }

    package init?(_ stored: SQLiteValue) {
        switch stored {
        case .integer(let number): self.init(number)
        case .real(let number): self = number
        case .null, .text, .blob: return nil
        }
    }
}

extension String: StoredValue {
    package var stored: SQLiteValue { .text(self) }

    package init?(_ stored: SQLiteValue) {
        switch stored {
        case .text(let text): self = text
        case .blob(let bytes): self.init(validating: bytes, as: UTF8.self)
        case .null, .integer, .real: return nil
        }
    }
}

extension [UInt8]: StoredValue {
    package var stored: SQLiteValue { .blob(self) }

    package init?(_ stored: SQLiteValue) {
        switch stored {
        case .blob(let bytes): self = bytes
        case .text(let text): self = Array(text.utf8)
        case .null, .integer, .real: return nil
        }
    }
}
