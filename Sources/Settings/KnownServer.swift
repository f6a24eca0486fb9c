import Files

/// A line of what is known of servers: a host and a port, and what was seen there.
struct KnownServer: Hashable {
    var trust = TrustRecord()
    /// How it takes commands; nil where that was not seen yet.
    var commandPace: CommandPace?
    /// What it refuses that others can do, and when it did: seconds since the epoch.
    var refusals: [String: Int64] = [:]
    /// How many connections it bears; nil where it has never refused one.
    var connections: Connections?

    /// How many connections transfers may have, as it was when one more was refused.
    struct Connections: Hashable {
        /// 1…16.
        var most: Int
        /// Seconds since the epoch.
        var time: Int64

        init?(most: Int, time: Int64) {
            guard (1...16).contains(most), time >= 0 else { return nil }
            self.most = most
            self.time = time
        }
    }

    /// Seconds for which a refusal is believed: servers are mended.
    private static let refusalTime: Int64 = 30 * 86_400
    /// Refusals that are kept of one server.
    private static let refusalLimit = 32

    /// What it has refused lately.
    func refusals(now: Int64) -> Set<String> {
        Set(refusals.filter { now - $0.value < KnownServer.refusalTime }.keys)
    }

    /// It has refused this now. One that is believed already stays as it is.
    mutating func noteRefusal(_ name: String, now: Int64) {
        refusals = refusals.filter { now - $0.value < KnownServer.refusalTime }
        guard refusals[name] == nil, refusals.count < KnownServer.refusalLimit,
            KnownServer.isRefusalName(name)
        else { return }
        refusals[name] = now
    }

    private static func isRefusalName(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
            }
    }

    /// `example.org 21 tls resumed connections=4@1763870000 refuses=rename@1763870000 trusted=AB12…`
    func line(of place: ServerPlace) -> String {
        var words = [place.host, String(place.port)]
        if trust.hasHadTLS { words.append("tls") }
        if trust.hasResumed { words.append("resumed") }
        if trust.mayBeClear { words.append("clear") }
        switch commandPace {
        case .single: words.append("single")
        case .windows: words.append("windows")
        case nil: break
        }
        if let connections { words.append("connections=\(connections.most)@\(connections.time)") }
        for (name, time) in refusals.sorted(by: { $0.key < $1.key }) {
            words.append("refuses=\(name)@\(time)")
        }
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
            case "single": known.commandPace = .single
            case "windows": known.commandPace = .windows
            case _ where word.hasPrefix("refuses="):
                let pieces = word.dropFirst("refuses=".count).split(separator: "@")
                guard pieces.count == 2, isRefusalName(pieces[0]), let time = Int64(pieces[1])
                else { return nil }
                known.refusals[String(pieces[0])] = time
            case _ where word.hasPrefix("connections="):
                let numbers = word.dropFirst("connections=".count).split(separator: "@")
                guard numbers.count == 2, let most = Int(numbers[0]),
                    let time = Int64(numbers[1]), let found = Connections(most: most, time: time)
                else { return nil }
                known.connections = found
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
