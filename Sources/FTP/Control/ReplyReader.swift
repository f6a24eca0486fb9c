import Files
import Transport
import Words

/// The control connection's bytes in, whole replies out. Lines inside a reply go to the log as they
/// come; its last one is left to whoever takes the reply.
final class ReplyReader {
    /// Lines of one reply that the log shows.
    private static let loggedLimit = 300

    private let buffer = Buffer(capacity: 8 << 10)
    private var lines = LineReader()
    private var parser = ReplyParser()
    /// Lines of the reply at hand that were logged.
    private var loggedLines = 0

    /// Whether nothing of a reply has come.
    var isEmpty: Bool { lines.isEmpty && !parser.isOpen }

    /// Reads what is there; never waits.
    func read(
        from stream: any ByteStream, knowsTelnet: Bool, _ log: ExchangeLog,
        _ take: (Reply) throws(TransportError) -> Void
    ) throws(TransportError) {
        while let count = try stream.readAvailable(into: buffer.bytes) {
            if count == 0 { throw TransportError(.closed, tr("the server closed the connection")) }
            let piece = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
            lines.knowsTelnet = knowsTelnet
            try lines.feed(piece) { line throws(TransportError) in
                if let reply = try self.reply(endedBy: line, log) { try take(reply) }
            }
            if count < buffer.bytes.count { return }
        }
    }

    private func reply(
        endedBy line: [UInt8], _ log: ExchangeLog
    ) throws(TransportError) -> Reply? {
        let isFirst = !parser.isOpen
        if isFirst { loggedLines = 0 }
        switch try parser.take(line) {
        case .more:
            logLine(line, isFirst: isFirst, log)
        case .noise:
            logLine(line, isFirst: false, log)
            if line.starts(with: Array("SSH-".utf8)) {
                throw TransportError(.violation, tr("this is an SFTP server; use sftp:// instead"))
            }
        case .reply(let reply):
            return reply
        }
        return nil
    }

    /// Logs a line inside a reply; of endless ones the beginning.
    private func logLine(_ line: [UInt8], isFirst: Bool, _ log: ExchangeLog) {
        loggedLines += 1
        guard loggedLines <= ReplyReader.loggedLimit else {
            if loggedLines == ReplyReader.loggedLimit + 1 {
                log.remark(tr("The remaining lines of this reply are not shown."))
            }
            return
        }
        log.received(line, code: nil, elapsed: nil, isFirst: isFirst)
    }
}
