import Disk
import Files
import FoundationEssentials
import Sync
import UI
import Words

/// A plan as a plain file: a line with the two places and the options, then one for each thing to do, all of
/// them objects of JSON. Whoever has it may take lines out. It runs only where both places are as they
/// were; passwords are not in it.
struct PlanFile {
    /// Which command it belongs to.
    enum Kind: String, Codable {
        case mirror, sync
    }

    /// The first line.
    private struct Head: Codable {
        var ferry: Kind
        var version = PlanFile.version
        var source: String
        var target: String
        var options: MirrorWishes
        /// Of a sync, what it has besides.
        var sync: SyncWishes.Choices?
    }

    /// A text that is the same as another only where each byte is: names in NFC and NFD are two.
    private struct Exact: Codable, Hashable {
        let text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }

        static func == (left: Exact, right: Exact) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(Array(text.utf8)) }
    }

    /// One of the others.
    private struct Line: Codable, Hashable {
        /// What there is on one side.
        struct Found: Codable, Hashable {
            var type: String
            var size: UInt64?
            /// As the listing told it: seconds since the epoch, and how exactly.
            var time: Int64?
            var precision: UInt8?
            var mode: UInt16?
            var link: Exact?

            init(_ entry: Entry) {
                type = EntryText.kind(entry.kind)
                mode = entry.mode
                link = entry.target.map { Exact(PlanFile.text($0)) }
                // A directory has another time and size by what goes into it.
                guard entry.kind == .file else { return }
                size = entry.size
                time = entry.modified?.seconds
                precision = entry.modified?.precision.rawValue
            }
        }

        var action: String
        /// Of a sync, the side that changes.
        var side: String?
        /// Bytes that are no text are written as `%FF`, and so is `%`.
        var path: Exact
        /// Of a move, the path before it.
        var old: Exact?
        var from: Found?
        var to: Found?
        var reason: String

        init(_ action: String, _ difference: Difference, _ reason: String) {
            self.action = action
            path = Exact(PlanFile.text(difference.path))
            from = difference.entries.first.map(Found.init)
            to = difference.entries.second.map(Found.init)
            self.reason = reason
        }

        /// Without the reason, which may be told in other words later.
        var bare: Line {
            var bare = self
            bare.reason = ""
            return bare
        }

        /// Nil for what is not done.
        init?(_ row: MirrorPlan.Row) {
            guard row.action != .conflict, row.action != .skip else { return nil }
            self.init(row.word, row.difference, row.words)
        }

        init?(_ row: SyncPlan.Row, _ wording: SyncWording) {
            guard let side = row.side else { return nil }
            self.init(row.word, row.difference, wording.words(row))
            self.side = side == .first ? "first" : "second"
            old = row.origin.map { Exact(PlanFile.text($0.path)) }
        }
    }

    private static let version = 1
    /// Bytes of a file that is read.
    private static let limit = 1 << 30

    private let head: Head
    private let lines: [Line]

    /// Throws where a place cannot be named in text.
    init(_ plan: MirrorPlan, _ wishes: MirrorWishes, _ places: Pair<Location>) throws {
        head = Head(
            ferry: .mirror, source: try PlanFile.text(places.first),
            target: try PlanFile.text(places.second), options: wishes)
        lines = plan.rows.compactMap(Line.init)
    }

    init(_ plan: SyncPlan, _ wishes: SyncWishes, _ wording: SyncWording) throws {
        head = Head(
            ferry: .sync, source: try PlanFile.text(wording.places.first),
            target: try PlanFile.text(wording.places.second), options: wishes.common,
            sync: wishes.choices)
        lines = plan.rows.compactMap { Line($0, wording) }
    }

    /// A place as it can be named again.
    private static func text(_ place: Location) throws -> String {
        guard place.site.isRemote else {
            guard let text = String(validating: place.path.bytes, as: UTF8.self) else {
                throw Failure.usage(
                    tr("\(place.text) is not UTF-8, so a plan cannot name it; rename it first."))
            }
            return text
        }
        return place.site.text + SiteURL.encode(place.path, on: place.site)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        if !bytes.contains(0x25), let text = String(validating: bytes, as: UTF8.self) {
            return text
        }
        return PercentCoding.encode(bytes, keeping: PercentCoding.Kept("/"))
    }

    // MARK: - Writing

    func write(to file: ArgumentBytes) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes = Array(try encoder.encode(head))
        for line in lines {
            bytes.append(0x0A)
            bytes += try encoder.encode(line)
        }
        bytes.append(0x0A)
        do throws(DiskError) {
            try WholeFile.write(bytes, to: file.bytes, mode: 0o600)
        } catch {
            throw Failure([tr("\(file.text) could not be written (\(error.words)).")])
        }
    }

    // MARK: - Reading

    /// Throws wrong usage for what is no such file.
    init(reading file: ArgumentBytes, of kind: Kind) throws {
        let path = String(decoding: file.bytes, as: UTF8.self)
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure.usage(tr("\(file.text) could not be read; check the name."))
        }
        guard data.count <= PlanFile.limit else {
            throw Failure.usage(tr("\(file.text) is too long for a plan."))
        }
        let decoder = JSONDecoder()
        var head: Head?
        var lines: [Line] = []
        for (number, text) in data.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            let text = text.drop { [0x20, 0x09, 0x0D].contains($0) }
            if text.isEmpty || text.first == 0x23 { continue }
            do {
                if head == nil {
                    head = try decoder.decode(Head.self, from: Data(text))
                } else {
                    lines.append(try decoder.decode(Line.self, from: Data(text)))
                }
            } catch {
                throw Failure.usage(
                    tr(
                        "Line \(number + 1) of \(file.text) does not belong to a plan; save it again with "
                            + "--save-plan."))
            }
        }
        guard let head, head.version <= PlanFile.version else {
            throw Failure.usage(tr("\(file.text) is not a plan that this version of Ferry knows."))
        }
        guard head.ferry == kind else {
            throw Failure.usage(
                tr("\(file.text) is a plan for \(head.ferry.rawValue), not for \(kind.rawValue)."))
        }
        self.head = head
        self.lines = lines
    }

    var source: ArgumentBytes { ArgumentBytes(head.source) }
    var target: ArgumentBytes { ArgumentBytes(head.target) }
    var wishes: MirrorWishes { head.options }
    /// The same of a sync.
    var syncWishes: SyncWishes {
        SyncWishes(common: head.options, choices: head.sync ?? SyncWishes.Choices())
    }

    /// What there is to do of the present plan by this one. Throws wrong usage where something of this
    /// one is not to be done any more, or not for the same files.
    func fitting(_ plan: MirrorPlan) throws -> MirrorPlan {
        try fitting { isWanted in plan.keeping { isWanted(Line($0)) } }
    }

    func fitting(_ plan: SyncPlan, _ wording: SyncWording) throws -> SyncPlan {
        try fitting { isWanted in plan.keeping { isWanted(Line($0, wording)) } }
    }

    private func fitting<Plan>(_ keeping: ((Line?) -> Bool) -> Plan) throws -> Plan {
        let wanted = Set(lines.map(\.bare))
        var missing = wanted
        let fitting = keeping { line in
            // What is only told is told again.
            guard let line else { return true }
            missing.remove(line.bare)
            return wanted.contains(line.bare)
        }
        guard let other = lines.first(where: { missing.contains($0.bare) }) else { return fitting }
        throw Failure.usage(
            tr(
                "The plan no longer fits: '\(VisibleText.make(other.path.text))' has changed since, on one "
                    + "side or the other. Save it again with --save-plan."))
    }
}
