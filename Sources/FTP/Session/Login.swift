package import Files
import Words

/// The password for a site; nil where there is none.
package typealias PasswordProvider = @Sendable (Site) -> Secret?

/// What ACCT is to say for a site (RFC 959 section 4.1.1); nil where there is none.
package typealias AccountProvider = @Sendable (Site) -> Secret?

/// Logs in: TLS where the site wants it, then USER, PASS and ACCT as the server asks for them (RFC
/// 959 section 5.4).
struct Login {
    let control: ControlConnection
    let protection: Protection
    let password: PasswordProvider
    let account: AccountProvider

    private var site: Site { control.site }
    private var memory: ServerMemory { control.memory }

    /// From the greeting to being logged in.
    func run() throws(FileSystemError) {
        var machine = LoginMachine()
        var ticket = control.expectGreeting()
        var waitLimit = control.waitLimit
        var isGreeting = true
        while true {
            let reply = try control.reply(to: ticket, waitLimit)
            if !reply.isPreliminary { waitLimit = control.waitLimit }
            // Before TLS anyone may have said that we are logged in.
            if isGreeting, reply.isSuccess, try protection.begin() {
                machine.trustsGreeting = false
            }
            let step = machine.receive(reply)
            switch step {
            case .wait: continue
            case .done: return
            case .failed(let reply): throw refusal(reply, isGreeting: isGreeting)
            case .sendUser:
                if isGreeting { memory.greeting = Login.introduction(reply) }
                isGreeting = false
                memory.readsNothingMeanwhile = reply.words.contains("(vsftpd ")
                try announceHost()
                ticket = try control.send(
                    Command("USER", Array((site.user ?? "anonymous").utf8)))
            case .sendPassword:
                ticket = try control.send(passwordCommand())
            case .sendAccount(let reply):
                ticket = try control.send(accountCommand(askedBy: reply))
            }
        }
    }

    /// The line of a greeting that says most: without rules of stars and dashes around it.
    private static func introduction(_ reply: Reply) -> String? {
        reply.texts.prefix(20).map { String(decoding: $0.prefix(200), as: UTF8.self) }
            .first { line in line.contains { $0.isLetter } }
            .map { VisibleText.make($0) }
    }

    /// Which of its names a server is called by (RFC 7151); servers that do not know it say so.
    private func announceHost() throws(FileSystemError) {
        guard LoginMachine.isWorthAnnouncing(site.host), memory.knows(.host) else { return }
        let reply = try control.exchange(Command("HOST", site.host))
        if reply.isFailure { memory.refuse(.host) }
        if let loss = control.loss { throw loss }
    }

    private func passwordCommand() throws(FileSystemError) -> Command {
        // The convention of RFC 1635: anonymous users say who they are, and anyone may read it.
        guard let user = site.user, user != "anonymous", user != "ftp" else {
            let given = password(site)
            guard let given else { return try Command("PASS", "anonymous@") }
            return try Command("PASS", Array(given.reveal().utf8), isSecret: true)
        }
        guard let secret = password(site) else {
            throw FileSystemError(
                .login,
                detail:
                    tr(
                        "\(VisibleText.make(site.host)) asks for the password of "
                            + "\(VisibleText.make(user)), but none was given.")
            )
        }
        return try Command("PASS", Array(secret.reveal().utf8), isSecret: true)
    }

    private func accountCommand(askedBy reply: Reply) throws(FileSystemError) -> Command {
        guard let account = site[FTPOptions.account] ?? account(site)?.reveal() else {
            throw FileSystemError(
                .login, reply: reply.text,
                detail:
                    tr(
                        "\(VisibleText.make(site.host)) also requires an account; give it with "
                            + "--account, in .netrc, or in sites.toml.")
            )
        }
        return try Command("ACCT", Array(account.utf8), isSecret: true)
    }

    private func refusal(_ reply: Reply, isGreeting: Bool) -> FileSystemError {
        let host = VisibleText.make(site.host)
        if protection.state == nil, ReplyMeaning.speaksOfTLS(reply.words) {
            return FileSystemError(
                .security, reply: reply.text,
                detail: tr("\(host) requires an encrypted connection; use ftpes://."))
        }
        if CrowdedReply.matches(reply.words) || (reply.isTransientFailure && reply.code != 430) {
            return FileSystemError(
                isGreeting ? .connection : .login, reply: reply.text,
                detail: tr("\(host) accepts no more connections now; try again later."),
                isTransient: true)
        }
        if isGreeting {
            return FileSystemError(
                .connection, reply: reply.text, detail: tr("\(host) refuses connections."))
        }
        let user = VisibleText.make(site.user ?? "anonymous")
        return FileSystemError(
            .login, reply: reply.text,
            detail: tr(
                "\(host) refused the login of \(user); check the user name and the password."))
    }
}
