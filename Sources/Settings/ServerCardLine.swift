import Files

/// A server's card as a line of Ferry's own file: `example.org 21 seen=1763870000 software=vsFTPd …`,
/// texts percent-encoded.
enum ServerCardLine {
    /// Bytes of a line; a longer one is none of Ferry's.
    private static let limit = 32 << 10

    static func text(_ card: ServerCard, of place: ServerPlace) -> String {
        var words = [place.host, String(place.port)]
        func add(_ key: String, _ text: String?) {
            if let text { words.append("\(key)=\(encoded(text))") }
        }
        if let seen = card.seen { words.append("seen=\(seen)") }
        add("software", card.software)
        add("system", card.system)
        for feature in card.features { add("feature", feature) }
        if let offset = card.clockOffset { words.append("clock=\(offset)") }
        add("tls", card.tlsVersion)
        if let certificate = card.certificate {
            let hex = certificate.fingerprintText.replacing(":", with: "")
            words.append(
                "certificate=\(hex)@\(certificate.validFrom)@\(certificate.validUntil)"
                    + "@\(encoded(certificate.subject))@\(encoded(certificate.issuer))")
        }
        for key in card.hostKeys { add("key", key) }
        if let failure = card.failure {
            words.append("failure=\(failure.time)@\(encoded(failure.sentence))")
        }
        return words.joined(separator: " ")
    }

    /// Nil where the line makes no sense; words that make none are left out.
    static func read(_ line: Substring) -> (ServerPlace, ServerCard)? {
        guard line.utf8.count <= limit else { return nil }
        let words = line.split(separator: " ")
        guard words.count >= 2, let port = UInt16(words[1]), port > 0 else { return nil }
        var card = ServerCard()
        for word in words.dropFirst(2) {
            guard let sign = word.firstIndex(of: "=") else { continue }
            let value = word[word.index(after: sign)...]
            switch word[..<sign] {
            case "seen": card.seen = Int64(value)
            case "software": card.software = decoded(value)
            case "system": card.system = decoded(value)
            case "feature": if let name = decoded(value) { card.features.append(name) }
            case "clock":
                // No zone is farther away; more was not written by Ferry.
                card.clockOffset = Int(value).flatMap {
                    (-172_800...172_800).contains($0) ? $0 : nil
                }
            case "tls": card.tlsVersion = decoded(value)
            case "certificate": card.certificate = certificate(value)
            case "key": if let key = decoded(value) { card.hostKeys.append(key) }
            case "failure": card.failure = failure(value)
            default: break
            }
        }
        // Whoever has written it.
        return (ServerPlace(host: String(words[0]), port: port), card.bounded)
    }

    private static func certificate(_ value: Substring) -> Certificate? {
        let pieces = value.split(separator: "@", omittingEmptySubsequences: false)
        guard pieces.count == 5, let fingerprint = bytes(ofHex: pieces[0]),
            fingerprint.count == 32, let from = Int64(pieces[1]), let until = Int64(pieces[2]),
            let subject = decoded(pieces[3]), let issuer = decoded(pieces[4])
        else { return nil }
        return Certificate(
            subject: subject, issuer: issuer, names: [], validFrom: from, validUntil: until,
            fingerprint: fingerprint)
    }

    private static func failure(_ value: Substring) -> ServerCard.Failure? {
        let pieces = value.split(separator: "@", maxSplits: 1)
        guard pieces.count == 2, let time = Int64(pieces[0]), let sentence = decoded(pieces[1])
        else { return nil }
        return ServerCard.Failure(sentence, at: time)
    }

    private static func encoded(_ text: String) -> String { PercentCoding.encode(text.utf8) }

    private static func decoded(_ text: Substring) -> String? {
        PercentCoding.decode(Array(text.utf8)).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func bytes(ofHex text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
