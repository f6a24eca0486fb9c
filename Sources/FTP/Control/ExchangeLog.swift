import Files
import Words

/// Makes the log's lines for one connection.
struct ExchangeLog {
    /// What Ferry does by itself, and what is said to it.
    enum Expectation {
        case nothing
        /// It breaks a transfer off.
        case breakOff
        /// It asks for TLS where it goes on without.
        case noTLS
    }

    /// Characters of a line that are kept.
    private static let limit = 1_000

    /// Whose charset names in commands and replies are in.
    private let site: Site
    private let log: ConnectionLog
    /// What is said now of which it is known beforehand what it comes of.
    var expectation = Expectation.nothing

    init(connection: Int, site: Site, sink: @escaping ExchangeSink) {
        self.site = site
        log = ConnectionLog(connection, sink)
    }

    func sent(_ command: Command) {
        post(
            .sent, ExchangeLog.bounded(command.text(on: site)),
            isExpected: expectation == .breakOff)
    }

    func received(_ line: [UInt8], code: Int?, elapsed: Double?, isFirst: Bool) {
        let text = ExchangeLog.bounded(shown(line))
        var explanation = isFirst ? code.flatMap { ReplyWords.explain(code: $0, text: text) } : nil
        let isRefused = code.map { $0 >= 400 && $0 != 421 } ?? false
        switch expectation {
        case .nothing: break
        case .breakOff:
            if explanation != nil { explanation = tr("Ferry stopped the transfer.") }
        case .noTLS:
            if isRefused { explanation = tr("The server does not offer TLS.") }
        }
        post(
            .received, text, code: code, elapsed: elapsed, explanation: explanation,
            isExpected: expectation == .breakOff || (expectation == .noTLS && isRefused))
    }

    private static func bounded(_ text: String) -> String {
        // Characters are counted only where there may be too many.
        text.utf8.count <= limit ? text : String(text.prefix(limit))
    }

    private func shown(_ line: [UInt8]) -> String {
        guard site.charset != nil else { return VisibleText.make(line, limit: 4_096) }
        let start = VisibleText.make(line.prefix(4_096), on: site)
        return line.count > 4_096 ? start + "..." : start
    }

    func remark(_ text: String) { post(.remark, text, isExpected: expectation == .breakOff) }

    func retry() { log.retry(on: site) }

    func trouble(_ text: String) { post(.trouble, text, isExpected: expectation == .breakOff) }

    private func post(
        _ direction: Exchange.Direction, _ text: String, code: Int? = nil, elapsed: Double? = nil,
        explanation: String? = nil, isExpected: Bool
    ) {
        log.post(
            direction, text, code: code, elapsed: elapsed, explanation: explanation,
            isExpected: isExpected)
    }
}
