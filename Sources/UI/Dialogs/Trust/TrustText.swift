import Files
import Terminal

/// How the dialogs about servers set their sentences and facts.
struct TrustText {
    let size: Size

    var width: Int { DialogBox.wide(in: size) }

    /// A headline for what must not be overlooked.
    func alarm(_ host: String) -> DialogLine {
        .text(
            TextFit.left(
                " Someone may be impersonating \(VisibleText.make(host)).", width),
            .statusError)
    }

    func sentence(_ text: String, _ role: Role) -> [DialogLine] {
        TextFit.wrap(
            VisibleText.make(text), columns: width, limit: size.height < 20 ? 2 : 4
        ).map { .text($0, role) }
    }

    func fact(_ name: String, _ value: String) -> DialogLine {
        .text(TextFit.left(name, 7) + value, .dialog)
    }

    /// A value that may be long, in so many rows at most.
    func fact(_ name: String, _ value: String, rows limit: Int) -> [DialogLine] {
        let rows = TextFit.wrap(VisibleText.make(value), columns: width - 7, limit: limit)
        return rows.enumerated().map { row, line in fact(row == 0 ? name : "", line) }
    }
}
