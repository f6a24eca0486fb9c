import Files

/// A file being downloaded.
final class FTPSource: FileSource {
    private let transfer: Transfer
    private let offset: UInt64
    private let fileSystem: FTPFileSystem
    let size: UInt64?
    private var isFinished = false
    /// Bytes past the promised size that are taken before the file counts as endless; so many, a
    /// file may grow while it is read.
    private static let surplusLimit: UInt64 = 1 << 20

    init(_ transfer: Transfer, offset: UInt64, size: UInt64?, of fileSystem: FTPFileSystem) {
        self.transfer = transfer
        self.offset = offset
        self.fileSystem = fileSystem
        expected = size
        // A SIZE of 0 may be a lie, and the 150 know better.
        let announced = offset == 0 ? transfer.machine.announcedSize : nil
        self.size = size == 0 ? announced ?? 0 : size ?? announced
    }

    /// Bytes that the server promised for the whole file, by SIZE.
    private let expected: UInt64?

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        let count = try transfer.read(into: buffer)
        if let expected, expected > 0, transfer.count > expected &+ FTPSource.surplusLimit {
            cancel()
            throw fileSystem.endless(transfer, offset: offset, expected: expected)
        }
        return count
    }

    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        try fileSystem.finish(transfer, offset: offset, expected: expected)
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        fileSystem.cancel(transfer)
    }
}
