import Files
import Transport

extension TransportError {
    /// The error of a raw exchange for the user, naming the server.
    func rawError(_ site: Site) -> FileSystemError {
        let host = VisibleText.make(site.host)
        switch kind {
        case .cancelled:
            return FileSystemError(.cancelled, detail: "The exchange with \(host) was cancelled.")
        case .timeout:
            return FileSystemError(
                .timeout, detail: "\(host) did not answer for \(site.timeout) seconds.",
                isTransient: true)
        case .unresolved:
            return FileSystemError(
                .connection, detail: "The host \(host) was not found (\(words)); check its name.")
        case .unreachable:
            return FileSystemError(
                .connection,
                detail:
                    "\(host) cannot be reached at port \(site.port) (\(words)); check host and port.",
                isTransient: true)
        case .closed:
            return FileSystemError(
                .connection, detail: "\(host) closed the connection (\(words)).",
                isTransient: true)
        case .tls:
            return FileSystemError(
                .security, detail: "TLS with \(host) broke: \(words). The connection was closed.")
        case .proxy, .proxyRefused:
            let proxy = site.proxy.map { " " + $0.text } ?? ""
            return FileSystemError(
                .connection,
                detail: "\(host) cannot be reached through the proxy\(proxy): \(words).",
                isTransient: kind == .proxy)
        case .violation, .noFreePort, .other:
            return FileSystemError(
                .connection, detail: "The connection to \(host) failed: \(words).",
                isTransient: true)
        }
    }
}
