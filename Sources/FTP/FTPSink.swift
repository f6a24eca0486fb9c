import Files

/// A file being uploaded.
final class FTPSink: FileSink {
    let part: Part
    let remark: String?
    private let transfer: Transfer
    private let creation: Creation
    private let fileSystem: FTPFileSystem
    private let isSmall: Bool
    private var isFinished = false

    init(
        _ transfer: Transfer, _ part: Part, _ creation: Creation, isSmall: Bool, remark: String?,
        of fileSystem: FTPFileSystem
    ) {
        self.transfer = transfer
        self.part = part
        self.remark = remark
        self.creation = creation
        self.isSmall = isSmall
        self.fileSystem = fileSystem
    }

    /// A small file goes through `write`, which knows a refusal that comes while it is sent.

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try transfer.write(buffer)
    }

    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        try fileSystem.finish(upload: transfer, offset: creation.offset)
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        fileSystem.cancel(transfer)
    }
}
