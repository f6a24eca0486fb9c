import Words

/// Splits control bytes into lines, fed in pieces of any size. LF ends a line and CR is dropped;
/// NUL is dropped after CR (RFC 2640 section 3.1) and an error elsewhere; Telnet commands are
/// taken out (RFC 854). Does no I/O.
package struct LineReader {
    /// Bytes of a line without its end that are taken before the peer counts as broken.
    package static let limit = 64 << 10

    private enum State {
        case text
        case afterCarriageReturn
        /// After IAC.
        case command
        /// After IAC WILL, WONT, DO or DONT.
        case option
    }

    /// Whether the peer speaks Telnet; where not, 0xFF is a byte like others.
    package var knowsTelnet = true
    private var state = State.text
    private var line: [UInt8] = []

    package init() {}

    /// Whether nothing of a line has come.
    package var isEmpty: Bool { line.isEmpty && state == .text }

    /// Takes a piece, and hands every line that it completes to `body`, without its line end.
    package mutating func feed(
        _ piece: UnsafeRawBufferPointer, _ body: ([UInt8]) throws(TransportError) -> Void
    ) throws(TransportError) {
        for byte in piece {
            switch state {
            case .command:
                if try endCommand(byte) { continue }
            case .option:
                state = .text
                continue
            case .afterCarriageReturn:
                state = .text
                if byte == 0 { continue }
            case .text:
                break
            }
            switch byte {
            case 0x0A:
                let complete = line
                line.removeAll(keepingCapacity: true)
                try body(complete)
            case 0x0D:
                state = .afterCarriageReturn
            case 0xFF where knowsTelnet:
                state = .command
            case 0:
                throw TransportError(.violation, tr("a reply contains a NUL byte"))
            default:
                try append(byte)
            }
        }
    }

    /// Whether `byte` belonged to a Telnet command.
    private mutating func endCommand(_ byte: UInt8) throws(TransportError) -> Bool {
        state = .text
        switch byte {
        case 0xFB...0xFE: state = .option
        case 0xF0...0xFA: break
        case 0xFF: try append(0xFF)
        default:
            // No Telnet command: a server that does not double 0xFF in its names.
            try append(0xFF)
            return false
        }
        return true
    }

    private mutating func append(_ byte: UInt8) throws(TransportError) {
        guard line.count < LineReader.limit else {
            throw TransportError(.violation, tr("a line is longer than 64 KiB"))
        }
        line.append(byte)
    }
}
