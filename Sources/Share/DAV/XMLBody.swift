import Words

/// Takes a request's small XML document whole, and answers it.
struct XMLBody: BodySink {
    /// Bytes of a document.
    static let limit: UInt64 = 64 << 10
    /// Properties in one request.
    static let propertyLimit = 200

    static let broken = Refusal(
        .badRequest, tr("The body of the request is not valid WebDAV XML for this method."))

    private var bytes: [UInt8] = []
    private let answer: @Sendable ([UInt8]) throws(Refusal) -> Response

    private init(_ answer: @escaping @Sendable ([UInt8]) throws(Refusal) -> Response) {
        self.answer = answer
    }

    /// The response of `answer` to the request's body, which is read first.
    static func response(
        to request: Request,
        _ answer: @escaping @Sendable ([UInt8]) throws(Refusal) -> Response
    ) throws(Refusal) -> Response {
        if request.bodyLength == 0 { return try answer([]) }
        return .receiving(BodyReceiver(limit: limit, XMLBody(answer)))
    }

    mutating func write(_ bytes: [UInt8]) throws(Refusal) {
        guard UInt64(self.bytes.count + bytes.count) <= XMLBody.limit else { throw XMLBody.broken }
        self.bytes += bytes
    }

    mutating func finish() throws(Refusal) -> Response {
        try answer(bytes)
    }

    mutating func abandon() {
        bytes = []
    }
}
