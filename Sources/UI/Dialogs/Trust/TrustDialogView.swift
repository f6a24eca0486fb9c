import Files
import Terminal

extension TrustDialog {
    /// What the server shows, and what can be said to it.
    func box(in workspace: Workspace) -> DialogBox {
        let size = workspace.size
        let text = TrustText(size: size)
        let title: String
        var lines: [DialogLine]
        switch question {
        case .certificate(let question):
            let view = CertificateQuestionView(question, site, text)
            title = view.title
            lines = view.lines(now: workspace.now)
        case .hostKey(let question):
            let view = HostKeyQuestionView(question, site, text)
            title = view.title
            lines = view.lines
        }
        lines.append(.blank)
        for (row, answer) in answers.enumerated() {
            let words = "\(letter(of: answer))  \(words(for: answer))"
            lines.append(.option(words, isFocused: row == (isAlarm ? 0 : list.cursor)))
        }
        return DialogBox(
            title: title, isDanger: true, width: text.width,
            lines: DialogBox.fitting(lines, in: size))
    }

    private func words(for answer: TrustAnswer) -> String {
        switch question {
        case .certificate(let question): CertificateQuestionView.words(for: answer, to: question)
        case .hostKey(let question): HostKeyQuestionView.words(for: answer, to: question)
        }
    }
}
