import SQLite

/// SQLite, which keeps the queue.
package enum StoreLibrary {
    /// As it says itself: `3.40.1`.
    package static var version: String { SQLiteLibrary.version }
}
