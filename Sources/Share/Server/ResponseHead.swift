import NIOHTTP1
import Web

/// The head of a response as it is sent: the responder's fields, those of every response, and how
/// the body is framed (RFC 9112, section 6).
struct ResponseHead {
    let head: HTTPResponseHead
    /// Whether the connection ends with this response.
    let closes: Bool

    /// Of what is left of the request, `unreadBody` bytes are read over to keep the connection;
    /// `date` is in seconds since 1970.
    init(_ response: Response, to exchange: ServedExchange, unreadBody: UInt64, date: Int64) {
        let length = response.body.length
        let isLongRequest =
            !exchange.hasBodyEnded && ResponseHead.hasLongBody(exchange, unreadBody)
        // HTTP/1.0 knows no other end of a body than the connection's.
        closes =
            exchange.mustClose || isLongRequest || length == nil && exchange.minorVersion == 0
        var headers = ResponseHead.fields(response, date)
        let code = response.status.code
        if code >= 200, code != 204, code != 304 {
            if let length {
                headers.replaceOrAdd(name: "Content-Length", value: String(length))
            } else if exchange.minorVersion == 1, !exchange.isHead {
                headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
            }
        }
        if closes {
            headers.replaceOrAdd(name: "Connection", value: "close")
        } else if exchange.minorVersion == 0 {
            headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
        head = HTTPResponseHead(
            version: exchange.minorVersion == 0 ? .http1_0 : .http1_1,
            status: HTTPResponseStatus(
                statusCode: Int(code), reasonPhrase: response.status.words),
            headers: headers)
    }

    /// Whether what the visitor still sends is too much to be read over.
    private static func hasLongBody(_ exchange: ServedExchange, _ unreadBody: UInt64) -> Bool {
        guard let request = exchange.request, let length = request.bodyLength else { return true }
        return length > unreadBody || length > 0 && exchange.expectsContinue
    }

    private static func fields(_ response: Response, _ date: Int64) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.add(name: "Date", value: HTTPDate.text(date))
        headers.add(name: "Server", value: "Ferry")
        for field in response.headers.fields {
            // A line break in a value would be the visitor's next header.
            let value = field.value.unicodeScalars.map { scalar -> Character in
                scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
            }
            headers.add(name: field.name, value: String(value))
        }
        headers.replaceOrAdd(name: "X-Content-Type-Options", value: "nosniff")
        headers.replaceOrAdd(name: "Referrer-Policy", value: "same-origin")
        headers.replaceOrAdd(name: "Cross-Origin-Resource-Policy", value: "same-origin")
        return headers
    }
}
