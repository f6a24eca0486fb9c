package import Files
package import Web

/// What a server answered to a form, after all redirections.
package final class FormReply {
    private let response: Response
    private let path: Path

    init(_ response: Response, to path: Path) {
        self.response = response
        self.path = path
    }

    /// `404 Not Found`, sanitised.
    package var text: String { response.head.text }
    /// Whether the server took the form: 2xx.
    package var isSuccess: Bool { response.head.isSuccess }
    /// Of the body (RFC 9110 section 8.3); nil where it is not told.
    package var mediaType: MediaType? {
        response.head.bytes("content-type").flatMap { MediaType($0) }
    }

    /// Waits for at least one byte of the body; 0 at its end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(FileSystemError) -> Int {
        try response.read(into: buffer)
    }

    /// Whether the body is for people to read; `first` is its beginning.
    package func isText(_ first: some Collection<UInt8>) -> Bool {
        let coding = response.head.value("content-encoding") ?? "identity"
        guard coding.lowercased() == "identity" else { return false }
        return mediaType?.isText ?? RawText.looksLikeText(first)
    }

    /// Lets go of what was not read.
    package func cancel() { response.cancel() }
}
