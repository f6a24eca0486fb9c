import Files
import Terminal

extension Model {
    /// Notes that a login wants a password; the dialog opens as soon as nothing else is typed.
    mutating func askPassword(_ request: RequestID, _ site: Site, detail: String?) {
        for index in dialogs.indices {
            guard case .password(var dialog) = dialogs[index], dialog.site == site else { continue }
            if !dialog.requests.contains(request) { dialog.requests.append(request) }
            dialog.detail = detail ?? dialog.detail
            dialogs[index] = .password(dialog)
            return
        }
        if let index = passwordsAsked.firstIndex(where: { $0.site == site }) {
            if !passwordsAsked[index].requests.contains(request) {
                passwordsAsked[index].requests.append(request)
            }
            return
        }
        passwordsAsked.append(PasswordDialog(requests: [request], site: site, detail: detail))
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
            return dialog.requests.map { .password($0, dialog.site, .declined) }
        case (.enter, []):
            dialogs.removeLast()
            let secret = Secret(dialog.field.text)
            return dialog.requests.map { .password($0, dialog.site, .given(secret)) }
        default:
            _ = dialog.field.handle(key)
            replaceDialog(.password(dialog))
            return []
        }
    }
}
