import Files
import Words

/// Whether a server says that it takes PUT (RFC 9110 section 10.2.1): one that says nothing is sent
/// nothing.
struct PutPermission {
    private enum State {
        case unasked
        case granted
        case denied
    }

    private let client: HTTPClient
    private var state = State.unasked

    init(_ client: HTTPClient) {
        self.client = client
    }

    /// Whether it was asked, and does.
    var isGranted: Bool { state == .granted }

    /// Asks by OPTIONS where nobody has yet; throws where the server does not take it.
    mutating func demand(for file: Path) throws(FileSystemError) {
        if state == .unasked { state = try ask(about: file) }
        guard state == .granted else {
            throw FileSystemError(
                .unsupported, path: file,
                detail: tr(
                    "\(file.text(on: client.site)) cannot be written: \(client.host) does not "
                        + "offer uploads (PUT). For a WebDAV server, use dav:// or davs://."))
        }
    }

    private func ask(about file: Path) throws(FileSystemError) -> State {
        let response = try client.send(Request("OPTIONS", file, redirection: .give))
        response.drain()
        return response.head.isSuccess && response.head.allowedMethods.contains("PUT")
            ? .granted : .denied
    }
}
