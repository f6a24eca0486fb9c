package import Files
import SQLite

/// An unfinished file as the store knows it: what it is of, and what it was begun from.
package struct StoredPart: Hashable, Sendable {
    package var part: Part
    package var source: Location
    /// Where `part.file` is.
    package var site: Site
    package var root: Path?
    /// What tells the source's version that was begun (`FileSource.version`).
    package var version: String?
    /// The source's size and time when it was begun.
    package var size: UInt64?
    package var modified: Timestamp?
    /// The bytes that are there of one that is written at several places; nil for one that is whole up
    /// to its end.
    package var extents: [Range<UInt64>]?
    /// What the disk has of `extents`.
    private(set) var durability = Durability.synced
    /// How far it had come.
    var stage = PartStage.begun
    /// Whether the machine may have stopped before all its bytes were on the disk.
    var mayLackBytes = false

    /// Whether a crash of the machine may take some of the extents.
    enum Durability: Hashable, Sendable {
        case synced
        /// Only these are surely on the disk; another process has written the rest.
        case unsynced(beyond: [Range<UInt64>]?)
    }

    /// Where it is: a question to the file system of `site`.
    package var location: Location { Location(site: site, path: part.path) }
}

extension StoredPart {
    /// Nil where the row makes no sense.
    init?(_ row: Row, sites: [Int64: Site]) {
        guard let source = sites[row["source_site"] as Int64? ?? -1],
            let target = sites[row["target_site"] as Int64? ?? -1],
            let sourcePath = row["source_path"] as [UInt8]?,
            let targetPath = row["target_path"] as [UInt8]?, let token = row["token"] as String?,
            let number = UInt64(exactly: row["number"] as Int64? ?? -1)
        else { return nil }
        let name = (row["name"] as [UInt8]?).map { Name($0) }
        // A name that is none is nobody's place.
        if case .some(.none) = name { return nil }
        let place: Part.Place = name.flatMap { $0 }.map { .beside($0) } ?? .inPlace
        part = Part(
            id: PartID(token: token, number: number), file: Path(targetPath), place: place,
            aside: (row["aside"] as [UInt8]?).flatMap { Name($0) },
            scattered: StoredJob.count(row["scattered"]) ?? 0)
        self.source = Location(site: source, path: Path(sourcePath))
        site = target
        root = (row["root"] as [UInt8]?).map { Path($0) }
        version = row["version"]
        size = StoredJob.count(row["size"])
        modified = StoredJob.time(row["modified"], row["precision"], row["zoned"])
        extents = (row["extents"] as String?).map(StoredPart.extents)
        stage = PartStage(rawValue: UInt8(clamping: row["stage"] as Int? ?? 0)) ?? .begun
        // A store that was made before the column was has none there.
        guard row["machine"] as String? == ProcessIdentity.thisMachine else {
            // What was written here just before the machine stopped may be gone.
            if stage == .written, site.isLocal { stage = .begun }
            mayLackBytes = site.isLocal
            return
        }
        if let unsynced = row["unsynced"] as String? {
            durability = .unsynced(beyond: extents)
            extents = StoredPart.extents(unsynced)
        }
    }

    func save(_ database: Database, owner: Int64) throws {
        var name: [UInt8]?
        if case .beside(let own) = part.place { name = own.bytes }
        // What nobody has synced stays so, whoever writes it down again.
        var (durable, unsynced) = (extents, [Range<UInt64>]?.none)
        if case .unsynced(let synced) = durability { (durable, unsynced) = (synced, extents) }
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO part (
                    token, number, owner, source_site, source_path, target_site, target_path, root,
                    name, aside, version, size, modified, precision, zoned,
                    scattered, extents, unsynced, stage, machine)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute([
            part.id.token, Int64(clamping: part.id.number), owner,
            try SiteRow.number(of: source.site, in: database), source.path.bytes,
            try SiteRow.number(of: site, in: database), part.file.bytes,
            root.map { $0.bytes }, name, part.aside.map { $0.bytes }, version,
            StoredJob.number(size), modified?.seconds, modified.map { Int($0.precision.rawValue) },
            modified?.isZoned, Int64(clamping: part.scattered),
            durable.map(StoredPart.text), unsynced.map(StoredPart.text), Int(stage.rawValue),
            // Of what may lack bytes, no later start of this machine says that they are there.
            mayLackBytes ? "" : ProcessIdentity.thisMachine,
        ])
    }

    // MARK: - Extents

    /// `FIRST-END FIRST-END`, the end being the first byte that is missing.
    static func text(_ extents: [Range<UInt64>]) -> String {
        extents.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
    }

    /// What makes no sense is not there.
    private static func extents(_ text: String) -> [Range<UInt64>] {
        text.split(separator: " ").prefix(extentLimit).compactMap { word in
            let ends = word.split(separator: "-").map { UInt64($0) }
            guard ends.count == 2, let first = ends[0], let end = ends[1], first < end else {
                return nil
            }
            return first..<end
        }
    }

    private static let extentLimit = 1_000

    /// Bytes that are there from the first one on, of a part of `size` bytes.
    func length(of size: UInt64) -> UInt64 {
        guard let extents else { return size > part.scattered ? size - part.scattered : 0 }
        return min(size, extents.first { $0.lowerBound == 0 }?.upperBound ?? 0)
    }

    /// Bytes of `size` that are there at all.
    package func count(of size: UInt64) -> UInt64 {
        extents?.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } ?? size
    }

    /// Forgets extents that a part of `size` bytes does not have. Where only the first is left, what is
    /// behind it will be cut off, and its size says again what is there.
    mutating func keepExtents(within size: UInt64) {
        guard let known = extents else { return }
        let kept = known.filter { $0.upperBound <= size }
        extents = kept.contains { $0.lowerBound > 0 } ? kept : nil
        guard case .unsynced(let synced) = durability else { return }
        durability =
            extents == nil
            ? .synced : .unsynced(beyond: synced?.filter { $0.upperBound <= size })
    }

    /// Forgets what is behind the first `count` bytes. Of these the disk has what it had before.
    mutating func cutOff(behind count: UInt64) {
        let synced = if case .unsynced(let synced) = durability { synced } else { extents }
        extents = [0..<count]
        durability = .unsynced(
            beyond: (synced ?? []).map { $0.clamped(to: 0..<count) }.filter { !$0.isEmpty })
    }

    /// Takes in what is there, now that the disk has it.
    mutating func noteSynced(_ extents: [Range<UInt64>]) {
        self.extents = extents
        durability = .synced
    }
}
