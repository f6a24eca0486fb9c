import Files
import Web

/// Whether a body is for people to read.
package enum RawText {
    /// By its head, and where that says nothing by the first bytes of the body.
    package static func isText(
        _ head: RawReplyHead?, _ first: some Collection<UInt8>
    ) -> Bool {
        let codings = head?.values(of: "content-encoding") ?? []
        let isEncoded = codings.contains {
            !["", "identity"].contains(String(decoding: $0, as: UTF8.self).lowercased())
        }
        if isEncoded { return false }
        if let type = head?.mediaType { return type.isText }
        return looksLikeText(first)
    }

    /// Whether the beginning holds no control byte but line ends and tabs.
    package static func looksLikeText(_ first: some Collection<UInt8>) -> Bool {
        first.prefix(1_024).allSatisfy { byte in
            byte >= 0x20 && byte != 0x7F || (0x08...0x0D).contains(byte) || byte == 0x1B
        }
    }
}

/// Sanitises text that comes in pieces: lines and tabs stay. Does no I/O.
package struct TextLines {
    /// Bytes of a line after which it is shown though it has not ended.
    private static let limit = 8 << 10

    private var line: [UInt8] = []

    /// Before the first byte.
    package init() {}

    /// What can be shown now.
    package mutating func feed(_ bytes: some Collection<UInt8>) -> String {
        var shown = ""
        for byte in bytes {
            switch byte {
            case 0x0A:
                if line.last == 0x0D { line.removeLast() }
                shown += flush() + "\n"
            case 0x09:
                shown += flush() + "\t"
            default:
                line.append(byte)
                // Between characters, where it is UTF-8.
                if line.count >= TextLines.limit, byte < 0x80 { shown += flush() }
                if line.count >= 2 * TextLines.limit { shown += flush() }
            }
        }
        return shown
    }

    /// What was held back, with a line end.
    package mutating func end() -> String { line.isEmpty ? "" : flush() + "\n" }

    private mutating func flush() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return VisibleText.make(line)
    }
}
