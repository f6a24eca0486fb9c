import Files
import FoundationEssentials
import SQLite

/// A site as a row of `site`, so that ten thousand jobs need not repeat it.
enum SiteRow {
    /// The row's number; a site that is not there yet is added.
    static func number(of site: Site, in database: Database) throws -> Int64 {
        let values: [(any StoredValue)?] = [
            site.scheme.rawValue, site.host, Int(site.port), site.user, site.charset,
            site.timeout, try rest(of: site),
        ]
        // What `account`, `active` and `plain` once held stands in `rest`.
        let find = try database.cachedStatement(
            sql: """
                SELECT id FROM site WHERE scheme = ? AND host = ? AND port = ? AND user IS ?
                AND account IS NULL AND charset IS ? AND active = 0 AND plain = 0 AND timeout = ?
                AND rest = ?
                """)
        if let number = try find.first(Int64.self, values) { return number }
        try database.execute(
            sql: """
                INSERT INTO site
                (scheme, host, port, user, charset, timeout, rest, active, plain)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)
                """, arguments: values)
        return database.lastInsertedRowID
    }

    /// The whole site as JSON where it says more than the other columns hold; else empty.
    private static func rest(of site: Site) throws -> String {
        var plain = Site(
            scheme: site.scheme, host: site.host, port: site.port, user: site.user)
        plain.charset = site.charset
        plain.timeout = site.timeout
        guard plain != site else { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(site), as: UTF8.self)
    }

    /// The sites to which a connection was ever made.
    static func reached(in database: Database) throws -> Set<Site> {
        let numbers = Set(
            try database.all(Int64.self, sql: "SELECT id FROM site WHERE reached = 1"))
        return Set(try all(in: database).filter { numbers.contains($0.key) }.values)
    }

    /// All sites by their numbers.
    static func all(in database: Database) throws -> [Int64: Site] {
        var sites: [Int64: Site] = [:]
        let rows = try database.cursor(sql: "SELECT * FROM site")
        while let row = try rows.next() {
            guard let scheme = Site.Scheme(rawValue: row["scheme"] as String? ?? ""),
                let port = UInt16(exactly: row["port"] as Int64? ?? -1)
            else { continue }
            var site = Site(
                scheme: scheme, host: row["host"] as String? ?? "", port: port, user: row["user"])
            site.charset = row["charset"]
            site.options = earlierOptions(row)
            site.timeout = max(1, min(3_600, row["timeout"] as Int? ?? 30))
            if let rest = row["rest"] as String?, !rest.isEmpty {
                // Without its proxy, say, a site must not be connected to.
                guard let whole = try? JSONDecoder().decode(Site.self, from: Data(rest.utf8))
                else { continue }
                site = whole
            }
            sites[try row.needed("id")] = site
        }
        return sites
    }

    /// What rows say in columns that were written before protocols had options of their own.
    private static func earlierOptions(_ row: Row) -> SiteOptions {
        var options = SiteOptions()
        options["account"] = (row["account"] as String?)?.siteOption
        if row["active"] as Bool? ?? false { options["active"] = .flag(true) }
        options[TLSOptions.isWanted] = !(row["plain"] as Bool? ?? false)
        return options
    }
}
