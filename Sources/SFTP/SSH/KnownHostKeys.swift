import Files
import Glibc
import Transport

/// The keys by which ssh knows a host: what stands in its files, which are read and never changed.
struct KnownHostKeys {
    /// Bytes that are read of a file.
    private static let limit = 1 << 20
    /// Keys of one host that are told.
    private static let keyLimit = 8

    /// `ED25519 SHA256:…`, each once.
    private(set) var keys: [String] = []

    /// Nothing where there is no such file.
    init(of configuration: SSHConfiguration) {
        for file in configuration.knownHostsFiles where file.hasPrefix("/") {
            guard let text = KnownHostKeys.read(file) else { continue }
            for line in text.split(separator: "\n") { take(line, configuration.knownHostName) }
        }
    }

    /// The lines of a text that are about a host.
    init(in text: String, of name: String) {
        for line in text.split(separator: "\n") { take(line, name) }
    }

    /// `names type key comment`; what begins with a mark is no host's own key.
    private mutating func take(_ line: Substring, _ name: String) {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count >= 3, let first = words[0].first, first != "#", first != "@",
            keys.count < KnownHostKeys.keyLimit, isFor(name, words[0]),
            let fingerprint = HostKeyDigest.fingerprint(ofKey: String(words[2]))
        else { return }
        let key = "\(KnownHostKeys.shown(words[1])) \(fingerprint)"
        if !keys.contains(key) { keys.append(key) }
    }

    private func isFor(_ name: String, _ names: Substring) -> Bool {
        if names.hasPrefix("|") { return HostKeyDigest.isName(String(names), of: name) }
        return names.lowercased().split(separator: ",").contains { $0 == name.lowercased() }
    }

    /// ssh's own short names: `ED25519`, `RSA`, `ECDSA`.
    private static func shown(_ type: Substring) -> String {
        let name = type.hasPrefix("ecdsa-") ? "ecdsa" : type.replacing("ssh-", with: "")
        return VisibleText.make(name.uppercased())
    }

    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = bytes.withUnsafeMutableBytes { room in
                Glibc.read(descriptor, room.baseAddress.map { $0 + filled }, limit - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        return String(decoding: bytes[..<filled], as: UTF8.self)
    }
}
