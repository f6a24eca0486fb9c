/// Who asks for an answer, by the line that ssh itself makes: `me@host's password:`, and
/// `(me@host) Code:` before a server's own words.
struct LoginAsker: Hashable, Sendable {
    /// `me@host`.
    var account: String

    /// Nil where the line names no account, as that of a key's passphrase does.
    init?(line: String) {
        let account: Substring
        if line.hasPrefix("("), let end = line.firstRange(of: ") ") {
            account = line[line.index(after: line.startIndex)..<end.lowerBound]
        } else if let end = line.firstRange(of: "'s password") {
            account = line[..<end.lowerBound]
        } else {
            return nil
        }
        guard account.contains("@"), !account.contains(" ") else { return nil }
        self.account = String(account)
    }

    /// Whether its host goes by another name than that of the site, `sftp://me@host:22`: one on the
    /// way there asks, or ssh's settings lead elsewhere.
    func differs(from site: String) -> Bool {
        let parts = site.firstRange(of: "://").map { site[$0.upperBound...] } ?? site[...]
        let authority = parts.prefix { $0 != "/" }
        let place = LoginAsker.host(ofAccount: authority)
        let host =
            place.hasPrefix("[")
            ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
        return LoginAsker.host(ofAccount: account[...]).lowercased() != host.lowercased()
    }

    private static func host(ofAccount account: Substring) -> Substring {
        account.lastIndex(of: "@").map { account[account.index(after: $0)...] } ?? account
    }
}
