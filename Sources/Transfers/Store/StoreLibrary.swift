import GRDB

/// SQLite, which keeps the queue.
package enum StoreLibrary {
    /// As it says itself: `3.40.1`; nil where it does not.
    package static var version: String? {
        try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
    }
}
