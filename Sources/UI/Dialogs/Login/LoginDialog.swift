import Files
import Terminal
import Words

/// What a program that logs in wants to know: a secret, a yes or no, or a touch of a token.
struct LoginDialog: Dialog {
    /// How it is answered.
    enum Reply: Sendable {
        /// With a line that is typed.
        case typed(TextField)
        /// With yes or no.
        case chosen(ListCursor)
        /// Not here: it goes by itself.
        case awaited
    }

    /// To a confirmation, in the order in which they are offered: Enter alone grants nothing.
    static let choices: [(letter: Character, words: String, answer: LoginAnswer)] = [
        ("n", tr("No"), .refused), ("y", tr("Yes"), .confirmed),
    ]

    let id: LoginPromptID
    let prompt: LoginPrompt
    private(set) var reply: Reply
    /// Why what was typed cannot be an answer.
    private(set) var refusal: String?

    init(id: LoginPromptID, prompt: LoginPrompt) {
        self.id = id
        self.prompt = prompt
        switch prompt.kind {
        case .password, .passphrase, .pin, .challenge:
            reply = .typed(TextField("", isSecret: true))
        case .confirmation: reply = .chosen(ListCursor())
        case .touch: reply = .awaited
        }
    }

    var isGrave: Bool {
        if case .awaited = reply { return false }
        return true
    }

    func isOver(in workspace: Workspace) -> Bool {
        !workspace.logins.prompts.contains(id)
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return answer(.declined, &workspace) }
        switch reply {
        case .typed(var field):
            switch (key.code, key.modifiers) {
            case (.enter, []):
                guard field.text.utf8.count <= LoginPrompt.answerLimit else {
                    refusal = tr("An answer can have at most \(LoginPrompt.answerLimit) bytes.")
                    return .stays
                }
                return answer(.secret(Secret(field.text)), &workspace)
            case (.tab, []):
                field.isSecret.toggle()
            default:
                if field.handle(key) { refusal = nil }
            }
            reply = .typed(field)
        case .chosen(let list):
            return choose(key, list, &workspace)
        case .awaited:
            break
        }
        return .stays
    }

    private mutating func choose(
        _ key: Key, _ list: ListCursor, _ workspace: inout Workspace
    ) -> DialogReply {
        let choices = LoginDialog.choices
        var list = list
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return answer(choices[list.cursor].answer, &workspace)
        case (.down, []), (.tab, []):
            list.move(by: 1, count: choices.count, height: choices.count)
        case (.up, []):
            list.move(by: -1, count: choices.count, height: choices.count)
        case (.character(let letter), []):
            if let chosen = choices.first(where: { $0.letter == letter }) {
                return answer(chosen.answer, &workspace)
            }
        default:
            break
        }
        reply = .chosen(list)
        return .stays
    }

    /// Only the first line: what follows it was not meant for this.
    mutating func paste(_ text: String) {
        guard case .typed(var field) = reply else { return }
        field.insert(String(text.prefix { !$0.isNewline }))
        reply = .typed(field)
        refusal = nil
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard case .chosen = reply, LoginDialog.choices.indices.contains(option) else {
            return .stays
        }
        return answer(LoginDialog.choices[option].answer, &workspace)
    }

    private func answer(_ answer: LoginAnswer, _ workspace: inout Workspace) -> DialogReply {
        workspace.logins.prompts.remove(id)
        return .closes([.answerLogin(id, answer)])
    }
}
