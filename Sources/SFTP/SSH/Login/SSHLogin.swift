import Files
import Words

/// One login by ssh: knows what each of its questions is to be answered with. Does no I/O.
struct SSHLogin {
    /// What is to be done about a question.
    enum Step {
        case answer(String)
        /// The password that was given for the site may be used, if there is one.
        case lookUp(LoginQuestion)
        case show(LoginQuestion)
        /// It gets no answer, and ssh goes on without.
        case refuse
        /// ssh is to be ended.
        case end(FileSystemError)
    }

    /// What one login may use.
    struct Means: Sendable {
        var site: Site
        /// `user@host` of the site itself, as ssh writes it.
        var account: String
        /// Whether a server's own prompts are told from ssh's.
        var marksChallenges: Bool
        /// Whether nobody else is logged in to on the way.
        var isDirect: Bool
        /// Whether there is somebody to ask.
        var isWatched: Bool
        var secrets: LoginSecrets
        var hostKeys: AcceptedHostKeys
    }

    private struct Use {
        var secret: Secret
        /// Whether the user typed it, now or before.
        var isTyped: Bool
    }

    private let means: Means
    private var name: String { means.site.text }
    /// Prompts of this login.
    private var asked: Set<String> = []
    /// What was answered last to whom.
    private var uses: [LoginSecrets.Owner: Use] = [:]
    private var remembered: Set<LoginSecrets.Owner> = []
    private var hasUsedGiven = false

    init(_ means: Means) {
        self.means = means
    }

    /// ssh's question; `instruction` is what was said before it, `wasDenied` whether that was that the
    /// last answer was wrong.
    mutating func step(
        for request: AskpassRequest, instruction: [String], wasDenied: Bool
    ) -> Step {
        let prompt = SSHPrompt(request)
        switch prompt {
        case .hostKey(let key):
            if let answer = means.hostKeys.answer(to: key) { return .answer(answer) }
            return .end(SSHLogin.unknown(key, name))
        case .hostKeyAgain, .unreadHostKey:
            return .end(
                FileSystemError(
                    .security,
                    detail: tr(
                        "ssh asks about a host key of \(name) in words that Ferry does not "
                            + "understand; run ssh in a terminal once.")))
        case .password, .challenge, .passphrase, .pin, .confirmation, .touch, .other:
            break
        }
        let isAgain = !asked.insert(request.prompt).inserted
        var question = LoginQuestion(
            prompt: shown(
                prompt, request, instruction, wasRefused: isAgain || wasDenied),
            owner: owner(prompt, request))
        if prompt == .confirmation || prompt == .touch { question.prompt.wasRefused = false }
        return secretStep(question, prompt)
    }

    private mutating func secretStep(_ question: LoginQuestion, _ prompt: SSHPrompt) -> Step {
        if let owner = question.owner {
            if let use = uses.removeValue(forKey: owner) {
                means.secrets.refuse(use.secret, of: owner)
            }
            if remembered.insert(owner).inserted, let secret = means.secrets.secret(of: owner) {
                return use(secret, of: owner, isTyped: true)
            }
        }
        if !hasUsedGiven, mayUseGiven(prompt) {
            hasUsedGiven = true
            return .lookUp(question)
        }
        return ask(question)
    }

    /// What `lookUp` has found.
    mutating func found(_ secret: Secret?, for question: LoginQuestion) -> Step {
        let owner = question.owner ?? givenOwner
        guard let secret, !means.secrets.wasRefused(secret, of: owner) else {
            return ask(question)
        }
        return use(secret, of: owner, isTyped: false)
    }

    /// What the user said.
    mutating func answered(_ answer: LoginAnswer, to question: LoginQuestion) -> Step {
        switch answer {
        case .declined:
            return .end(
                FileSystemError(
                    .login, detail: tr("You declined, so Ferry did not log in to \(name).")))
        case .confirmed:
            return .answer("yes")
        case .refused:
            return .answer("no")
        case .secret(let secret):
            guard let owner = question.owner else { return SSHLogin.answer(secret, name) }
            return use(secret, of: owner, isTyped: true)
        }
    }

    private mutating func use(
        _ secret: Secret, of owner: LoginSecrets.Owner, isTyped: Bool
    ) -> Step {
        uses[owner] = Use(secret: secret, isTyped: isTyped)
        return SSHLogin.answer(secret, name)
    }

    /// The login succeeded: what was typed last for each has worked.
    mutating func succeed() {
        for (owner, use) in uses where use.isTyped && owner != givenOwner {
            means.secrets.keep(use.secret, of: owner)
        }
        uses = [:]
    }

    /// The login was refused: no password that was sent has worked.
    mutating func fail() {
        for (owner, use) in uses {
            if case .account = owner { means.secrets.refuse(use.secret, of: owner) }
        }
        uses = [:]
    }

    private func ask(_ question: LoginQuestion) -> Step {
        if means.isWatched { return .show(question) }
        // ssh goes on to the next key, as it would in its batch mode.
        if question.prompt.kind == .passphrase || question.prompt.kind == .pin { return .refuse }
        let line = question.prompt.line
        return .end(
            FileSystemError(
                .login, reply: line,
                detail: question.prompt.wasRefused
                    ? tr(
                        "\(name) refused the answer and asks again: \"\(line)\"; open it in a pane to "
                            + "answer.")
                    : tr("\(name) asks: \"\(line)\"; open it in a pane to answer.")))
    }

    private func shown(
        _ prompt: SSHPrompt, _ request: AskpassRequest, _ instruction: [String], wasRefused: Bool
    ) -> LoginPrompt {
        var lines = request.prompt.split(whereSeparator: \.isNewline)
            .map { VisibleText.make(Array($0.utf8), limit: 500) }
        var line = lines.popLast() ?? ""
        if line.last == " " { line.removeLast() }
        // Who asks stands at the beginning.
        if case .challenge(let account, _) = prompt, !lines.isEmpty {
            line = "(\(VisibleText.make(account))) \(line)"
        }
        let kind: LoginPrompt.Kind =
            switch prompt {
            case .password: .password
            case .passphrase: .passphrase
            case .pin: .pin
            case .confirmation: .confirmation
            case .touch: .touch
            case .challenge, .other, .hostKey, .hostKeyAgain, .unreadHostKey: .challenge
            }
        return LoginPrompt(
            kind, site: name, line: line, instruction: (instruction + lines).suffix(20),
            wasRefused: wasRefused)
    }

    private var place: ServerPlace { ServerPlace(means.site) }

    /// Stands for the given password where it answers a server's own prompt.
    private var givenOwner: LoginSecrets.Owner {
        .account(place, prompt: "(\(means.account))")
    }

    /// A server that can write prompts of its own could ask for the secrets of others.
    private func owner(_ prompt: SSHPrompt, _ request: AskpassRequest) -> LoginSecrets.Owner? {
        switch prompt {
        case .password where means.marksChallenges || means.isDirect:
            .account(place, prompt: request.prompt)
        case .passphrase where means.marksChallenges:
            .key(prompt: request.prompt)
        default: nil
        }
    }

    private func mayUseGiven(_ prompt: SSHPrompt) -> Bool {
        switch prompt {
        case .password(let account):
            account == means.account && (means.marksChallenges || means.isDirect)
        case .challenge(let account, let words):
            account == means.account && SSHPrompt.asksPassword(words)
        default: false
        }
    }

    private static func answer(_ secret: Secret, _ name: String) -> Step {
        let line = secret.reveal().prefix { !$0.isNewline }
        guard line.utf8.count <= AskpassRequest.answerLimit else {
            return .end(
                FileSystemError(
                    .login,
                    detail: tr(
                        "The answer for \(name) is longer than ssh's limit of 1,023 bytes; "
                            + "use a key or a shorter answer.")))
        }
        return .answer(String(line))
    }

    private static func unknown(_ key: HostKey, _ name: String) -> FileSystemError {
        FileSystemError(
            .security,
            detail: tr(
                "ssh does not know the \(key.type) host key of \(key.host) "
                    + "(\(key.fingerprint)); open \(name) in a pane to check and trust it."),
            question: .hostKey(.new(key)))
    }
}
