import Files
import Jobs
import Terminal

/// Asks whether a server may be spoken to that does not prove who it is: nobody vouches for its
/// certificate, it has none, or ssh does not know its host key.
struct TrustDialog: Dialog {
    /// What is decided: the same identity on the same server.
    struct Subject: Hashable, Sendable {
        /// What the server shows.
        enum Identity: Hashable, Sendable {
            /// Its SHA-256.
            case certificate(fingerprint: [UInt8])
            /// As ssh shows it.
            case hostKey(fingerprint: String)
            /// It would be spoken to in clear.
            case nothing
        }

        var host: String
        var port: UInt16
        var identity: Identity
    }

    var site: Site
    var question: TrustQuestion
    /// Listings that wait for the answer.
    var requests: [RequestID]
    /// Transfers that failed for want of it, and are tried again once it is given.
    var jobs: [JobID]
    /// In `answers`: Enter alone never trusts anybody.
    private(set) var list = ListCursor()

    init(
        site: Site, question: TrustQuestion, requests: [RequestID] = [], jobs: [JobID] = []
    ) {
        self.site = site
        self.question = question
        self.requests = requests
        self.jobs = jobs
    }

    /// In the order in which they are offered.
    var answers: [TrustAnswer] { question.answers }

    /// Another identity than the known one: nothing but its own key accepts it, if anything does.
    var isAlarm: Bool { question.isAlarm }

    var subject: Subject {
        switch question {
        case .certificate(.untrusted(let certificate, _)),
            .certificate(.changed(let certificate, _, _)):
            subject(site.host, site.port, .certificate(fingerprint: certificate.fingerprint))
        case .certificate(.clear):
            subject(site.host, site.port, .nothing)
        case .hostKey(.new(let key)), .hostKey(.changed(let key, _)):
            // It may be one on the way to the site that shows it.
            subject(key.host, key.port, .hostKey(fingerprint: key.fingerprint))
        }
    }

    private func subject(_ host: String, _ port: UInt16, _ identity: Subject.Identity) -> Subject {
        Subject(host: host, port: port, identity: identity)
    }

    /// The key that gives an answer at once; for an alarm a capital letter, so that no key meant
    /// for something else gives it.
    func letter(of answer: TrustAnswer) -> Character {
        switch (answer, question) {
        case (.declined, _): "n"
        case (.once, _): isAlarm ? "O" : "o"
        case (.always, .certificate): isAlarm ? "A" : "a"
        case (.always, .hostKey): "t"
        }
    }

    var isGrave: Bool { true }

    /// Before passwords: nobody gives one to a server that may not be spoken to.
    static var precedence: Int { 1 }

    mutating func merge(_ other: any Dialog, isOpen: Bool) -> Bool {
        guard let other = other as? TrustDialog, other.subject == subject else { return false }
        requests += other.requests.filter { !requests.contains($0) }
        jobs += other.jobs.filter { !jobs.contains($0) }
        return true
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog || key == Key("q") { return answer(.declined, &workspace) }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return answer(isAlarm ? .declined : answers[list.cursor], &workspace)
        case (.down, []) where !isAlarm, (.tab, []) where !isAlarm:
            list.move(by: 1, count: answers.count, height: answers.count)
        case (.up, []) where !isAlarm:
            list.move(by: -1, count: answers.count, height: answers.count)
        case (.character(let letter), []):
            if let given = answers.first(where: { self.letter(of: $0) == letter }) {
                return answer(given, &workspace)
            }
        default:
            break
        }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard answers.indices.contains(option) else { return .stays }
        return answer(answers[option], &workspace)
    }

    private func answer(_ answer: TrustAnswer, _ workspace: inout Workspace) -> DialogReply {
        var effects = requests.map { Effect.trust($0, site, question, answer) }
        guard answer != .declined else {
            workspace.logins.declined.insert(subject)
            return .closes(.effects(effects))
        }
        workspace.logins.declined.remove(subject)
        if effects.isEmpty { effects.append(.trust(nil, site, question, answer)) }
        return .closes(.effects(effects + jobs.map { .control(.retry($0)) }))
    }
}
