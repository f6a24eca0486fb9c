import Files
import Jobs
import Terminal
import Words

/// A login that wants a password.
struct PasswordDialog: Dialog {
    /// What waits for it.
    enum Asker: Hashable, Sendable {
        /// Listings; none where only the queue does.
        case requests([RequestID])
        /// Jobs that need one for this site; more may by the time that it is given.
        case queue
    }

    var asker: Asker
    var site: Site
    var detail: String?
    var field = TextField("", isSecret: true)
    /// Whether it goes to the user's keyring once it has worked.
    var isKept = false

    var isGrave: Bool { true }

    mutating func merge(_ other: any Dialog, isOpen: Bool) -> Bool {
        guard let other = other as? PasswordDialog, other.site == site,
            case .requests(let new) = other.asker
        else { return false }
        if case .requests(let requests) = asker {
            asker = .requests(requests + new.filter { !requests.contains($0) })
        } else {
            asker = other.asker
        }
        if isOpen { detail = other.detail ?? detail }
        return true
    }

    func isOver(in workspace: Workspace) -> Bool {
        asker == .queue && !workspace.queue.needsLogin(for: site)
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .closes(answers(.declined)) }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            let secret = Secret(field.text)
            if isKept { workspace.logins.keep(secret, for: site) }
            if asker == .queue { return .closes(workspace.queue.given(secret, for: site)) }
            return .closes(answers(.given(secret)) + workspace.queue.wakeJobs(on: site))
        case (.tab, []) where workspace.options.hasKeyring:
            isKept.toggle()
        default:
            _ = field.handle(key)
        }
        return .stays
    }

    mutating func paste(_ text: String) {
        field.insert(text)
    }

    private func answers(_ answer: PasswordAnswer) -> Outcome {
        guard case .requests(let requests) = asker else { return .nothing }
        return .effects(requests.map { .password($0, site, answer) })
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        var lines: [DialogLine] = []
        if let detail {
            for line in TextFit.wrap(VisibleText.make(detail), columns: wide, limit: 3) {
                lines.append(.text(line, .dialogDanger))
            }
        }
        lines.append(.text(tr("Password for \(site.text):"), .dialog))
        lines.append(.field(field, isFocused: true))
        lines.append(.blank)
        if workspace.options.hasKeyring {
            let answer = isKept ? tr("yes") : tr("no")
            let keeping = tr("save it in the keyring if it works: < \(answer) >")
            lines.append(.keys([("Tab  \(keeping)", Key(.tab))]))
        }
        lines.append(
            .keys(
                asker == .queue
                    ? [
                        (tr("Enter: log in and resume the transfers"), Key(.enter)),
                        (tr("Esc: not now"), Key(.escape)),
                    ] : [(tr("Enter: log in"), Key(.enter)), (tr("Esc: cancel"), Key(.escape))]))
        return DialogBox(title: tr("Password"), width: wide, lines: lines)
    }
}
