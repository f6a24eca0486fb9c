import Dispatch
import Files
import Glibc
import Transport
import Words

/// Serves ssh while it runs: asks the user what it asks, and knows what its words mean.
final class SSHAttendant: ProgramAttendant {
    /// What the login is for.
    enum Use: Sendable {
        /// One connection alone.
        case one
        /// Others too.
        case shared(SSHMaster)
        /// A large file that moves over another login already: what becomes of this one says nothing of
        /// that.
        case extra
    }

    /// What it is made of.
    struct Parts: Sendable {
        var command: SSHCommandLine
        /// Whether the program has told its configuration.
        var isKnown: Bool
        var means: SSHLogin.Means
        var memory: SSHMemory
        var log: ConnectionLog
        var password: @Sendable (Site) -> Secret?
        var prompter: (any LoginPrompter)?
        /// Where the helpers find Ferry; nil where nothing is asked.
        var listener: AskpassListener?
        /// What becomes of ssh's questions.
        var questions: SSHCommandLine.Questions
        var use: Use
        /// Done once the login has passed.
        var whenLoggedIn: @Sendable () -> Void
    }

    private let parts: Parts
    private let box: AnswerBox
    private let server: AskpassServer?
    private var login: SSHLogin
    private var words: ProgramWords
    private var loginWords = LoginWords()
    private var alarm = HostKeyAlarm()
    private var questions: [AskpassServer.Call: LoginQuestion] = [:]
    private var shown: [AskpassServer.Call: LoginPromptID] = [:]
    private var hasBegun = false
    private(set) var verdict: FileSystemError?

    /// Serves what is started for the command of `parts`; is called by the pipe.
    init(_ parts: Parts, _ wakePipe: WakePipe) {
        self.parts = parts
        server = parts.listener.map { AskpassServer($0) }
        box = AnswerBox(wakePipe)
        login = SSHLogin(parts.means)
        words = ProgramWords(parts.log)
    }

    private var site: Site { parts.means.site }
    private var master: SSHMaster? {
        if case .shared(let master) = parts.use { master } else { nil }
    }

    var waits: [pollfd] { server?.waits ?? [] }

    var outlivesStream: Bool { master?.carriesOthers ?? false }
    var isAsking: Bool { !questions.isEmpty }

    func heard(_ line: String) {
        if loginWords.take(line) { words.take(line) }
        if alarm.take(line), !hasBegun { end(alarm.failure(site.text, site: site)) }
    }

    func attend(_ ready: [pollfd]) {
        for event in server?.attend(ready) ?? [] {
            switch event {
            case .asked(let call, let request): ask(call, request)
            case .left(let call): forget(call)
            }
        }
        for (call, reply) in box.take() {
            // One that has been withdrawn since is answered by nobody.
            guard let question = questions.removeValue(forKey: call) else { continue }
            shown[call] = nil
            switch reply {
            case .answered(let answer): take(login.answered(answer, to: question), call)
            case .found(let secret): take(login.found(secret, for: question), call)
            }
        }
    }

    private func ask(_ call: AskpassServer.Call, _ request: AskpassRequest) {
        guard verdict == nil else {
            server?.refuse(call)
            return
        }
        if let failure = alarm.failure(site.text, site: site) {
            server?.refuse(call)
            end(failure)
            return
        }
        let step = login.step(
            for: request, instruction: loginWords.lines, wasDenied: loginWords.wasDenied)
        loginWords.reset()
        take(step, call)
    }

    private func take(_ step: SSHLogin.Step, _ call: AskpassServer.Call) {
        switch step {
        case .answer(let answer):
            server?.answer(call, answer)
        case .refuse:
            server?.refuse(call)
        case .end(let failure):
            server?.refuse(call)
            end(failure)
        case .lookUp(let question):
            questions[call] = question
            let (password, site, box) = (parts.password, site, box)
            // It may take as long as a program that it starts.
            DispatchQueue.global().async { box.put(.found(password(site)), to: call) }
        case .show(let question):
            guard let prompter = parts.prompter else { return }
            if !question.prompt.kind.isRemembered { master?.noteAnswered() }
            questions[call] = question
            let box = box
            shown[call] = prompter.show(question.prompt) { box.put(.answered($0), to: call) }
        }
    }

    private func end(_ failure: FileSystemError?) {
        guard verdict == nil, let failure else { return }
        verdict = failure
        note(failure)
    }

    private func forget(_ call: AskpassServer.Call) {
        questions[call] = nil
        if let id = shown.removeValue(forKey: call) { parts.prompter?.withdraw(id) }
    }

    func began() {
        hasBegun = true
        parts.whenLoggedIn()
        login.succeed()
        parts.memory.attempts.succeed(parts.command)
        master?.stand()
    }

    func abandon() {
        for call in questions.keys {
            forget(call)
            server?.refuse(call)
        }
    }

    func ended(_ ending: Subprocess.Ending) -> FileSystemError? {
        let failure =
            alarm.failure(site.text, site: site)
            ?? SSHFailure(
                site: site, lines: words.last, ending: ending, stage: stage,
                questions: parts.questions
            ).explained
        note(failure)
        return failure
    }

    /// A program that has told its configuration is there.
    private var stage: SSHFailure.Stage {
        if hasBegun { return .begun }
        return parts.isKnown ? .loggingIn : .started
    }

    func vanished() {
        parts.listener?.remove()
        if let master {
            parts.memory.masters.remove(master, of: parts.command.question)
        }
    }

    private func note(_ failure: FileSystemError) {
        master?.end(failure)
        guard !hasBegun else { return }
        if case .extra = parts.use {
            guard parts.memory.extras.refuse(parts.command) else { return }
            return parts.log.remark(
                tr(
                    "Another connection for large files could not be opened; Ferry tries again in an "
                        + "hour."))
        }
        if failure.kind == .login { login.fail() }
        parts.memory.attempts.fail(parts.command, failure, isWatched: parts.means.isWatched)
    }
}

extension LoginPrompt.Kind {
    /// Whether what was typed may be used for another login.
    fileprivate var isRemembered: Bool {
        switch self {
        case .password, .passphrase: true
        case .pin, .challenge, .confirmation, .touch: false
        }
    }
}
