import CSQLite

/// What SQLite says where it refuses (sqlite.org/rescode.html).
package struct DatabaseError: Error, Equatable {
    /// What Ferry tells apart.
    package enum Kind: Sendable {
        /// Another process's transaction did not end in time.
        case busy
        case corrupt
        /// The file is something else.
        case noDatabase
        case inputOutput
        case cannotOpen
        /// The locks of the write-ahead log do not work.
        case locking
        case other
    }

    package var kind: Kind
    /// Why: SQLite's own words, where it said something.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// `code`: a result, extended or not.
    init(_ code: Int32, _ message: String) {
        let kind: Kind =
            switch code & 0xFF {
            case SQLITE_BUSY: .busy
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_NOTADB: .noDatabase
            case SQLITE_IOERR: .inputOutput
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_PROTOCOL: .locking
            default: .other
            }
        self.init(kind, message)
    }

    /// A column that has no value, or one of another kind.
    static func damaged(_ column: String) -> DatabaseError {
        DatabaseError(.corrupt, "column \(column) has no value that fits")
    }

    /// A value of more than 2 GiB.
    static var tooLarge: DatabaseError { DatabaseError(SQLITE_TOOBIG, "a value is too large") }

    /// What the connection says of its last call, which came to `code`.
    static func last(of connection: OpaquePointer?, _ code: Int32) -> DatabaseError {
        let words = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        return DatabaseError(code, words.map { String(cString: $0) } ?? "error \(code)")
    }
}

extension DatabaseError: CustomStringConvertible {
    package var description: String { message }
}
