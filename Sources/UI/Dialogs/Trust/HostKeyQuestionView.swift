import Files
import Terminal
import Words

/// Which key a server shows to ssh, and what ssh knows of it.
struct HostKeyQuestionView {
    /// From so many rows on the screen has room for a key's image.
    private static let rowsForImage = 30

    private static let knownRows = 3

    private let question: HostKeyQuestion
    private let site: Site
    private let text: TrustText

    init(_ question: HostKeyQuestion, _ site: Site, _ text: TrustText) {
        self.question = question
        self.site = site
        self.text = text
    }

    var title: String {
        switch question {
        case .new: tr("Unknown host key")
        case .changed: tr("ALARM: the host key has changed")
        }
    }

    var lines: [DialogLine] {
        switch question {
        case .new(let key):
            let advice =
                tr(
                    "ssh does not know this key. Compare it with the one from the server's operator."
                )
            let image = text.size.height < HostKeyQuestionView.rowsForImage ? [] : key.image
            return text.sentence(advice, .dialogDanger) + [.blank] + facts(key)
                + [.text(key.fingerprint, .dialogTitle)] + image.map { .text($0, .dialog) }
        case .changed(let key, let known):
            let advice =
                tr(
                    "ssh knows another key and does not connect. If the operator changed it, remove "
                        + "the known one.")
            return [text.alarm(key.host)] + text.sentence(advice, .dialogDanger) + facts(key)
                + [.text(key.fingerprint, .dialogDanger)]
                + text.fact(tr("Known"), end(of: known.text), rows: HostKeyQuestionView.knownRows)
        }
    }

    static func words(for answer: TrustAnswer, to question: HostKeyQuestion) -> String {
        switch (answer, question) {
        case (.declined, .new): tr("Do not connect")
        case (.once, .new), (.always, .new): tr("Trust it; ssh adds it to known_hosts")
        case (_, .changed): tr("Close")
        }
    }

    /// Of a long path the end counts, and the number behind it.
    private func end(of known: String) -> String {
        TextFit.cutStart(
            known, to: (HostKeyQuestionView.knownRows - 1) * (text.width - text.column))
    }

    private func facts(_ key: HostKey) -> [DialogLine] {
        [
            text.fact(tr("Site"), site.text), text.fact(tr("Host"), key.host),
            text.fact(tr("Port"), String(key.port)), text.fact(tr("Type"), key.type),
        ]
    }
}
