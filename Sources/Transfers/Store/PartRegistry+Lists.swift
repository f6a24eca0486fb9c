import Files
import SQLite
import Synchronization
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

    func note(
        _ directory: Directory, of owner: Int64, isDurable: Bool = true
    ) throws(StoreError) {
        try transaction(tr("Partial files could not be recorded"), isDurable: isDurable) {
            database in
            try PartRegistry.note(directory, of: owner, in: database)
        }
    }

    static func note(_ directory: Directory, of owner: Int64, in database: Database) throws {
        try database.cachedStatement(
            sql:
                "INSERT OR IGNORE INTO part_directory (owner, site, path, root) VALUES (?, ?, ?, ?)"
        ).execute([
            owner, try SiteRow.number(of: directory.site, in: database),
            directory.path.bytes, directory.root.map { $0.bytes },
        ])
    }

    /// Notes parts that are about to be made, all of one source's site and one target's, and forgets
    /// lists that are over.
    func announce(
        _ parts: [StoredPart], in directories: Set<Directory>, over: [AnnouncedParts.Change],
        of owner: Int64
    ) throws(StoreError) {
        guard let first = parts.first else { return }
        let number = first.part.id.number
        let isDurable = !directories.isEmpty
        try transaction(tr("Partial files could not be recorded"), isDurable: isDurable) {
            database in
            for directory in directories {
                try PartRegistry.note(directory, of: owner, in: database)
            }
            for list in over { try PartRegistry.note(list, of: owner, in: database) }
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

    /// Writes down what has become of listed parts, for the process that comes after this one. Returns
    /// the first numbers of those lists of which the store need not be told; nil where it must be told
    /// of all.
    func log(_ steps: [StageLog.Step], of owner: Ownership) -> Range<UInt64>? {
        guard let log = owner.log, !isAbandoned.load(ordering: .acquiring) else { return nil }
        let own = steps.filter { $0.number >= log.numbers.lowerBound }
        return log.write(own) ? log.numbers : nil
    }

    /// The lists that earlier runs have left, with what their logs say, which the store knows from now on.
    static func inheritLists(
        of owner: Int64, _ token: String, _ records: [StageLog.Record], _ sites: [Int64: Site],
        in database: Database
    ) throws -> [PartList] {
        let lists = try lists(of: owner, token, records, sites, in: database)
        guard !records.isEmpty else { return lists }
        for list in lists {
            let stages = list.parts.map(\.stage)
            let isOver = stages.allSatisfy(\.isFinal) && !stages.contains(.done)
            try note(
                AnnouncedParts.Change(first: list.first, stages: isOver ? nil : stages),
                of: owner, in: database)
        }
        return lists
    }

    /// Lists with what the store and the logs of the owner's runs say of their parts.
    static func lists(
        of owner: Int64, _ token: String, _ records: [StageLog.Record], _ sites: [Int64: Site],
        in database: Database
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
            for index in list.parts.indices {
                // The store may have heard more than a log: what was taken over, or all that came after
                // the log could not be written any more.
                let stages = records.compactMap { $0[list.parts[index].part.id.number] }
                list.parts[index].stage = max(list.parts[index].stage, stages.max() ?? .begun)
            }
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
