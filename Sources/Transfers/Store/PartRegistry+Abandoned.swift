import Disk
import Files
import SQLite
import Words

// What commands have left that were killed.
extension PartRegistry {
    /// What a command copies: whatever another one left of that is its own to go on with, or to clear
    /// away.
    struct Scope: Hashable, Sendable {
        let source: Location
        let target: Location

        func holds(_ part: StoredPart) -> Bool {
            part.site.isSameAccount(as: target.site) && part.part.file.isInside(target.path)
                && part.source.site.isSameAccount(as: source.site)
                && part.source.path.isInside(source.path)
        }

        func holds(_ directory: Directory) -> Bool {
            directory.site.isSameAccount(as: target.site)
                && (directory.path.isInside(target.path) || directory.path == target.path.parent)
        }
    }

    /// What was taken over.
    struct TakenOver {
        /// They have rows of their new owner's now.
        var parts: [StoredPart] = []
        /// Where something may lie that has no row.
        var directories: [Directory] = []
        /// Owners of whom nothing is left but that.
        var owners: [Int64: String] = [:]
    }

    /// Whether commands that are dead have left anything.
    func hasAbandoned() throws(StoreError) -> Bool {
        try store.reading(tr("Partial files could not be looked up")) { database in
            try database.all(
                String.self, sql: "SELECT token FROM part_owner WHERE batch IS NULL"
            ).contains { !locks.isTaken(PartRegistry.key($0)) }
        }
    }

    /// Takes over what dead commands have left of the same. What a job of the queue still wants is that
    /// job's.
    func takeOver(
        _ scopes: Set<Scope>, by owner: Int64
    ) throws(StoreError) -> TakenOver {
        try transaction(tr("Partial files could not be looked up")) { database in
            var taken = TakenOver()
            let sites = try SiteRow.all(in: database)
            let owners = try database.rows(
                sql: "SELECT id, token FROM part_owner WHERE batch IS NULL AND id <> ? ORDER BY id",
                arguments: [owner])
            for row in owners {
                guard let token = row["token"] as String?,
                    !self.locks.isTaken(PartRegistry.key(token))
                else { continue }
                let dead: Int64 = try row.needed("id")
                try self.takeOver(scopes, from: dead, token, by: owner, sites, &taken, database)
            }
            return taken
        }
    }

    private func takeOver(
        _ scopes: Set<Scope>, from dead: Int64, _ token: String, by owner: Int64,
        _ sites: [Int64: Site], _ taken: inout TakenOver, _ database: Database
    ) throws {
        func isOurs(_ part: StoredPart) -> Bool { scopes.contains { $0.holds(part) } }
        let rows = try PartRegistry.parts(of: dead, sites, in: database)
        let lists = try PartRegistry.lists(
            of: dead, token, logs?.records(of: token) ?? [], sites, in: database)
        let known = Set(rows.map(\.part.id))
        var ours = rows.filter(isOurs)
        var isLeft = ours.count < rows.count
        for list in lists {
            var stages = list.parts.map(\.stage)
            for (index, part) in list.parts.enumerated() where !part.stage.isFinal {
                guard isOurs(part) else {
                    isLeft = true
                    continue
                }
                stages[index] = .gone
                if !known.contains(part.part.id) { ours.append(part) }
            }
            let rest = stages.allSatisfy(\.isFinal) ? nil : stages
            try PartRegistry.note(
                AnnouncedParts.Change(first: list.first, stages: rest), of: dead, in: database)
        }
        for part in ours { try part.save(database, owner: owner) }
        taken.parts += ours
        let directories = try PartRegistry.directories(of: dead, sites, in: database)
        let isAll = directories.allSatisfy { directory in
            scopes.contains { $0.holds(directory) }
        }
        let hasAny = !rows.isEmpty || !lists.isEmpty || !directories.isEmpty
        guard !isLeft, isAll, hasAny else { return }
        taken.directories += directories
        taken.owners[dead] = token
    }

    /// Whether another owner has begun to write a file, and lives.
    func isBeingWritten(
        _ file: Path, on site: Site, besides owner: Int64
    ) throws(StoreError) -> Bool {
        try store.reading(tr("Partial files could not be looked up")) { database in
            let sites = try SiteRow.all(in: database)
            return try database.rows(
                sql: """
                    SELECT part_owner.token, part.target_site
                    FROM part JOIN part_owner ON part.owner = part_owner.id
                    WHERE part.target_site IN (SELECT id FROM site) AND part.target_path = ?
                    AND part.owner <> ? AND part.stage <> ?
                    """, arguments: [file.bytes, owner, Int(PartStage.done.rawValue)]
            ).contains { row in
                guard let token = row["token"] as String?,
                    let place = sites[row["target_site"] as Int64? ?? -1]
                else { return false }
                return place.isSameAccount(as: site) && locks.isTaken(PartRegistry.key(token))
            }
        }
    }

    /// Forgets owners of whom nothing is left.
    func forget(_ owners: [Int64]) throws(StoreError) {
        let tokens = try transaction(tr("Partial files could not be recorded")) { database in
            try owners.compactMap { owner -> String? in
                let token = try database.first(
                    String.self, sql: "SELECT token FROM part_owner WHERE id = ?",
                    arguments: [owner])
                // One that has begun again meanwhile is nobody's to forget.
                guard let token, !self.locks.isTaken(PartRegistry.key(token)) else { return nil }
                try PartRegistry.forget(owner, in: database)
                return token
            }
        }
        for token in tokens { logs?.remove(of: token) }
    }
}
