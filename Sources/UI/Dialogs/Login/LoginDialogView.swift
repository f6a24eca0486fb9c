import Files
import Terminal
import Words

extension LoginDialog {
    /// Who asks, what was said before, and how it is answered.
    func box(in workspace: Workspace) -> DialogBox {
        let size = workspace.size
        let text = TrustText(size: size)
        let head = identity(text)
        let question = text.sentence(prompt.line, .dialogTitle)
        let foot = answering(text)
        // All but the blanks: these go first where the screen is low.
        let fixed = (head + question + foot).count { !$0.isBlank }
        let said = instruction(text, rows: max(1, size.height - 2 - fixed))
        let lines = head + (said.isEmpty ? [] : [.blank]) + said + [.blank] + question + foot
        return DialogBox(
            title: title, width: text.width, lines: DialogBox.fitting(lines, in: size))
    }

    private var title: String {
        switch prompt.kind {
        case .password: tr("Password")
        case .passphrase: tr("Key passphrase")
        case .pin: tr("Token PIN")
        case .challenge: tr("Question from the server")
        case .confirmation: tr("Yes or no")
        case .touch: tr("Touch the token")
        }
    }

    private func identity(_ text: TrustText) -> [DialogLine] {
        var lines: [DialogLine] = []
        if prompt.wasRefused {
            lines.append(.text(tr("The last answer was rejected."), .dialogDanger))
        }
        lines.append(text.fact(tr("Site"), prompt.site))
        if let asker = LoginAsker(line: prompt.line), asker.differs(from: prompt.site) {
            // ssh's own settings may lead to another name, and a host on the way may ask.
            let remark = " " + tr("(not the site's own name)")
            let room = text.width - text.column - CharacterWidth.of(remark)
            let name = TextFit.cut(asker.account, to: room)
            lines.append(
                .text(text.label(TrustText.askerName) + name + remark, .dialogDanger))
        }
        return lines
    }

    /// In other people's words, and marked so: none of it can be taken for Ferry's own.
    private func instruction(_ text: TrustText, rows: Int) -> [DialogLine] {
        let wrapped = prompt.instruction.flatMap { line in
            TextFit.wrap(VisibleText.make(line), columns: text.width - 2, limit: rows + 1)
        }
        var shown = wrapped.prefix(rows).map { "| " + $0 }
        if wrapped.count > rows, rows > 0 {
            shown[rows - 1] = tr("(and more that does not fit)")
        }
        return shown.map { .text($0, .dialog) }
    }

    private func answering(_ text: TrustText) -> [DialogLine] {
        switch reply {
        case .typed(let field):
            let answer = field.isSecret ? tr("no") : tr("yes")
            let showing = tr("show typed text: < \(answer) >")
            return [.field(field, isFocused: true)]
                + DialogLine.refusal(refusal, columns: text.width)
                + [
                    .keys([("Tab  \(showing)", Key(.tab))]),
                    .keys([
                        (tr("Enter: answer"), Key(.enter)),
                        (tr("Esc: cancel the login"), Key(.escape)),
                    ]),
                ]
        case .chosen(let list):
            let options = LoginDialog.choices.enumerated().map { row, choice in
                DialogLine.option(
                    "\(choice.letter)  \(choice.words)", isFocused: row == list.cursor)
            }
            return [.blank] + options + [
                .blank, .keys([(tr("Esc: cancel the login"), Key(.escape))]),
            ]
        case .awaited:
            return [
                .blank,
                .text(tr("Touch the token now; you do not need to type anything."), .dialogTitle),
                .keys([(tr("Esc: cancel the login"), Key(.escape))]),
            ]
        }
    }
}
