import Terminal
import Words

/// Asks for one line of text.
struct InputDialog: Dialog {
    /// What a line that was typed leads to.
    enum Submission {
        /// The dialog is closed, and this is done.
        case accepted(Outcome)
        /// Why the text cannot be used: a sentence.
        case refused(String)
    }

    var title: String
    /// One line above the field that says what to write.
    var label: String
    var field: TextField
    /// Why the text was refused; below the field.
    private(set) var refusal: String?
    /// Does what the line was asked for, or says why it cannot.
    /// Why what has been typed so far cannot be used.
    private let check: @Sendable (String) -> String?
    private let submit: @Sendable (String, inout Workspace) -> Submission

    init(
        title: String, label: String, field: TextField = TextField(),
        check: @escaping @Sendable (String) -> String? = { _ in nil },
        submit: @escaping @Sendable (String, inout Workspace) -> Submission
    ) {
        self.title = title
        self.label = label
        self.field = field
        self.check = check
        self.submit = submit
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        if key == Key(.enter) {
            switch submit(field.text, &workspace) {
            case .accepted(let outcome):
                return .closes(outcome)
            case .refused(let sentence):
                refusal = sentence
                return .stays
            }
        }
        if field.handle(key) { refusal = check(field.text) }
        return .stays
    }

    mutating func paste(_ text: String) {
        field.insert(text)
        refusal = check(field.text)
    }

    func box(in workspace: Workspace) -> DialogBox {
        let room = workspace.size.width - 6
        let width = max(56, min(CharacterWidth.of(label), room))
        var lines: [DialogLine] = TextFit.wrap(label, columns: min(width, room))
            .map { .text($0, .dialog) }
        lines.append(.field(field, isFocused: true))
        lines += DialogLine.refusal(refusal, columns: min(width, room))
        lines.append(
            .keys([(tr("Enter: confirm"), Key(.enter)), (tr("Esc: cancel"), Key(.escape))]))
        return DialogBox(title: title, width: width, lines: lines)
    }
}
