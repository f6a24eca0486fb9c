import Files
import SQLite
import Words

// How far parts have come. None of it waits for the disk, but for the directories that parts are about
// to be made in: it is there for the process that comes after one that was killed; after a crash of the
// machine the files are looked at anew.
extension PartRegistry {
    /// What has become of parts of one owner.
    struct News {
        var lists: [AnnouncedParts.Change] = []
        /// Of those that have rows of their own.
        var stages: [PartID: PartStage] = [:]
        var forgotten: [PartID] = []

        var isEmpty: Bool { lists.isEmpty && stages.isEmpty && forgotten.isEmpty }
    }

    /// Notes parts that are about to be made, all of one source's site and one target's.
    func announce(
        _ parts: [StoredPart], in directories: Set<Directory>, of owner: Int64
    ) throws(StoreError) {
        guard let first = parts.first else { return }
        let number = first.part.id.number
        let isDurable = !directories.isEmpty
        try transaction(tr("Partial files could not be recorded"), isDurable: isDurable) {
            database in
            for directory in directories {
                try PartRegistry.note(directory, of: owner, in: database)
            }
            try database.cachedStatement(
                sql: """
                    INSERT INTO part_list
                    (owner, first, source_site, target_site, machine, files, stages)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute([
                owner, Int64(clamping: number),
                try SiteRow.number(of: first.source.site, in: database),
                try SiteRow.number(of: first.site, in: database), ProcessIdentity.thisMachine,
                PartList.encoded(parts, from: number), parts.map(\.stage.rawValue),
            ])
        }
    }

    /// Notes which bytes of a part are there, whether or not the disk has them.
    func note(_ extents: [Range<UInt64>], of part: PartID) throws(StoreError) {
        try transaction(tr("A partial file could not be recorded"), isDurable: false) { database in
            try database.cachedStatement(
                sql: "UPDATE part SET unsynced = ?, machine = ? WHERE token = ? AND number = ?"
            ).execute([
                StoredPart.text(extents), ProcessIdentity.thisMachine, part.token,
                Int64(clamping: part.number),
            ])
        }
    }

    func note(_ news: News, of owner: Int64) throws(StoreError) {
        guard !news.isEmpty else { return }
        try transaction(tr("Partial files could not be recorded"), isDurable: false) { database in
            for change in news.lists {
                try PartRegistry.note(change, of: owner, in: database)
            }
            let update = try database.cachedStatement(
                sql: "UPDATE part SET stage = ?, machine = ? WHERE token = ? AND number = ?")
            for (id, stage) in news.stages {
                try update.execute([
                    Int(stage.rawValue), ProcessIdentity.thisMachine, id.token,
                    Int64(clamping: id.number),
                ])
            }
            try PartRegistry.forget(news.forgotten, in: database)
        }
    }

    static func note(
        _ change: AnnouncedParts.Change, of owner: Int64, in database: Database
    ) throws {
        let first = Int64(clamping: change.first)
        guard let stages = change.stages else {
            return try database.cachedStatement(
                sql: "DELETE FROM part_list WHERE owner = ? AND first = ?"
            ).execute([owner, first])
        }
        try database.cachedStatement(
            sql: "UPDATE part_list SET stages = ? WHERE owner = ? AND first = ?"
        ).execute([stages.map(\.rawValue), owner, first])
    }

    static func lists(
        of owner: Int64, _ token: String, _ sites: [Int64: Site], in database: Database
    ) throws -> [PartList] {
        try database.rows(
            sql: "SELECT * FROM part_list WHERE owner = ? ORDER BY first",
            arguments: [owner]
        ).compactMap { row in
            guard let source = sites[row["source_site"] as Int64? ?? -1],
                let target = sites[row["target_site"] as Int64? ?? -1],
                let files = row["files"] as [UInt8]?, let stages = row["stages"] as [UInt8]?,
                let first = UInt64(exactly: row["first"] as Int64? ?? -1),
                var list = PartList(
                    files, stages: stages, first: first, token: token, source: source,
                    target: target)
            else { return nil }
            guard target.isLocal, row["machine"] as String? != ProcessIdentity.thisMachine else {
                return list
            }
            // The machine has started since, or is another one: their size does not say that their
            // bytes are there.
            for index in list.parts.indices {
                if list.parts[index].stage == .announced { list.parts[index].size = nil }
                list.parts[index].mayLackBytes = true
            }
            return list
        }
    }
}
