import Files
import Transport
import Words

extension TransportError {
    /// The error for the user, naming the server that was meant.
    func fileSystemError(_ site: Site, at origin: Origin, path: Path?) -> FileSystemError {
        let host = VisibleText.make(origin.host)
        func made(_ kind: FileSystemError.Kind, _ detail: String, isTransient: Bool = false)
            -> FileSystemError
        {
            FileSystemError(kind, path: path, detail: detail, isTransient: isTransient)
        }
        switch kind {
        case .cancelled:
            return made(.cancelled, tr("The connection to \(host) was cancelled."))
        case .timeout:
            return made(
                .timeout, tr("\(host) did not answer for \(site.timeout) seconds."),
                isTransient: true)
        case .unresolved:
            return made(
                .connection, tr("The host \(host) was not found (\(words)); check its name."))
        case .unreachable:
            return made(
                .connection,
                tr(
                    "\(host) cannot be reached at port \(origin.port) (\(words)); check host and port."
                ),
                isTransient: true)
        case .closed:
            return made(
                .connection, tr("\(host) closed the connection (\(words))."), isTransient: true)
        case .tls:
            return made(.security, tr("TLS with \(host) failed (\(words))."))
        case .violation:
            return made(
                .protocolViolation,
                tr("\(host) breaks the HTTP protocol (\(words)). The connection was closed."))
        case .proxy, .proxyRefused:
            return made(
                .connection,
                site.proxy.map {
                    tr("\(host) cannot be reached through the proxy \($0.text) (\(words)).")
                } ?? tr("\(host) cannot be reached through the proxy (\(words))."),
                isTransient: kind == .proxy)
        case .noFreePort, .other:
            return made(
                .connection, tr("The connection to \(host) failed (\(words))."), isTransient: true)
        }
    }
}
