/// Reads the directory out of a 257 (RFC 959 appendix II). Does no I/O.
package enum DirectoryReply {
    /// The text between the first quote and the one that closes it, `""` standing for a quote;
    /// without quotes the first word. Nil where there is neither, or a quote is never closed.
    package static func directory(_ text: some Collection<UInt8>) -> [UInt8]? {
        let bytes = Array(text)
        guard let open = bytes.firstIndex(of: 0x22) else {
            let word = bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
            return word.isEmpty || hasControl(Array(word)) ? nil : Array(word)
        }
        var result: [UInt8] = []
        var position = open + 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == 0x22 else {
                result.append(byte)
                continue
            }
            guard position < bytes.count, bytes[position] == 0x22 else {
                return result.isEmpty || hasControl(result) ? nil : result
            }
            result.append(0x22)
            position += 1
        }
        return nil
    }

    /// The text of a whole reply to PWD; nil where it names no directory.
    static func directory(in reply: Reply) -> [UInt8]? {
        guard reply.isSuccess else { return nil }
        // Of many lines, the one that quotes a path; what quotes none has to be a 257.
        if let quoted = reply.texts.first(where: { $0.contains(0x22) }) {
            return directory(quoted)
        }
        guard reply.code == 257 else { return nil }
        let bare =
            reply.texts.count == 1 ? reply.texts.first : reply.texts.first { $0.first == 0x2F }
        return bare.flatMap { directory($0) }
    }

    private static func hasControl(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
