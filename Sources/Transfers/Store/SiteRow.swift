import Files
import GRDB

/// A site as a row of `site`, so that ten thousand jobs need not repeat it.
enum SiteRow {
    /// The row's number; a site that is not there yet is added.
    static func number(of site: Site, in database: Database) throws -> Int64 {
        let values: StatementArguments = [
            site.scheme.rawValue, site.host, Int(site.port), site.user, site.account,
            site.charset, site.isActive, site.isPlain, site.timeout,
        ]
        let find = try database.cachedStatement(
            sql: """
                SELECT id FROM site WHERE scheme = ? AND host = ? AND port = ? AND user IS ?
                AND account IS ? AND charset IS ? AND active = ? AND plain = ? AND timeout = ?
                """)
        if let number = try Int64.fetchOne(find, arguments: values) { return number }
        try database.execute(
            sql: """
                INSERT INTO site
                (scheme, host, port, user, account, charset, active, plain, timeout)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, arguments: values)
        return database.lastInsertedRowID
    }

    /// All sites by their numbers.
    static func all(in database: Database) throws -> [Int64: Site] {
        var sites: [Int64: Site] = [:]
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM site")
        while let row = try rows.next() {
            guard let scheme = Site.Scheme(rawValue: row["scheme"] as String? ?? ""),
                let port = UInt16(exactly: row["port"] as Int64? ?? -1)
            else { continue }
            var site = Site(
                scheme: scheme, host: row["host"] as String? ?? "", port: port, user: row["user"])
            site.account = row["account"]
            site.charset = row["charset"]
            site.isActive = row["active"] as Bool? ?? false
            site.isPlain = row["plain"] as Bool? ?? false
            site.timeout = max(1, min(3_600, row["timeout"] as Int? ?? 30))
            sites[row["id"]] = site
        }
        return sites
    }
}
