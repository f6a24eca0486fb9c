import Files
import Terminal
import Words

/// How the dialogs about servers set their sentences and facts.
struct TrustText {
    let size: Size

    var width: Int { DialogBox.wide(in: size) }

    /// Columns of the names of facts; so few that a row of a fingerprint still fits beside them.
    var column: Int {
        let names = [
            tr("Site"), tr("Host"), tr("Port"), tr("Type"), tr("Known"), tr("Names"), tr("Valid"),
            TrustText.subjectName, TrustText.issuerName, TrustText.askerName, TrustText.knownName,
            TrustText.newName,
        ]
        return max(7, min(TextFit.column(names), width - TrustText.fingerprintWidth))
    }

    /// Sixteen bytes in hexadecimal, with colons between them.
    private static let fingerprintWidth = 47

    /// Before whom a certificate names.
    static var subjectName: String { tr("For", meaning: "whom a certificate names") }
    /// Before who has issued a certificate.
    static var issuerName: String { tr("By", meaning: "who has issued a certificate") }
    /// Before who asks for an answer.
    static var askerName: String { tr("Asks", meaning: "who asks for a password") }
    /// Before a certificate's fingerprint that was trusted before.
    static var knownName: String { tr("known", meaning: "a certificate's fingerprint") }
    /// Before that of another certificate, which has come in its place.
    static var newName: String { tr("new", meaning: "a certificate's fingerprint") }

    /// A headline for what must not be overlooked.
    func alarm(_ host: String) -> DialogLine {
        .text(
            TextFit.left(
                " " + tr("Someone may be impersonating \(VisibleText.make(host))."), width),
            .statusError)
    }

    func sentence(_ text: String, _ role: Role) -> [DialogLine] {
        TextFit.wrap(
            VisibleText.make(text), columns: width, limit: size.height < 20 ? 2 : 4
        ).map { .text($0, role) }
    }

    func fact(_ name: String, _ value: String) -> DialogLine {
        .text(label(name) + value, .dialog)
    }

    /// A name with blanks up to its value.
    func label(_ name: String) -> String {
        let column = column
        return TextFit.left(TextFit.cut(name, to: column - 1), column)
    }

    /// A value that may be long, in so many rows at most.
    func fact(_ name: String, _ value: String, rows limit: Int) -> [DialogLine] {
        let rows = TextFit.wrap(VisibleText.make(value), columns: width - column, limit: limit)
        return rows.enumerated().map { row, line in fact(row == 0 ? name : "", line) }
    }
}
