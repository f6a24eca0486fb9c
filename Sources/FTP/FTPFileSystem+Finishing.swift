import Files

extension FTPFileSystem {
    /// Closes a download: success is a final 2xx and as many bytes as SIZE promised.
    func finish(
        _ transfer: Transfer, offset: UInt64, expected: UInt64?
    ) throws(FileSystemError) {
        let session = transfer.session
        if self.transfer === transfer { self.transfer = nil }
        transfer.closeData()
        if isInterrupted { throw cancelled(transfer.path) }
        if session === self.session { sendAhead(.read, on: session) }
        // A SIZE of 0 may be a lie; what has no size cannot be compared.
        let promised = expected.flatMap { $0 == 0 ? nil : $0 > offset ? $0 - offset : 0 }
        let isWhole = promised == transfer.count
        do {
            _ = try transfer.finalReply(
                within: isWhole ? min(timeouts.idle, timeouts.confirmation) : timeouts.idle)
        } catch {
            dropSession()
            guard isWhole, [.connection, .timeout].contains(error.kind) else { throw error }
            return try confirm(transfer, size: offset + transfer.count)
        }
        switch transfer.machine.verdict(received: transfer.count, expected: promised) {
        case .complete:
            guard promised == nil else { return }
            if transfer.isBroken { throw truncated(transfer, "the data connection broke") }
            // A hint, but fewer bytes than even that are no whole file.
            guard offset == 0, let announced = transfer.machine.announcedSize,
                transfer.count < announced
            else { return }
            throw truncated(transfer, "\(announced - transfer.count) bytes are missing")
        case .refused(let reply):
            throw transfer.refusal(reply)
        case .short(let missing):
            throw truncated(transfer, "\(missing) bytes are missing")
        case .long(let surplus) where offset > 0 && surplus == offset:
            throw FileSystemError(
                .protocolViolation, path: transfer.path,
                detail:
                    "\(transfer.path.text(on: site)) was sent from its start, although the server agreed to resume it; fetch it anew."
            )
        case .long(let surplus):
            throw FileSystemError(
                .changed, path: transfer.path,
                detail:
                    "\(transfer.path.text(on: site)) grew by \(surplus) bytes while it was read; fetch it again.",
                isTransient: true)
        case .open:
            throw truncated(transfer, "the server did not confirm it")
        }
    }

    /// Ends a transfer early, and gives the connection up where that did not go cleanly.
    func cancel(_ transfer: Transfer) {
        if self.transfer === transfer { self.transfer = nil }
        transfer.abort()
        if transfer.session === session, !transfer.session.isUsable { dropSession() }
    }

    /// The control connection went silent after the last byte (a firewall forgot it): a new one
    /// tells whether the file is whole.
    func confirm(_ transfer: Transfer, size: UInt64) throws(FileSystemError) {
        let file = transfer.file
        log.remark("No word after the last byte; connecting again to compare the size.")
        let entry = try details(of: [transfer.path]).first.flatMap { $0 }
        guard let found = entry?.size else {
            throw FileSystemError(
                .timeout, path: file,
                detail:
                    "The server never confirmed \(file.text(on: site)), and its size cannot be asked for.",
                isTransient: true)
        }
        guard found == size else {
            throw FileSystemError(
                .truncated, path: file,
                detail: "\(file.text(on: site)) has \(found) bytes on the server, not \(size).",
                isTransient: true)
        }
    }

    /// The error for a file that goes on and on after the size that SIZE promised.
    func endless(_ transfer: Transfer, offset: UInt64, expected: UInt64) -> FileSystemError {
        let name = transfer.path.text(on: site)
        return FileSystemError(
            offset > 0 ? .protocolViolation : .changed, path: transfer.path,
            detail: offset > 0
                ? "\(name) goes on after its \(expected) bytes: the server may not have resumed it where it was asked to; fetch it anew."
                : "\(name) goes on after its \(expected) bytes, so Ferry stopped; it may be being written.",
            isTransient: offset == 0)
    }

    func cancelled(_ path: Path) -> FileSystemError {
        FileSystemError(.cancelled, path: path, detail: "\(path.text(on: site)) was cancelled.")
    }

    private func truncated(_ transfer: Transfer, _ reason: String) -> FileSystemError {
        FileSystemError(
            .truncated, path: transfer.path, reply: transfer.machine.final?.text,
            detail: "\(transfer.path.text(on: site)) did not arrive whole: \(reason). Resume it.",
            isTransient: true)
    }
}
