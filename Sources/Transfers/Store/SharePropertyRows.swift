package import Files
import SQLite
package import Jobs
import Words

/// What visitors of shares have noted of files and directories, as rows of `share_property`; the shared folders
/// are rows of `share_folder`.
enum SharePropertyRows {
    /// Shared folders that are remembered.
    static let folders = 100

    static let tables = """
        CREATE TABLE IF NOT EXISTS share_folder (
            number INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, used INTEGER NOT NULL
        );
        CREATE TABLE IF NOT EXISTS share_property (
            folder INTEGER NOT NULL, path BLOB NOT NULL, namespace TEXT NOT NULL,
            name TEXT NOT NULL, value BLOB NOT NULL, language TEXT,
            PRIMARY KEY (folder, path, namespace, name)
        ) WITHOUT ROWID;
        """

    static func property(_ row: Row) -> KeptProperty {
        KeptProperty(
            path: Path(PairRows.bytes(row, at: 0)), namespace: row[1] as String? ?? "",
            name: row[2] as String? ?? "", value: PairRows.bytes(row, at: 3),
            language: row[4] as String?)
    }

    /// The number of a shared folder that is used at that second, made where it is not there; those that were
    /// not used for longest are forgotten where there are too many.
    static func use(_ folder: Path, time: Int64, in database: Database) throws -> Int64? {
        try database.execute(
            sql: """
                INSERT INTO share_folder (path, used) VALUES (?, ?)
                    ON CONFLICT (path) DO UPDATE SET used = excluded.used
                """, arguments: [folder.bytes, time])
        let number = try database.first(
            Int64.self, sql: "SELECT number FROM share_folder WHERE path = ?",
            arguments: [folder.bytes])
        try database.execute(
            sql: """
                DELETE FROM share_folder WHERE number NOT IN
                    (SELECT number FROM share_folder ORDER BY used DESC, number DESC LIMIT ?)
                """, arguments: [folders])
        if database.changesCount > 0 {
            try database.execute(
                sql: """
                    DELETE FROM share_property
                    WHERE folder NOT IN (SELECT number FROM share_folder)
                    """)
        }
        return number
    }
}

extension Store {
    /// What visitors have noted of what is in a shared folder.
    package func shareProperties(of folder: Path) throws(StoreError) -> [KeptProperty] {
        try reading(tr("The properties of shared files could not be read")) { database in
            let rows = try database.cursor(
                sql: """
                    SELECT share_property.path, namespace, name, value, language
                    FROM share_property JOIN share_folder ON folder = number
                    WHERE share_folder.path = ?
                    """, arguments: [folder.bytes])
            var found: [KeptProperty] = []
            while let row = try rows.next() { found.append(SharePropertyRows.property(row)) }
            return found
        }
    }

    /// These are all that there is at each of the paths from now on; at that second since the epoch.
    package func saveShareProperties(
        _ properties: [Path: [KeptProperty]], of folder: Path, time: Int64
    ) throws(StoreError) {
        try transaction(tr("The properties of shared files could not be saved")) { database in
            guard let number = try SharePropertyRows.use(folder, time: time, in: database) else {
                throw StoreError(tr("The shared directory is not in the store."))
            }
            let forget = try database.cachedStatement(
                sql: "DELETE FROM share_property WHERE folder = ? AND path = ?")
            let save = try database.cachedStatement(
                sql: "INSERT INTO share_property VALUES (?, ?, ?, ?, ?, ?)")
            for (path, own) in properties {
                try forget.execute([number, path.bytes])
                for property in own {
                    try save.execute([
                        number, path.bytes, property.namespace, property.name,
                        property.value, property.language,
                    ])
                }
            }
        }
    }
}
