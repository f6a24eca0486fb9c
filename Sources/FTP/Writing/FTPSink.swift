import Files
import Transport

/// A file being uploaded.
final class FTPSink: FileSink {
    let part: Part
    let remark: String?
    private let transfer: Transfer
    private let creation: Creation
    private let end: TransferEnd
    private var isFinished = false

    init(
        _ transfer: Transfer, _ part: Part, _ creation: Creation, remark: String?,
        _ end: TransferEnd
    ) {
        self.transfer = transfer
        self.part = part
        self.remark = remark
        self.creation = creation
        self.end = end
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try transfer.write(buffer)
    }

    /// The final reply is what counts; sizes are compared when it is committed.
    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        try end.close(transfer)
        let final: Reply
        do {
            final = try transfer.finalReply()
        } catch {
            end.connection.drop()
            guard [.connection, .timeout].contains(error.kind), !end.connection.isInterrupted
            else { throw error }
            return try end.confirm(transfer, size: creation.offset + transfer.count)
        }
        guard final.isSuccess else { throw transfer.refusal(final) }
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        end.cancel(transfer)
    }
}

extension FTPSink: KernelSink {
    var isReceiverHere: Bool { transfer.isServerHere }

    func move(
        from file: any FileDescriptorSource, atMost most: Int
    ) throws(FileSystemError) -> Int? {
        let outcome = try transfer.move(from: file.descriptor, atMost: most)
        guard let count = try outcome.count(file.failure) else { return nil }
        file.took(count)
        return count
    }
}

extension FTPSink: TellingLine {
    var waited: Double { transfer.waited }
    var roundTrip: Double? { transfer.roundTrip }
}
