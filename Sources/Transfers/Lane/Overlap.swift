import Files

/// The last bytes of a part, which must equal the source's before the part is continued.
struct Overlap {
    /// Bytes that are compared.
    static let length: UInt64 = 64 << 10

    /// Where the compared bytes begin.
    let start: UInt64
    let bytes: [UInt8]

    /// Reads the end of a part of `size` bytes, or of so many bytes of the file that is there.
    init(
        _ begun: StoredPart?, or file: Path, root: Path?, size: UInt64, in target: any FileSystem
    ) throws(FileSystemError) {
        start = size > Overlap.length ? size - Overlap.length : 0
        let source =
            if let begun {
                try target.open(begun.part, root: root, from: start)
            } else {
                try target.open(file, from: start)
            }
        do throws(FileSystemError) {
            // One byte more, so that the end is seen and nothing needs to be broken off.
            let read = try Overlap.read(Int(size - start) + 1, from: source)
            bytes = Array(read.prefix(Int(size - start)))
            if read.count > bytes.count { source.cancel() } else { try source.finish() }
        } catch {
            source.cancel()
            throw error
        }
    }

    /// Whether the next bytes of `source`, which was opened at `start`, are the same.
    func matches(_ source: any FileSource) throws(FileSystemError) -> Bool {
        try Overlap.read(bytes.count, from: source) == bytes
    }

    /// The next bytes, fewer only where it ends.
    static func read(
        _ count: Int, from source: any FileSource
    ) throws(FileSystemError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 1)
        defer { buffer.deallocate() }
        var filled = 0
        while filled < count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<count])
            let got = try source.read(into: rest)
            guard got > 0 else { break }
            filled += min(got, rest.count)
        }
        return Array(buffer[..<filled])
    }
}
