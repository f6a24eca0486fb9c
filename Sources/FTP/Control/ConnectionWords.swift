import Files
import Transport

extension TransportError {
    /// The error for the user, naming the server.
    func fileSystemError(_ site: Site, after seconds: Double? = nil) -> FileSystemError {
        let host = VisibleText.make(site.host)
        switch kind {
        case .cancelled:
            return FileSystemError(.cancelled, detail: "The connection to \(host) was cancelled.")
        case .timeout:
            return FileSystemError(
                .timeout,
                detail:
                    "\(host) did not answer for \(Int((seconds ?? Double(site.timeout)).rounded(.up))) seconds.",
                isTransient: true)
        case .unresolved:
            return FileSystemError(
                .connection,
                detail: "The host \(host) was not found (\(words)); check its name.")
        case .unreachable:
            return FileSystemError(
                .connection,
                detail:
                    "\(host) cannot be reached at port \(site.port) (\(words)); check host and port.",
                isTransient: true)
        case .closed:
            return FileSystemError(
                .connection, detail: "\(host) closed the connection.", isTransient: true)
        case .tls:
            return FileSystemError(
                .security,
                detail: "TLS with \(host) failed (\(words)), so the connection was "
                    + "closed.")
        case .violation:
            return FileSystemError(
                .protocolViolation,
                detail: "\(host) broke the FTP protocol (\(words)), so the connection was closed.")
        case .proxy, .proxyRefused:
            let proxy = site.proxy.map { " " + $0.text } ?? ""
            return FileSystemError(
                .connection,
                detail: "\(host) cannot be reached through the proxy\(proxy) (\(words)).",
                isTransient: kind == .proxy)
        case .noFreePort:
            return FileSystemError(
                .connection,
                detail:
                    "Active mode has no free port (\(words)); allow other ports, or turn active "
                    + "mode off.",
                isTransient: true)
        case .other:
            return FileSystemError(
                .connection, detail: "The connection to \(host) failed (\(words)).",
                isTransient: true)
        }
    }
}
