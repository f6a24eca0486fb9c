import Words

/// What Finder says of a body that comes in chunks: how long it will be.
enum ExpectedLength {
    /// Bytes; nil where the request does not say it.
    static func of(_ request: Request) -> UInt64? {
        request.bodyLength ?? request.headers["X-Expected-Entity-Length"].flatMap { UInt64($0) }
    }

    /// Refuses a body that is shorter: who sent it was interrupted.
    static func check(_ request: Request, _ received: UInt64) throws(Refusal) {
        guard request.bodyLength == nil, let expected = of(request), received < expected else {
            return
        }
        throw Refusal(
            .badRequest,
            tr("The upload ended after \(received) of \(expected) bytes; nothing was saved."))
    }
}
