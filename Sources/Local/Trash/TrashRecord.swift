import Files
import Glibc
import Words

/// A `.trashinfo` file (freedesktop.org Trash specification 1.0): where something was, and when it
/// was moved to the trash.
struct TrashRecord: Hashable {
    /// Bytes of the largest one that is read.
    static let limit = 64 << 10
    private static let header = "[Trash Info]"

    var origin: TrashEntry.Origin
    var deleted: CivilTime?

    /// The text for something at `path`; below `base` it is written relative to that.
    static func text(for path: Path, below base: Path?, deleted: CivilTime) -> [UInt8] {
        var bytes = path.bytes
        if let base, let steps = path.components(below: base) {
            bytes = Array(steps.map(\.bytes).joined(separator: [0x2F]))
        }
        let encoded = PercentCoding.encode(bytes, keeping: PercentCoding.Kept("/"))
        return Array("\(header)\nPath=\(encoded)\nDeletionDate=\(date(deleted))\n".utf8)
    }

    /// Reads one; `base` is the directory that holds the trash, nil for the home trash. A path that
    /// leads out of `base` is unusable.
    init(_ bytes: [UInt8], below base: Path?) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            $0.last == 0x0D ? $0.dropLast() : $0
        }
        guard lines.first.map({ Array($0) == Array(TrashRecord.header.utf8) }) ?? false else {
            self.init(origin: .unusable(tr("Its record in the trash is damaged.")), deleted: nil)
            return
        }
        // What stands in another group is not for this specification.
        let own = lines.dropFirst().prefix { $0.first != 0x5B }
        func value(_ key: String) -> ArraySlice<UInt8>? {
            let start = Array((key + "=").utf8)
            return own.first { $0.starts(with: start) }?.dropFirst(start.count)
        }
        self.init(
            origin: value("Path").map { TrashRecord.origin($0, below: base) }
                ?? .unusable(tr("Its record in the trash does not say where it was.")),
            deleted: value("DeletionDate").flatMap(TrashRecord.date))
    }

    init(origin: TrashEntry.Origin, deleted: CivilTime?) {
        self.origin = origin
        self.deleted = deleted
    }

    private static func origin(
        _ written: ArraySlice<UInt8>, below base: Path?
    ) -> TrashEntry.Origin {
        guard let bytes = PercentCoding.decode(written), !bytes.contains(0), !bytes.isEmpty,
            bytes.count <= Int(PATH_MAX)
        else { return .unusable(tr("Its record in the trash is damaged.")) }
        let steps = bytes.split(separator: 0x2F)
        let isAbsolute = bytes.first == 0x2F
        let climbs = steps.contains { $0.elementsEqual("..".utf8) }
        guard !climbs, isAbsolute == (base == nil) else {
            return .unusable(
                tr("Its record in the trash leads outside of where it may be restored."))
        }
        let names = steps.compactMap { Name($0) }
        guard !names.isEmpty else { return .unusable(tr("Its record in the trash is damaged.")) }
        return .path(Path(components: (base?.components ?? []) + names))
    }

    private static func date(_ time: CivilTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(String(time.year + 10_000).suffix(4))
        return "\(year)-\(two(time.month))-\(two(time.day))"
            + "T\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    }

    /// Nil for what is no `YYYY-MM-DDThh:mm:ss`.
    private static func date(_ bytes: ArraySlice<UInt8>) -> CivilTime? {
        let text = Array(bytes)
        let separators: [Int: UInt8] = [4: 0x2D, 7: 0x2D, 10: 0x54, 13: 0x3A, 16: 0x3A]
        guard text.count == 19 else { return nil }
        var numbers: [Int] = []
        var number = 0
        for (place, byte) in text.enumerated() {
            if let separator = separators[place] {
                guard byte == separator else { return nil }
                numbers.append(number)
                number = 0
            } else {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
        }
        let time = CivilTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
            minute: numbers[4], second: number)
        return time.isValid ? time : nil
    }
}
