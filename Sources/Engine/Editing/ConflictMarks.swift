import Disk

/// The lines of a file that look like those which a merge leaves around what it could not put together.
struct ConflictMarks {
    /// Bytes that are read at once.
    private static let block = 256 << 10
    /// Bytes of a line by which it is told from others.
    private static let lineLimit = 16
    private static let start = Array("<<<<<<< ".utf8)
    private static let end = Array(">>>>>>> ".utf8)

    /// How many there are of each.
    private var counts: [[UInt8]: Int] = [:]

    /// Looks through all of a file.
    init(in file: Descriptor) throws(DiskError) {
        var block = [UInt8](repeating: 0, count: ConflictMarks.block)
        var line: [UInt8] = []
        var offset: Int64 = 0
        while true {
            // Raw buffers know no typed errors yet.
            let result = block.withUnsafeMutableBytes { buffer in
                Result { () throws(DiskError) in try file.read(into: buffer, at: offset) }
            }
            let count = try result.get()
            if count == 0 { break }
            for byte in block[..<count] {
                if byte == 0x0A {
                    note(line)
                    line.removeAll(keepingCapacity: true)
                } else if line.count < ConflictMarks.lineLimit {
                    line.append(byte)
                }
            }
            offset += Int64(count)
        }
        note(line)
    }

    private mutating func note(_ line: [UInt8]) {
        guard line.starts(with: ConflictMarks.start) || line.starts(with: ConflictMarks.end) else {
            return
        }
        counts[line, default: 0] += 1
    }

    /// Whether there are beginnings and ends that none of the others has, or not as often.
    func hasMore(than others: [ConflictMarks]) -> Bool {
        let more = counts.filter { line, count in
            others.allSatisfy { count > $0.counts[line] ?? 0 }
        }
        return more.keys.contains { $0.starts(with: ConflictMarks.start) }
            && more.keys.contains { $0.starts(with: ConflictMarks.end) }
    }
}
