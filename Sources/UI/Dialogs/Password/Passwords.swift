import Files
import Jobs
import Terminal

extension Model {
    /// Notes that a login wants a password; the dialog opens as soon as nothing else is typed.
    mutating func askPassword(_ request: RequestID, _ site: Site, detail: String?) {
        // Who wanted a mistyped one kept wants the right one kept.
        let isKept = unproven.contains { $0.site.isSameAccount(as: site) }
        dropUnproven(site)
        for index in dialogs.indices {
            guard case .password(var dialog) = dialogs[index], dialog.site == site else { continue }
            dialog.add(request)
            dialog.detail = detail ?? dialog.detail
            dialogs[index] = .password(dialog)
            return
        }
        if let index = passwordsAsked.firstIndex(where: { $0.site == site }) {
            passwordsAsked[index].add(request)
            return
        }
        passwordsAsked.append(
            PasswordDialog(
                asker: .requests([request]), site: site, detail: detail, isKept: isKept))
    }

    /// Asks for the password that a job of the queue needs, because the user wants to give it now.
    mutating func askPassword(for job: Job, _ error: FileSystemError) -> [Effect] {
        guard let site = job.site(of: error) else { return refuse(error.message) }
        // A password never leaves the process to which it was given.
        guard queue.worker == .this else {
            return refuse(
                "Another Ferry carries out the transfers: give it the password for "
                    + "\(site.text) there.")
        }
        dialogs.append(
            .password(PasswordDialog(asker: .queue, site: site, detail: error.message)))
        return []
    }

    /// Opens the next dialog that something waits for where nothing else is being typed: letters
    /// meant for something else must not land in it, nor a password anywhere else.
    mutating func presentQuestions() {
        guard dialogs.isEmpty, palette == nil, menu == nil, typing == nil else { return }
        if !trustAsked.isEmpty {
            pendingKeys = []
            dialogs.append(.trust(trustAsked.removeFirst()))
        } else if !passwordsAsked.isEmpty {
            pendingKeys = []
            dialogs.append(.password(passwordsAsked.removeFirst()))
        }
    }

    mutating func takeKey(_ key: Key, in dialog: PasswordDialog) -> [Effect] {
        var dialog = dialog
        switch (key.code, key.modifiers) {
        case (.escape, []), (.character("g"), .control), (.character("c"), .control):
            dialogs.removeLast()
            return dialog.answers(.declined)
        case (.enter, []):
            dialogs.removeLast()
            let secret = Secret(dialog.field.text)
            if dialog.isKept {
                dropUnproven(dialog.site)
                unproven.append(UnprovenSecret(site: dialog.site, secret: secret))
            }
            if dialog.asker == .queue { return given(secret, for: dialog.site) }
            return dialog.answers(.given(secret)) + wakeJobs(on: dialog.site)
        case (.tab, []) where options.hasKeyring:
            dialog.isKept.toggle()
        default:
            _ = dialog.field.handle(key)
        }
        replaceDialog(.password(dialog))
        return []
    }

    /// What hands a password over that nobody waits for in a pane: the queue's jobs of the site
    /// may.
    func given(_ secret: Secret, for site: Site) -> [Effect] {
        [.password(nil, site, .given(secret))] + wakeJobs(on: site)
    }

    /// Jobs that need a login for the site go on, all together.
    private func wakeJobs(on site: Site) -> [Effect] {
        guard queue.worker == .this, queueNeedsLogin(for: site) else { return [] }
        return [.control(.loginGiven(site))]
    }

    private func queueNeedsLogin(for site: Site) -> Bool {
        (0..<queue.count(of: .needsYou)).contains { row in
            queue.job(atRow: row, of: .needsYou)?.missingLogin?.isSameAccount(as: site) ?? false
        }
    }

    /// Closes the questions whose jobs have their login, or are gone.
    mutating func closeStaleLogins() {
        guard dialogs.contains(where: \.isAboutQueuedLogin) else { return }
        let isOver = dialogs.map { dialog in
            guard case .password(let password) = dialog, password.asker == .queue else {
                return false
            }
            return !queueNeedsLogin(for: password.site)
        }
        for index in isOver.indices.reversed() where isOver[index] { dialogs.remove(at: index) }
    }

    // MARK: The keyring

    /// A server has taken the login: what the user wanted kept may be.
    mutating func noteLogin(on site: Site) -> [Effect] {
        guard let index = unproven.firstIndex(where: { $0.site.isSameAccount(as: site) }) else {
            return []
        }
        let kept = unproven.remove(at: index)
        return [.keepPassword(kept.secret, kept.site)]
    }

    /// A server has refused it, or the user has given another.
    mutating func dropUnproven(_ site: Site) {
        unproven.removeAll { $0.site.isSameAccount(as: site) }
    }
}

extension PasswordDialog {
    fileprivate mutating func add(_ request: RequestID) {
        guard case .requests(let requests) = asker else {
            asker = .requests([request])
            return
        }
        if !requests.contains(request) { asker = .requests(requests + [request]) }
    }

    fileprivate func answers(_ answer: PasswordAnswer) -> [Effect] {
        guard case .requests(let requests) = asker else { return [] }
        return requests.map { .password($0, site, answer) }
    }
}

extension Dialog {
    fileprivate var isAboutQueuedLogin: Bool {
        if case .password(let dialog) = self { return dialog.asker == .queue }
        return false
    }
}

extension Job {
    /// The site that it needs a password for; nil where it needs none.
    var missingLogin: Site? {
        if case .needsLogin(let error) = state { return site(of: error) }
        return nil
    }
}
