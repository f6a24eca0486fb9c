import SQLite
import Jobs

/// A limit of all jobs together that the user has said.
struct SaidLimit: Equatable, Sendable {
    /// Bytes a second; nil for none.
    var rate: UInt64?
    /// What the settings wanted when it was said: once they want something else, it holds no longer.
    var over: UInt64?
}

/// The limit of all jobs together, in the store's counters: 0 is none.
enum StoredLimit {
    /// Keeps what the user has said, and what holds for the one who works.
    static func save(_ said: SaidLimit?, limit: UInt64?, in database: Database) throws {
        try set("limit_now", limit, in: database)
        guard let said else {
            return try database.execute(
                sql: "DELETE FROM counter WHERE name IN ('limit_said', 'limit_over')")
        }
        try set("limit_said", said.rate, in: database)
        try set("limit_over", said.over, in: database)
    }

    /// What the user says while nobody works.
    static func say(_ rate: UInt64?, in database: Database) throws {
        let over = try said(in: database).map(\.over) ?? now(in: database)
        try save(SaidLimit(rate: rate, over: over), limit: rate, in: database)
    }

    static func said(in database: Database) throws -> SaidLimit? {
        guard let rate = try value("limit_said", in: database),
            let over = try value("limit_over", in: database)
        else { return nil }
        return SaidLimit(rate: limit(rate), over: limit(over))
    }

    /// What holds; nil for no limit.
    static func now(in database: Database) throws -> UInt64? {
        try value("limit_now", in: database).flatMap(limit)
    }

    private static func limit(_ value: Int64) -> UInt64? {
        value == 0 ? nil : StoredJob.count(value)
    }

    private static func value(_ name: String, in database: Database) throws -> Int64? {
        try database.first(
            Int64.self, sql: "SELECT value FROM counter WHERE name = ?", arguments: [name])
    }

    private static func set(_ name: String, _ limit: UInt64?, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)",
            arguments: [name, Int64(clamping: limit ?? 0)])
    }
}
