import Files
import Transport
import Words

/// Why a connection is lost, in words for the user.
struct LossReasons {
    let carrier: any Carrier
    let site: Site

    private var host: String { VisibleText.make(site.host) }

    /// Ferry has ended it.
    var closed: FileSystemError {
        FileSystemError(
            .connection, detail: tr("The connection to \(host) was closed."), isTransient: true)
    }

    /// The server has ended it; waits for the program's last words.
    func ended() -> FileSystemError {
        if let failure = carrier.failure() { return failure }
        return FileSystemError(
            .connection, detail: tr("\(host) closed the connection."), isTransient: true)
    }

    /// What its stream says; waits as `ended` does.
    func failure(_ error: TransportError) -> FileSystemError {
        switch error.kind {
        case .cancelled:
            return FileSystemError(.cancelled, detail: tr("The operation was stopped."))
        case .timeout:
            return FileSystemError(
                .timeout, detail: tr("\(host) has not answered for \(site.timeout) s."),
                isTransient: true)
        default:
            if let failure = carrier.failure() { return failure }
            return FileSystemError(
                .connection, detail: tr("The connection to \(host) was lost (\(error.words))."),
                isTransient: true)
        }
    }

    /// A packet cannot be read.
    func broken(_ fault: PacketFault) -> FileSystemError { .broken(fault.words, on: site) }

    /// An answer is nobody's.
    var unasked: FileSystemError {
        .broken(tr("it answered a request that was not sent"), on: site)
    }

    /// An answer is waited for, and nothing was asked.
    var unanswered: FileSystemError {
        .broken(tr("a reply is expected for a request that was not sent"), on: site)
    }
}
