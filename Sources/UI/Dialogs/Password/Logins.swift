import Files
import Jobs
import Words

/// What the user has said about servers and passwords, as far as it is not over yet.
struct Logins: Sendable {
    /// A password that the user wants kept, until a server has taken it.
    private struct Unproven: Sendable {
        var site: Site
        var secret: Secret
    }

    /// Passwords that go to the keyring once they have worked.
    private var unproven: [Unproven] = []
    /// What was declined: transfers that come to the same do not ask again until they are retried.
    var declined: Set<TrustDialog.Subject> = []
    /// What logins have asked, and somebody waits for the answer to.
    var prompts: Set<LoginPromptID> = []

    /// Whether no password waits for having worked.
    var isEmpty: Bool { unproven.isEmpty }

    /// The password goes to the keyring once a server has taken it.
    mutating func keep(_ secret: Secret, for site: Site) {
        drop(site)
        unproven.append(Unproven(site: site, secret: secret))
    }

    /// Whether the newest password for the site is to be kept.
    func keeps(_ site: Site) -> Bool {
        unproven.contains { $0.site.isSameAccount(as: site) }
    }

    /// A server has taken the login: what the user wanted kept may be.
    mutating func noteLogin(on site: Site) -> Outcome {
        guard let index = unproven.firstIndex(where: { $0.site.isSameAccount(as: site) }) else {
            return .nothing
        }
        let kept = unproven.remove(at: index)
        return [.keepPassword(kept.secret, kept.site)]
    }

    /// A server has refused it, or the user has given another.
    mutating func drop(_ site: Site) {
        unproven.removeAll { $0.site.isSameAccount(as: site) }
    }

    /// Asks for the password that a login of a pane or of the queue waits for.
    mutating func askPassword(_ request: RequestID, _ site: Site, detail: String?) -> Outcome {
        // Who wanted a mistyped one kept wants the right one kept.
        let isKept = keeps(site)
        drop(site)
        return .ask(
            PasswordDialog(
                asker: .requests([request]), site: site, detail: detail, isKept: isKept))
    }

    /// Shows what a login asks, after what was asked before.
    mutating func ask(_ id: LoginPromptID, _ prompt: LoginPrompt) -> Outcome {
        guard prompts.insert(id).inserted else { return .nothing }
        return .ask(LoginDialog(id: id, prompt: prompt))
    }

    /// A transfer failed for want of a decision: what was declined is not asked again by itself.
    func askTrust(_ question: TrustQuestion, of job: Job, _ error: FileSystemError) -> Outcome {
        guard let site = job.site(of: error) else { return .nothing }
        let asked = TrustDialog(site: site, question: question, jobs: [job.id])
        return declined.contains(asked.subject) ? .nothing : .ask(asked)
    }
}

extension QueueState {
    /// Hands a password over that nobody waits for in a pane: the queue's jobs of the site may.
    func given(_ secret: Secret, for site: Site) -> Outcome {
        [.password(nil, site, .given(secret))] + wakeJobs(on: site)
    }

    /// Jobs that need a login for the site go on, all together.
    func wakeJobs(on site: Site) -> Outcome {
        guard worker != .another, needsLogin(for: site) else { return .nothing }
        return [.control(.loginGiven(site))]
    }

    /// Whether a job waits for a login for the site.
    func needsLogin(for site: Site) -> Bool {
        (0..<count(of: .needsYou)).contains { row in
            job(atRow: row, of: .needsYou)?.missingLogin?.isSameAccount(as: site) ?? false
        }
    }
}

extension PasswordDialog {
    /// Asks for the password that a job of the queue needs, because the user wants to give it now.
    static func open(
        for job: Job, _ error: FileSystemError, _ workspace: inout Workspace
    ) -> Outcome {
        guard let site = job.site(of: error) else { return workspace.refuse(error.message) }
        // A password leaves the process to which it was given for the one that works, by a socket that
        // nobody else can read.
        guard workspace.queue.worker != .another || workspace.queue.takesLogins else {
            return workspace.refuse(
                tr(
                    "Another Ferry process runs the transfers; enter the password for \(site.text) "
                        + "there."))
        }
        return .present(PasswordDialog(asker: .queue, site: site, detail: error.message))
    }
}
