import Files

/// A file being downloaded.
final class FTPSource: FileSource {
    private let transfer: Transfer
    private let offset: UInt64
    private let fileSystem: FTPFileSystem
    let size: UInt64?
    private var isFinished = false

    init(_ transfer: Transfer, offset: UInt64, size: UInt64?, of fileSystem: FTPFileSystem) {
        self.transfer = transfer
        self.offset = offset
        self.fileSystem = fileSystem
        self.size = size ?? (offset == 0 ? transfer.machine.announcedSize : nil)
        expected = size
    }

    /// Bytes that the server promised for the whole file, by SIZE.
    private let expected: UInt64?

    var descriptor: CInt? { transfer.plainDescriptor }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        try transfer.read(into: buffer)
    }

    func didTransfer(_ count: Int) { transfer.didTransfer(count) }

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
