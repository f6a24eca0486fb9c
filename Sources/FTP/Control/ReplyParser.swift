package import Transport
import Words

/// Puts lines together to replies (RFC 959 section 4.2). A reply of many lines is opened by
/// `ddd-` and closed by the same code and a blank only, whatever stands between. Does no I/O.
package struct ReplyParser {
    /// Bytes of a whole reply that are taken before the server counts as broken.
    package static let limit = 256 << 10

    package enum Step: Hashable, Sendable {
        /// More lines belong to the reply.
        case more
        case reply(Reply)
        /// A line outside of any reply, left out.
        case noise
    }

    private var code = 0
    private var lines: [[UInt8]] = []
    private var total = 0
    private var noise = 0

    package init() {}

    /// Whether the last line fed left a reply open.
    package var isOpen: Bool { code != 0 }

    package mutating func take(_ line: [UInt8]) throws(TransportError) -> Step {
        total += line.count + 1
        guard total <= ReplyParser.limit else {
            throw TransportError(.violation, tr("a reply is longer than 256 KiB"))
        }
        guard let (found, mark) = ReplyParser.code(of: line) else {
            guard isOpen else { return try takeNoise() }
            lines.append(line)
            return .more
        }
        if !isOpen {
            lines = [line]
            guard mark == 0x2D else { return close(found) }
            code = found
            return .more
        }
        lines.append(line)
        return found == code && mark == 0x20 ? close(found) : .more
    }

    private mutating func close(_ found: Int) -> Step {
        let reply = Reply(code: found, lines: lines)
        code = 0
        total = 0
        noise = 0
        lines = []
        return .reply(reply)
    }

    /// A few stray lines are passed over; a stream of them is no FTP.
    private mutating func takeNoise() throws(TransportError) -> Step {
        noise += 1
        guard noise <= 100 else {
            throw TransportError(.violation, tr("its replies are not FTP"))
        }
        return .noise
    }

    /// A line's code and what follows it: `-`, or a blank where the code ends the line as well.
    private static func code(of line: [UInt8]) -> (code: Int, mark: UInt8)? {
        guard line.count >= 3, (0x31...0x35).contains(line[0]), (0x30...0x39).contains(line[1]),
            (0x30...0x39).contains(line[2])
        else { return nil }
        let code = Int(line[0] - 0x30) * 100 + Int(line[1] - 0x30) * 10 + Int(line[2] - 0x30)
        guard line.count > 3 else { return (code, 0x20) }
        switch line[3] {
        case 0x20, 0x09: return (code, 0x20)
        case 0x2D: return (code, 0x2D)
        default: return nil
        }
    }
}
