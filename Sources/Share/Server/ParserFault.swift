import NIOHTTP1
import Words

/// What is said to a visitor whose bytes are no HTTP.
enum ParserFault {
    /// Nil where the error is none of the parser's.
    static func refusal(for error: any Error, _ meter: InputMeter, _ limits: Limits) -> Refusal? {
        guard let error = error as? HTTPParserError else { return nil }
        switch error {
        case .headerOverflow:
            return meter.lineLength > limits.lineLength
                ? Refusal(.uriTooLong, tr("The URL is too long."))
                : Refusal(.headersTooLarge, tr("The header of the request is too long."))
        case .invalidMethod:
            return Refusal(.notImplemented, tr("This share does not know that method."))
        case .invalidVersion:
            return Refusal(.versionNotSupported, tr("This share speaks HTTP/1.0 and HTTP/1.1."))
        case .invalidEOFState, .closedConnection:
            return Refusal(.badRequest, tr("The request was cut off."))
        default:
            return Refusal(.badRequest, tr("That is not an HTTP/1.1 request."))
        }
    }
}
