import Files
import Web
import Words

/// How one site's requests prove who the user is: learnt from the server's challenges, and sent to
/// that site alone.
final class Login {
    private enum Way {
        case basic
        case bearer
        case digest(Digest)
    }

    private let site: Site
    private let log: ExchangeLog
    private let provider: @Sendable (Site) -> Secret?
    private var way: Way?
    private var secret: Secret?
    /// Whether the server took the login before, so that a refusal is no wrong password at once.
    private var isProven = false

    init(_ site: Site, _ log: ExchangeLog, _ provider: @escaping @Sendable (Site) -> Secret?) {
        self.site = site
        self.log = log
        self.provider = provider
    }

    private var host: String { VisibleText.make(site.host) }
    private var isEncrypted: Bool { Origin(site).isEncrypted }

    /// Whether a request may be refused only for want of a login that is still to be learnt.
    var isUnlearnt: Bool {
        way == nil && (site.user != nil || site[HTTPOptions.authentication] != nil)
    }

    /// Whether each request's login depends on what the server said last.
    var isDigest: Bool { if case .digest = way { true } else { false } }

    /// The Authorization field for a request; nil where none is sent.
    func field(_ method: String, _ target: String) throws(FileSystemError) -> RequestField? {
        if way == nil {
            // What needs no challenge goes out at once, as far as the user asked for it.
            switch site[HTTPOptions.authentication] {
            case .basic where site.user != nil: way = .basic
            case .bearer: way = .bearer
            default: return nil
            }
        }
        guard let way else { return nil }
        if case .bearer = way {} else { try checkUser() }
        let secret = try password()
        switch way {
        case .basic:
            let login = Array("\(site.user ?? ""):\(secret.reveal())".utf8)
            return RequestField("Authorization", "Basic \(Base64.encode(login))")
        case .bearer:
            let token = RequestField("Authorization", "Bearer \(secret.reveal())")
            guard token.isSendable else {
                throw FileSystemError(
                    .login,
                    detail: tr("The token for \(host) contains a character that HTTP forbids."))
            }
            return token
        case .digest(var digest):
            guard
                let value = digest.answer(
                    user: site.user ?? "", password: secret, method: method, target: target)
            else { throw unknown("Digest") }
            self.way = .digest(digest)
            return RequestField("Authorization", value)
        }
    }

    /// RFC 7617 section 2; RFC 7616 has the same colons in what it hashes.
    private func checkUser() throws(FileSystemError) {
        guard let user = site.user, user.contains(":") else { return }
        throw FileSystemError(
            .login,
            detail: tr(
                "\(host) cannot receive the user name \(VisibleText.make(user)): HTTP does "
                    + "not allow a colon in it."))
    }

    private func password() throws(FileSystemError) -> Secret {
        if let secret { return secret }
        guard let given = provider(site) else {
            throw FileSystemError(
                .login,
                detail: site.user.map {
                    tr(
                        "\(host) asks for the password of \(VisibleText.make($0)), but none was given."
                    )
                } ?? tr("\(host) asks for the password, but none was given."))
        }
        secret = given
        return given
    }

    func accepted() { if way != nil { isProven = true } }

    /// A 401 came. Returns where the request is to be sent again, now with a login; throws where
    /// there is none to try. `hadLogin` is whether the refused request had one.
    func takeRefusal(_ head: ResponseHead, hadLogin: Bool) throws(FileSystemError) {
        let challenges = Challenge.parse(head.values("www-authenticate"))
        if hadLogin {
            // The nonce had grown old (RFC 7616 section 3.3): the password is as good as before.
            if case .digest(let old) = way, let new = Digest.best(of: challenges),
                new.nonce != old.nonce, isProven || Login.isStale(challenges)
            {
                way = .digest(new)
                isProven = false
                return
            }
            forget()
            throw wrongPassword(head)
        }
        if site.user == nil, site[HTTPOptions.authentication] != .bearer {
            throw FileSystemError(
                .login, reply: head.text,
                detail: tr(
                    "\(host) requires a login; write the user name into the URL, as in "
                        + "\(site.scheme.rawValue)://user@\(host)/."))
        }
        way = try choose(challenges, head)
    }

    private static func isStale(_ challenges: [Challenge]) -> Bool {
        challenges.contains { $0.parameters["stale"]?.lowercased() == "true" }
    }

    private func choose(_ challenges: [Challenge], _ head: ResponseHead) throws(FileSystemError)
        -> Way
    {
        let wanted = site[HTTPOptions.authentication]
        if wanted == .bearer { return .bearer }
        if wanted != .basic, let digest = Digest.best(of: challenges) { return .digest(digest) }
        if wanted != .digest, challenges.contains(where: { $0.scheme == "basic" }) {
            if !isEncrypted {
                log.remark(
                    tr(
                        "\(host) only accepts unencrypted passwords; anyone on the network can "
                            + "read them."))
            }
            return .basic
        }
        let offered = Set(challenges.map(\.scheme)).sorted().joined(separator: ", ")
        throw unknown(offered.isEmpty ? nil : VisibleText.make(offered), head)
    }

    /// `offered` is what the server takes; nil for nothing.
    private func unknown(_ offered: String?, _ head: ResponseHead? = nil) -> FileSystemError {
        let detail =
            switch (offered, site[HTTPOptions.authentication]?.rawValue) {
            case (let offered?, let wanted?):
                tr("\(host) offers \(offered) to log in, but \(wanted) is set for this site.")
            case (let offered?, nil):
                tr(
                    "\(host) offers \(offered) to log in, but Ferry supports Basic, Digest and "
                        + "Bearer.")
            case (nil, let wanted?):
                tr("\(host) offers nothing to log in, but \(wanted) is set for this site.")
            case (nil, nil):
                tr("\(host) offers nothing to log in, but Ferry supports Basic, Digest and Bearer.")
            }
        return FileSystemError(.login, reply: head?.text, detail: detail)
    }

    private func wrongPassword(_ head: ResponseHead) -> FileSystemError {
        let user = site.user.map { VisibleText.make($0) } ?? tr("nobody")
        return FileSystemError(
            .login, reply: head.text,
            detail: site[HTTPOptions.authentication] == .bearer
                ? tr("\(host) refused the token; check it.")
                : tr("\(host) refused the login of \(user); check the user name and the password."))
    }

    private func forget() {
        way = nil
        secret = nil
        isProven = false
    }
}
