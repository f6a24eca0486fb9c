import CSQLite

/// A statement that is prepared, and can be run again and again (sqlite.org/c3ref/stmt.html).
///
/// A pointer is not Sendable, so its address is kept as a number. `SharedDatabase` gives it to one caller
/// at a time.
package final class Statement: Sendable {
    private let address: UInt
    /// A blob of so many bytes or more is lent to SQLite instead of copied.
    private static let lendingSize = 64 << 10

    private init(_ statement: OpaquePointer) {
        address = UInt(bitPattern: statement)
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    private var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// Prepares the first statement that `sql` has; nil where there is none but blanks and comments.
    /// `rest` is where the next one begins.
    static func prepare(
        _ sql: UnsafePointer<CChar>, on connection: OpaquePointer?,
        rest: inout UnsafePointer<CChar>?
    ) throws(DatabaseError) -> Statement? {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, &rest)
        guard code == SQLITE_OK else { throw .last(of: connection, code) }
        return statement.map { Statement($0) }
    }

    // MARK: - Running

    /// Runs it to its end; what rows it gives are dropped.
    package func execute(_ arguments: [(any StoredValue)?] = []) throws(DatabaseError) {
        defer { reset() }
        var lent: [(place: Int32, bytes: [UInt8])] = []
        for (place, value) in try numbered(arguments) {
            if case .blob(let bytes) = value, bytes.count >= Statement.lendingSize {
                lent.append((place, bytes))
            } else {
                try bind(value, at: place)
            }
        }
        try finish(lending: lent[...])
    }

    /// The first column of the first row; nil where there is none, or its value is no `Value`.
    package func first<Value: StoredValue>(
        _ type: Value.Type, _ arguments: [(any StoredValue)?] = []
    ) throws(DatabaseError) -> Value? {
        defer { reset() }
        try begin(arguments)
        guard try step() else { return nil }
        // What it changes it has changed before its first row (sqlite.org/lang_returning.html).
        return Value(value(at: 0))
    }

    /// Binds the values, for what `next` gives.
    func begin(_ arguments: [(any StoredValue)?]) throws(DatabaseError) {
        for (place, value) in try numbered(arguments) { try bind(value, at: place) }
    }

    /// Whether there is a next row, of which `value` and `row` tell then.
    func step() throws(DatabaseError) -> Bool {
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(code)
        }
    }

    // MARK: - The row at hand

    var columns: Columns {
        Columns(
            (0..<sqlite3_column_count(pointer)).map { place in
                sqlite3_column_name(pointer, place).map { String(cString: $0) } ?? ""
            })
    }

    func row(_ columns: Columns) -> Row {
        Row(columns, (0..<sqlite3_column_count(pointer)).map { value(at: $0) })
    }

    func value(at place: Int32) -> SQLiteValue {
        switch sqlite3_column_type(pointer, place) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, place))
        case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, place))
        case SQLITE_TEXT:
            .text(
                String(decoding: bytes(sqlite3_column_text(pointer, place), place), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(bytes(sqlite3_column_blob(pointer, place), place)))
        default: .null
        }
    }

    /// The text or blob has to be asked for before its size: asking may convert it.
    private func bytes(_ start: UnsafePointer<UInt8>?, _ place: Int32) -> UnsafeRawBufferPointer {
        bytes(start.map { UnsafeRawPointer($0) }, place)
    }

    private func bytes(_ start: UnsafeRawPointer?, _ place: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, place)))
    }

    // MARK: - Binding

    /// Each value with its place. One too many, or too few, is refused: the wrong row would be written.
    private func numbered(
        _ arguments: [(any StoredValue)?]
    ) throws(DatabaseError) -> [(place: Int32, value: SQLiteValue)] {
        guard arguments.count == Int(sqlite3_bind_parameter_count(pointer)) else {
            throw DatabaseError(SQLITE_RANGE, "\(arguments.count) values do not fit a statement")
        }
        return arguments.enumerated().map { (Int32($0 + 1), $1?.stored ?? .null) }
    }

    private func bind(_ value: SQLiteValue, at place: Int32) throws(DatabaseError) {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(pointer, place)
        case .integer(let number): code = sqlite3_bind_int64(pointer, place, number)
        case .real(let number): code = sqlite3_bind_double(pointer, place, number)
        case .text(var text):
            code = text.withUTF8 { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                return bytes.withMemoryRebound(to: CChar.self) {
                    // Of no address SQLite makes NULL.
                    guard let start = $0.baseAddress else {
                        return ferry_bind_text(pointer, place, "", 0)
                    }
                    return ferry_bind_text(pointer, place, start, count)
                }
            }
        case .blob(let bytes):
            code = bytes.withUnsafeBytes { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                guard count > 0 else { return sqlite3_bind_zeroblob(pointer, place, 0) }
                return ferry_bind_blob(pointer, place, bytes.baseAddress, count)
            }
        }
        guard code != SQLITE_TOOBIG else { throw .tooLarge }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs to the end while SQLite reads `blobs` where they are.
    private func finish(
        lending blobs: ArraySlice<(place: Int32, bytes: [UInt8])>
    ) throws(DatabaseError) {
        guard let blob = blobs.first else {
            while try step() {}
            return
        }
        let failure = blob.bytes.withUnsafeBytes { bytes -> DatabaseError? in
            guard let count = Int32(exactly: bytes.count) else {
                return self.failure(SQLITE_TOOBIG)
            }
            let code = ferry_lend_blob(pointer, blob.place, bytes.baseAddress, count)
            guard code == SQLITE_OK else { return self.failure(code) }
            do throws(DatabaseError) {
                try finish(lending: blobs.dropFirst())
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Ready to run again, with nothing of what was lent to it. What went wrong has been said.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    private func failure(_ code: Int32) -> DatabaseError {
        .last(of: sqlite3_db_handle(pointer), code)
    }
}
