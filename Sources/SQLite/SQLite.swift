import CSQLite

// SQLite, as far as Ferry's store needs it: statements, rows and transactions. It knows no tables and no
// files but the one it is told, and imports nothing of Ferry's.

/// The library itself.
package enum SQLiteLibrary {
    /// As it says itself: `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
