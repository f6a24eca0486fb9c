import Disk
import Files
import Glibc
import UI

/// What differs between the copy, the server's version and what both began from.
struct EditComparison {
    /// Bytes that are looked through for the first line that differs.
    private static let limit = 1 << 20
    /// Bytes of a line that are shown.
    private static let lineLimit = 200

    private let directory: EditDirectory
    private let record: EditRecord
    private let seen: FileFingerprint?
    private let hasTheirs: Bool

    /// `seen`: what the server says of its file; nil where it is gone. `hasTheirs`: whether it was
    /// fetched.
    init(
        _ directory: EditDirectory, _ record: EditRecord, _ seen: FileFingerprint?, hasTheirs: Bool
    ) {
        self.directory = directory
        self.record = record
        self.seen = seen
        self.hasTheirs = hasTheirs
    }

    var conflict: EditConflict {
        let mineSize = (try? directory.open(.snapshot).status()).map { UInt64($0.st_size) }
        let mineTime = Name(record.name).flatMap { directory.copyTime($0) }
        var mine = EditConflict.Version(size: mineSize, modified: mineTime)
        var theirs = seen.map { EditConflict.Version(size: $0.size, modified: $0.modified) }
        var base = EditConflict.Version(
            size: record.version.size, modified: record.version.modified)
        guard hasTheirs, let line = firstDifference() else {
            return EditConflict(
                mine: mine, theirs: theirs, base: base, isMergeable: hasTheirs)
        }
        mine.line = line.mine
        theirs?.line = line.theirs
        base.line = line.base
        return EditConflict(
            mine: mine, theirs: theirs, base: base, lineNumber: line.number, isMergeable: true)
    }

    /// Nil where they are no text, or too long to tell.
    private func firstDifference() -> (number: Int, mine: String?, theirs: String?, base: String?)?
    {
        guard let mine = lines(of: .snapshot) ?? lines(of: .base), let theirs = lines(of: .theirs)
        else { return nil }
        let base = lines(of: .base) ?? []
        let count = max(mine.count, theirs.count)
        guard
            let first = (0..<count).first(where: { index in
                line(index, of: mine) != line(index, of: theirs)
            })
        else { return nil }
        func shown(_ lines: [ArraySlice<UInt8>]) -> String? {
            line(first, of: lines).map {
                VisibleText.make($0, limit: EditComparison.lineLimit)
            }
        }
        return (first + 1, shown(mine), shown(theirs), shown(base))
    }

    private func line(_ index: Int, of lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
        lines.indices.contains(index) ? lines[index] : nil
    }

    private func lines(of file: EditDirectory.File) -> [ArraySlice<UInt8>]? {
        guard
            let bytes = try? EditComparison.bytes(
                of: directory.open(file), atMost: EditComparison.limit),
            !bytes.contains(0)
        else { return nil }
        return bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    /// The beginning of a file.
    static func bytes(of file: Descriptor, atMost limit: Int) throws(DiskError) -> [UInt8] {
        let size = min(limit, Int(try file.status().st_size))
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            // Raw buffers know no typed errors yet.
            let result = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(DiskError) in
                    try file.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]),
                        at: Int64(filled))
                }
            }
            let count = try result.get()
            if count == 0 { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }
}
