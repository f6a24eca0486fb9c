import Files

/// A line of what is known of servers: a host and a port, and what was seen there.
struct KnownServer: Hashable {
    var trust = TrustRecord()
    /// Commands that come together with another are lost there.
    var takesSingleCommands = false

    /// `example.org 21 tls resumed trusted=AB12…`
    func line(of place: ServerPlace) -> String {
        var words = [place.host, String(place.port)]
        if trust.hasHadTLS { words.append("tls") }
        if trust.hasResumed { words.append("resumed") }
        if trust.mayBeClear { words.append("clear") }
        if takesSingleCommands { words.append("single") }
        if let trusted = trust.trusted {
            words.append("trusted=" + trusted.map(KnownServer.hex).joined())
        }
        return words.joined(separator: " ")
    }

    /// Reads a line back; nil where it makes no sense.
    static func read(_ line: Substring) -> (ServerPlace, KnownServer)? {
        let words = line.split(separator: " ")
        guard words.count >= 2, let port = UInt16(words[1]), port > 0 else { return nil }
        var known = KnownServer()
        for word in words.dropFirst(2) {
            switch word {
            case "tls": known.trust.hasHadTLS = true
            case "resumed": known.trust.hasResumed = true
            case "clear": known.trust.mayBeClear = true
            case "single": known.takesSingleCommands = true
            default:
                guard word.hasPrefix("trusted="),
                    let fingerprint = bytes(ofHex: word.dropFirst("trusted=".count)),
                    fingerprint.count == 32
                else { return nil }
                known.trust.trusted = fingerprint
            }
        }
        return (ServerPlace(host: String(words[0]), port: port), known)
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
