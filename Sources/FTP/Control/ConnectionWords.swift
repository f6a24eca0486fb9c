import Files
import Transport
import Words

extension TransportError {
    /// The error for the user, naming the server.
    func fileSystemError(_ site: Site, after seconds: Double? = nil) -> FileSystemError {
        let host = VisibleText.make(site.host)
        switch kind {
        case .cancelled:
            return FileSystemError(
                .cancelled, detail: tr("The connection to \(host) was cancelled."))
        case .timeout:
            let waited = Int((seconds ?? Double(site.timeout)).rounded(.up))
            return FileSystemError(
                .timeout, detail: tr("\(host) did not answer for \(waited) seconds."),
                isTransient: true)
        case .unresolved:
            return FileSystemError(
                .connection,
                detail: tr("The host \(host) was not found (\(words)); check its name."))
        case .unreachable:
            return FileSystemError(
                .connection,
                detail: tr(
                    "\(host) cannot be reached at port \(site.port) (\(words)); check host and port."
                ),
                isTransient: true)
        case .closed:
            return FileSystemError(
                .connection, detail: tr("\(host) closed the connection."), isTransient: true)
        case .tls:
            return FileSystemError(
                .security,
                detail: tr(
                    "TLS with \(host) failed (\(words)), so the connection was "
                        + "closed."))
        case .violation:
            return FileSystemError(
                .protocolViolation,
                detail: tr(
                    "\(host) broke the FTP protocol (\(words)), so the connection was closed."))
        case .proxy, .proxyRefused:
            return FileSystemError(
                .connection,
                detail: site.proxy.map {
                    tr("\(host) cannot be reached through the proxy \($0.text) (\(words)).")
                } ?? tr("\(host) cannot be reached through the proxy (\(words))."),
                isTransient: kind == .proxy)
        case .noFreePort:
            return FileSystemError(
                .connection,
                detail: tr(
                    "Active mode has no free port (\(words)); allow other ports, or turn active "
                        + "mode off."),
                isTransient: true)
        case .other:
            return FileSystemError(
                .connection, detail: tr("The connection to \(host) failed (\(words))."),
                isTransient: true)
        }
    }
}
