import Files
import Words

/// How a handle's transfer ends, and what becomes of the connection then.
struct TransferEnd: ConnectionPart {
    let connection: Connection
    let lookahead: Lookahead

    /// Says that no more data will come or be taken, and sends ahead for the next file.
    /// `.cancelled` where it was interrupted.
    func close(_ transfer: Transfer) throws(FileSystemError) {
        connection.end(transfer)
        transfer.closeData()
        if connection.isInterrupted {
            let file = transfer.file
            throw FileSystemError(
                .cancelled, path: file, detail: tr("\(file.text(on: site)) was cancelled."))
        }
        guard transfer.session === connection.session else { return }
        switch transfer.direction {
        case .down: lookahead.sendAhead(.read, on: transfer.session)
        case .up:
            if memory.readsNothingMeanwhile { lookahead.sendAhead(.write, on: transfer.session) }
        }
    }

    /// Ends a transfer early, and gives the connection up where that did not go cleanly.
    func cancel(_ transfer: Transfer) {
        connection.end(transfer)
        transfer.abort()
        if transfer.session === connection.session, !transfer.session.isUsable {
            connection.drop()
        }
    }

    /// The control connection went silent after the last byte (a firewall forgot it): a new one
    /// tells whether the file is whole.
    func confirm(_ transfer: Transfer, size: UInt64) throws(FileSystemError) {
        let file = transfer.file
        log.remark(tr("The server did not confirm the transfer; reconnecting to compare the size."))
        let details = try DetailReader.details(of: [transfer.path], over: connection)
        guard let found = details.first??.size else {
            throw FileSystemError(
                .timeout, path: file,
                detail:
                    tr(
                        "The server never confirmed \(file.text(on: site)), and its size is unknown; "
                            + "check it."),
                isTransient: true)
        }
        guard found == size else {
            throw FileSystemError(
                .truncated, path: file,
                detail: tr(
                    "\(file.text(on: site)) has \(found) bytes on the server, not \(size); "
                        + "send it again."),
                isTransient: true)
        }
    }
}
