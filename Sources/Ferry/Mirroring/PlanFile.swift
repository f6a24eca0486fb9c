import Disk
import Files
import Foundation
import Sync

/// A plan as a plain file: a line with the two places and the options, then one for each thing to do, all of
/// them objects of JSON. Whoever has it may take lines out. It runs only where both places are as they
/// were; passwords are not in it.
struct PlanFile {
    /// The first line.
    private struct Head: Codable {
        var ferry = "mirror"
        var version = PlanFile.version
        var source: String
        var target: String
        var options: MirrorWishes
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
        /// Bytes that are no text are written as `%FF`, and so is `%`.
        var path: Exact
        var from: Found?
        var to: Found?
        var reason: String

        init(_ row: MirrorPlan.Row) {
            action = row.word
            path = Exact(PlanFile.text(row.difference.path))
            from = row.difference.entries.first.map(Found.init)
            to = row.difference.entries.second.map(Found.init)
            reason = row.words
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
            source: try PlanFile.text(places.first), target: try PlanFile.text(places.second),
            options: wishes)
        lines = plan.rows.filter(\.isDone).map(Line.init)
    }

    /// A place as it can be named again.
    private static func text(_ place: Location) throws -> String {
        guard place.site.isRemote else {
            guard let text = String(validating: place.path.bytes, as: UTF8.self) else {
                throw Failure.usage(
                    "\(place.text) is not UTF-8, so a plan cannot name it; rename it first.")
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
            throw Failure(["\(file.text) could not be written (\(error.words))."])
        }
    }

    // MARK: - Reading

    /// Throws wrong usage for what is no such file.
    init(reading file: ArgumentBytes) throws {
        let path = String(decoding: file.bytes, as: UTF8.self)
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure.usage("\(file.text) could not be read; check the name.")
        }
        guard data.count <= PlanFile.limit else {
            throw Failure.usage("\(file.text) is too long for a plan.")
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
                    "Line \(number + 1) of \(file.text) does not belong to a plan; save it again with "
                        + "--save-plan.")
            }
        }
        guard let head, head.ferry == "mirror", head.version <= PlanFile.version else {
            throw Failure.usage("\(file.text) is not a plan that this version of Ferry knows.")
        }
        self.head = head
        self.lines = lines
    }

    var source: ArgumentBytes { ArgumentBytes(head.source) }
    var target: ArgumentBytes { ArgumentBytes(head.target) }
    var wishes: MirrorWishes { head.options }

    /// What there is to do of the present plan by this one. Throws wrong usage where something of this
    /// one is not to be done any more, or not for the same files.
    func fitting(_ plan: MirrorPlan) throws -> MirrorPlan {
        let wanted = Set(lines)
        var missing = wanted
        let fitting = plan.keeping { row in
            guard row.isDone else { return false }
            let line = Line(row)
            missing.remove(line)
            return wanted.contains(line)
        }
        guard let other = lines.first(where: { missing.contains($0) }) else { return fitting }
        throw Failure.usage(
            "The plan no longer fits: '\(VisibleText.make(other.path.text))' has changed since, on one "
                + "side or the other. Save it again with --save-plan.")
    }
}

extension MirrorPlan.Row {
    /// Whether something is done for it.
    fileprivate var isDone: Bool { action != .conflict && action != .skip }
}
