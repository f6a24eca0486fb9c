/// What ssh's own configuration says for a site, as `ssh -G` writes it: a keyword and its value a
/// line. Does no I/O.
struct SSHConfiguration: Hashable, Sendable {
    /// Bytes that are read of it.
    static let limit = 256 << 10

    /// Keywords in small letters; the first of each counts.
    private let values: [String: String]

    /// Nil for what is not written by `ssh -G`.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= SSHConfiguration.limit else { return nil }
        var values: [String: String] = [:]
        for line in bytes.split(separator: 0x0A) {
            let parts = line.split(separator: 0x20, maxSplits: 1)
            guard let first = parts.first else { continue }
            // One of OpenSSH's own has a capital letter.
            let keyword = String(decoding: first, as: UTF8.self).lowercased()
            guard keyword.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }) else {
                return nil
            }
            let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
            if values[keyword] == nil { values[keyword] = value }
        }
        guard values["hostname"] != nil, values["user"] != nil, values["port"] != nil else {
            return nil
        }
        self.values = values
    }

    private func isSet(_ keyword: String) -> Bool {
        guard let value = values[keyword] else { return false }
        return !["", "none", "0", "no", "false"].contains(value)
    }

    /// Whether host keys that have changed are let pass.
    var isLax: Bool { ["no", "off", "false"].contains(values["stricthostkeychecking"] ?? "") }
    /// Whether the user says how often a silent server is asked for a sign of life.
    var hasAliveInterval: Bool { isSet("serveraliveinterval") }
    /// Whether the user says how long a connection may take.
    var hasConnectTimeout: Bool { isSet("connecttimeout") }
    /// Whether ssh shares connections by itself, the first of which is to be there for the others.
    var makesMasters: Bool { isSet("controlmaster") && controlPath != nil }
    /// Where a shared connection's socket is; nil where none is shared.
    var controlPath: String? { isSet("controlpath") ? values["controlpath"] : nil }
    /// Where host keys are written to, in ssh's order.
    var knownHostsFiles: [String] {
        (values["userknownhostsfile"] ?? "").split(separator: " ").map(String.init)
    }
    /// How those files name the host.
    var knownHostName: String {
        if let alias = values["hostkeyalias"], alias != "none", !alias.isEmpty { return alias }
        let (host, port) = (values["hostname"] ?? "", values["port"] ?? "22")
        return port == "22" ? host : "[\(host)]:\(port)"
    }
    /// `user@host`, as ssh writes it into the prompts of that account.
    var account: String {
        let alias = values["hostkeyalias"].flatMap { $0 == "none" ? nil : $0 }
        return "\(values["user"] ?? "")@\(alias ?? values["hostname"] ?? "")"
    }
    /// The ciphers that OpenSSH has where neither the user nor the system says any, up to 9.9 and since.
    private static let usualCiphers: Set<String> = [
        "chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr,"
            + "aes128-gcm@openssh.com,aes256-gcm@openssh.com",
        "chacha20-poly1305@openssh.com,aes128-gcm@openssh.com,aes256-gcm@openssh.com,"
            + "aes128-ctr,aes192-ctr,aes256-ctr",
    ]
    /// The same ciphers with AES-GCM first: an option of ssh's; nil where somebody has chosen others.
    var ciphersWithAESFirst: String? {
        guard let ciphers = values["ciphers"], SSHConfiguration.usualCiphers.contains(ciphers)
        else { return nil }
        let all = ciphers.split(separator: ",")
        let sorted = all.filter { $0.contains("-gcm@") } + all.filter { !$0.contains("-gcm@") }
        return "Ciphers=\(sorted.joined(separator: ","))"
    }
    /// Whether nobody else is logged in to on the way.
    var isDirect: Bool { !isSet("proxyjump") && !isSet("proxycommand") }
    /// Where ssh connects to; nil where that is another's matter, or no port.
    var endpoint: SSHEndpoint? {
        guard isDirect, let host = values["hostname"], !host.isEmpty,
            let port = values["port"].flatMap({ UInt16($0) }), port > 0
        else { return nil }
        return SSHEndpoint(host: host, port: port)
    }
    /// Kinds of keys that log in, without those of hardware tokens, which may want to be touched: an
    /// option of ssh's; nil where it does not tell them.
    var plainKeys: String? {
        let keywords = ["pubkeyacceptedalgorithms", "pubkeyacceptedkeytypes"]
        guard let keyword = keywords.first(where: { values[$0] != nil }) else { return nil }
        let kinds = (values[keyword] ?? "").split(separator: ",")
            .filter { !$0.hasPrefix("sk-") && !$0.hasPrefix("webauthn-sk-") }
        return kinds.isEmpty ? nil : "\(keyword)=\(kinds.joined(separator: ","))"
    }
    /// Whether a server's own prompts are told from ssh's: with `(user@host)` before them, since
    /// OpenSSH 8.5, which also gave this keyword its name.
    var marksChallenges: Bool { values["pubkeyacceptedalgorithms"] != nil }
}
