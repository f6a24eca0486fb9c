import Files
import UI

/// A file that the viewer has open, fetched only as far as it is looked at.
final class Reading {
    private let path: Path
    private let source: any FileSource
    private var offset: UInt64

    init(_ path: Path, at offset: UInt64, in files: any FileSystem) throws(FileSystemError) {
        self.path = path
        self.offset = offset
        source = try files.open(path, from: offset)
    }

    func continues(_ path: Path, at offset: UInt64) -> Bool {
        self.path == path && self.offset == offset
    }

    /// The next `length` bytes; fewer only at the end.
    func next(_ length: Int) throws(FileSystemError) -> Chunk {
        let start = offset
        var bytes = [UInt8](repeating: 0, count: max(1, min(length, 4 << 20)))
        var filled = 0
        var isLast = false
        while filled < bytes.count, !isLast {
            let room = filled
            let result = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(FileSystemError) -> Int in
                    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[room...]))
                }
            }
            let count = try result.get()
            filled += count
            isLast = count == 0
        }
        offset += UInt64(filled)
        if isLast { try source.finish() }
        return Chunk(
            offset: start, bytes: Array(bytes[..<filled]), isLast: isLast, size: source.size)
    }

    /// Gives the rest up.
    func end() {
        source.cancel()
    }
}
