import NIOHTTP1

/// What is said to a visitor whose bytes are no HTTP.
enum ParserFault {
    /// Nil where the error is none of the parser's.
    static func refusal(for error: any Error, _ meter: InputMeter, _ limits: Limits) -> Refusal? {
        guard let error = error as? HTTPParserError else { return nil }
        switch error {
        case .headerOverflow:
            return meter.lineLength > limits.lineLength
                ? Refusal(.uriTooLong, "The URL is too long.")
                : Refusal(.headersTooLarge, "The header of the request is too long.")
        case .invalidMethod:
            return Refusal(.notImplemented, "This share does not know that method.")
        case .invalidVersion:
            return Refusal(.versionNotSupported, "This share speaks HTTP/1.0 and HTTP/1.1.")
        case .invalidEOFState, .closedConnection:
            return Refusal(.badRequest, "The request was cut off.")
        default:
            return Refusal(.badRequest, "That is not an HTTP/1.1 request.")
        }
    }
}
