import Files
import Words

/// A file in an archive being read. What it must be as long as, its header has said.
final class ArchiveSource: FileSource {
    private let reader: ArchiveReader
    /// Of the entry that is read; another's once the archive was read on for somebody else.
    private let number: Int
    private let file: Path
    private let archive: Path
    let size: UInt64?
    let mode: UInt16?

    init(
        _ reader: ArchiveReader, _ file: Path, in archive: Path, size: UInt64?, mode: UInt16?
    ) {
        self.reader = reader
        self.file = file
        self.archive = archive
        self.size = size
        self.mode = mode
        number = reader.number
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        guard !buffer.isEmpty else { return 0 }
        try check()
        let count = try reader.read(into: buffer, of: file)
        if let size, reader.position > size { throw ArchiveError.wrongSize(file, archive) }
        return count
    }

    /// Where the size is known, as many bytes must have come.
    func finish() throws(FileSystemError) {
        try check()
        if let size, reader.position != size { throw ArchiveError.wrongSize(file, archive) }
    }

    func cancel() {
        reader.release()
    }

    private func check() throws(FileSystemError) {
        guard reader.number == number else {
            throw FileSystemError(
                .changed, path: file,
                detail: tr(
                    "\(file.text) was closed, because another file of \(archive.text) was "
                        + "opened; retry."), isTransient: true)
        }
    }
}
