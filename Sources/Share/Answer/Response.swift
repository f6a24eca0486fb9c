package import Files

/// What a visitor gets. The server adds Date, Server, Connection and the framing
/// (Content-Length or chunks) by itself, and leaves the body out for HEAD.
package struct Response: Sendable {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// Parts one after the other, of files and between them; their lengths are sent ahead.
        case pieces([Piece])
        /// Made on the way, block by block; nil where the length is not known ahead.
        case blocks(Blocks, length: UInt64?)
        /// First the request's body is received; then the sink says what the visitor gets. This
        /// response's own status and headers are not sent.
        case receive(BodyReceiver)

        /// Bytes; nil where they are not known ahead.
        var length: UInt64? {
            switch self {
            case .none, .receive: 0
            case .bytes(let bytes): UInt64(bytes.count)
            case .pieces(let pieces): pieces.reduce(0) { $0 &+ $1.length }
            case .blocks(_, let length): length
            }
        }
    }

    package enum Piece: Sendable {
        case bytes([UInt8])
        /// Of the file's bytes, these.
        case file(OpenFile, Range<UInt64>)

        package var length: UInt64 {
            switch self {
            case .bytes(let bytes): UInt64(bytes.count)
            case .file(_, let range): range.upperBound - range.lowerBound
            }
        }
    }

    package var status: Status
    package var headers: Headers
    package var body: Body
    /// What the visitor carries away with this body, below the shared folder: a row of the visits.
    package var download: Path?

    package init(
        _ status: Status, headers: Headers = [:], body: Body = .none, download: Path? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.download = download
    }

    /// Receives the request's body, then answers with what the sink says.
    package static func receiving(_ receiver: BodyReceiver) -> Response {
        Response(.ok, body: .receive(receiver))
    }
}
