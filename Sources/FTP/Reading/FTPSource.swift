import Files
import Transport
import Words

/// A file being downloaded.
final class FTPSource: FileSource {
    private let transfer: Transfer
    private let offset: UInt64
    /// Bytes that the server promised for the whole file, by SIZE.
    private let expected: UInt64?
    private let end: TransferEnd
    let size: UInt64?
    private var isFinished = false
    /// Bytes past the promised size that are taken before the file counts as endless; so many, a
    /// file may grow while it is read.
    private static let surplusLimit: UInt64 = 1 << 20

    init(_ transfer: Transfer, offset: UInt64, size: UInt64?, _ end: TransferEnd) {
        self.transfer = transfer
        self.offset = offset
        self.end = end
        expected = size
        // A SIZE of 0 may be a lie, and the 150 know better.
        let announced = offset == 0 ? transfer.machine.announcedSize : nil
        self.size = size == 0 ? announced ?? 0 : size ?? announced
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        let count = try transfer.read(into: buffer)
        try checkEnd()
        return count
    }

    private func checkEnd() throws(FileSystemError) {
        guard let expected, expected > 0, transfer.count > expected &+ FTPSource.surplusLimit
        else { return }
        cancel()
        throw endless(expected)
    }

    /// Success is a final 2xx and as many bytes as SIZE promised.
    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        try end.close(transfer)
        let timeouts = end.connection.timeouts
        // A SIZE of 0 may be a lie; what has no size cannot be compared.
        let promised = expected.flatMap { $0 == 0 ? nil : $0 > offset ? $0 - offset : 0 }
        let isWhole = promised == transfer.count
        do {
            _ = try transfer.finalReply(
                within: isWhole ? min(timeouts.idle, timeouts.confirmation) : timeouts.idle)
        } catch {
            end.connection.drop()
            guard isWhole, [.connection, .timeout].contains(error.kind) else { throw error }
            return try end.confirm(transfer, size: offset + transfer.count)
        }
        switch transfer.machine.verdict(received: transfer.count, expected: promised) {
        case .complete:
            guard promised == nil else { return }
            if transfer.isBroken { throw truncated(tr("The data connection was lost.")) }
            // A hint, but fewer bytes than even that are no whole file.
            guard offset == 0, let announced = transfer.machine.announcedSize,
                transfer.count < announced
            else { return }
            throw truncated(missing: announced - transfer.count)
        case .refused(let reply):
            throw transfer.refusal(reply)
        case .short(let missing):
            throw truncated(missing: missing)
        case .long(let surplus) where offset > 0 && surplus == offset:
            throw FileSystemError(
                .protocolViolation, path: transfer.path,
                detail:
                    tr(
                        "The server agreed to resume \(transfer.path.text(on: end.site)), but sent it "
                            + "from the start; fetch it again.")
            )
        case .long(let surplus):
            throw FileSystemError(
                .changed, path: transfer.path,
                detail:
                    tr(
                        "\(transfer.path.text(on: end.site)) grew by \(surplus) bytes while it was "
                            + "being read; fetch it again."),
                isTransient: true)
        case .open:
            throw truncated(tr("The server did not confirm it."))
        }
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        end.cancel(transfer)
    }

    /// The error for a file that goes on and on after the size that SIZE promised.
    private func endless(_ expected: UInt64) -> FileSystemError {
        let name = transfer.path.text(on: end.site)
        return FileSystemError(
            offset > 0 ? .protocolViolation : .changed, path: transfer.path,
            detail: offset > 0
                ? tr(
                    "\(name) continues past its \(expected) bytes; the server may have resumed at "
                        + "another place. Fetch it again.")
                : tr(
                    "\(name) continues past its \(expected) bytes, so Ferry stopped; something may "
                        + "still be writing it."),
            isTransient: offset == 0)
    }

    private func truncated(missing count: UInt64) -> FileSystemError {
        truncated(tr("Missing: \(Plural.count(Int(clamping: count), "byte"))."))
    }

    private func truncated(_ reason: String) -> FileSystemError {
        FileSystemError(
            .truncated, path: transfer.path, reply: transfer.machine.final?.text,
            detail:
                tr(
                    "\(transfer.path.text(on: end.site)) did not arrive completely. \(reason) Resume it."
                ),
            isTransient: true)
    }
}

extension FTPSource: KernelSource {
    func move(
        to file: any FileDescriptorSink, atMost most: Int
    ) throws(FileSystemError) -> Int? {
        let outcome = try transfer.move(to: file.descriptor, atMost: most)
        guard let count = try outcome.count(file.failure) else { return nil }
        file.wrote(count)
        try checkEnd()
        return count
    }
}

extension FTPSource: TellingLine {
    var waited: Double { transfer.waited }
    var roundTrip: Double? { transfer.roundTrip }
}
