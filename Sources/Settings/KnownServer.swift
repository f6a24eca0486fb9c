import Files

/// A host and a port of which something is known.
struct KnownServer: Hashable {
    let host: String
    let port: UInt16

    init(_ site: Site) {
        host = site.host.lowercased()
        port = site.port
    }

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `example.org 21 tls resumed trusted=AB12…`
    func line(_ record: TrustRecord) -> String {
        var words = [host, String(port)]
        if record.hasHadTLS { words.append("tls") }
        if record.hasResumed { words.append("resumed") }
        if record.mayBeClear { words.append("clear") }
        if record.takesSingleCommands { words.append("single") }
        if let trusted = record.trusted {
            words.append("trusted=" + trusted.map(KnownServer.hex).joined())
        }
        return words.joined(separator: " ")
    }

    /// Reads a line back; nil where it makes no sense.
    static func read(_ line: Substring) -> (KnownServer, TrustRecord)? {
        let words = line.split(separator: " ")
        guard words.count >= 2, let port = UInt16(words[1]), port > 0 else { return nil }
        var record = TrustRecord()
        for word in words.dropFirst(2) {
            switch word {
            case "tls": record.hasHadTLS = true
            case "resumed": record.hasResumed = true
            case "clear": record.mayBeClear = true
            case "single": record.takesSingleCommands = true
            default:
                guard word.hasPrefix("trusted="),
                    let fingerprint = bytes(ofHex: word.dropFirst("trusted=".count)),
                    fingerprint.count == 32
                else { return nil }
                record.trusted = fingerprint
            }
        }
        return (KnownServer(host: String(words[0]), port: port), record)
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func bytes(ofHex text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
