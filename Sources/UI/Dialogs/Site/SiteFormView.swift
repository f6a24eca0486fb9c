import Files
import Settings
import Terminal
import Words

/// The form of a site as it is drawn: as many of its fields as fit, with the focused one among them,
/// and below them what that one is for.
struct SiteFormView {
    private enum Row {
        case heading(SettingGroup)
        case field(SiteForm.Field)
    }

    /// Columns of the names of the first fields.
    private let labelWidth: Int
    /// Columns of the names of the settings.
    private let wideLabelWidth: Int

    private let dialog: SiteDialog
    private let workspace: Workspace
    private let wide: Int

    init(_ dialog: SiteDialog, _ workspace: Workspace) {
        self.dialog = dialog
        self.workspace = workspace
        wide = DialogBox.wide(in: workspace.size)
        let most = wide / 2
        labelWidth = max(10, min(TextFit.column([tr("Name"), tr("URL"), tr("Start in")]), most))
        // With one blank at least behind each.
        let labels = dialog.form.infos.map { SiteSettingLabel.text(of: $0.key) }
        wideLabelWidth = max(22, min(TextFit.column(labels) - 1, most))
    }

    private var rows: [Row] {
        var rows: [Row] = [.field(.name), .field(.url), .field(.start)]
        var group: SettingGroup?
        for info in dialog.form.shown {
            if info.group != group { rows.append(.heading(info.group)) }
            group = info.group
            rows.append(.field(.setting(info.key)))
        }
        return rows
    }

    /// Rows for what is said below the fields.
    private var wordRows: Int { workspace.size.height < 20 ? 2 : 3 }

    private var window: ArraySlice<Row> {
        let rows = rows
        let room = max(1, workspace.size.height - 2 - wordRows - 1)
        guard rows.count > room else { return rows[...] }
        let focused = rows.lastIndex { row in
            if case .field(let field) = row { dialog.focus == .field(field) } else { false }
        }
        let middle = (focused ?? rows.count) - room / 2
        let top = max(0, min(middle, rows.count - room))
        return rows[top..<top + room]
    }

    /// Those that can be seen, from top to bottom.
    var shownFields: [SiteForm.Field] {
        window.compactMap { row in
            if case .field(let field) = row { field } else { nil }
        }
    }

    var box: DialogBox {
        let window = window
        var lines = window.map { row in
            switch row {
            case .heading(let group): DialogLine.text(group.title, .dialogTitle)
            case .field(let field): line(of: field)
            }
        }
        lines += words.map { $0 }
        lines.append(
            .buttons([
                (tr("Save"), dialog.focus == .save), (tr("Cancel"), dialog.focus == .cancel),
            ]))
        var title = dialog.form.replaced == nil ? tr("Save as a site") : tr("Edit the site")
        let fields = dialog.fields
        if window.count < rows.count, case .field(let field) = dialog.focus,
            let place = fields.firstIndex(of: field)
        {
            let number = tr("\(place + 1) of \(fields.count)", meaning: "which field")
            title += " (\(number))"
        }
        return DialogBox(
            title: title, width: wide, lines: DialogBox.fitting(lines, in: workspace.size))
    }

    private func line(of field: SiteForm.Field) -> DialogLine {
        let isFocused = dialog.focus == .field(field)
        func labelled(_ label: String, _ width: Int, _ text: TextField) -> DialogLine {
            .labelled(
                TextFit.left(TextFit.cut(label, to: width - 1), width), text, isFocused: isFocused)
        }
        let text = dialog.form[field]
        switch field {
        case .name: return labelled(tr("Name"), labelWidth, text)
        case .url: return labelled(tr("URL"), labelWidth, text)
        case .start: return labelled(tr("Start in"), labelWidth, text)
        case .setting(let key):
            let label = SiteSettingLabel.text(of: key)
            guard dialog.form.words(of: field) != nil else {
                return labelled(label, wideLabelWidth, text)
            }
            let word = text.text.isEmpty ? tr("default") : text.text
            return labelled(label, wideLabelWidth, TextField(word))
        }
    }

    // MARK: What is said below the fields

    private var words: [DialogLine] {
        let lines: [DialogLine]
        if dialog.isSaving {
            lines = [.text(tr("Saving…"), .dialog)]
        } else if let refusal = dialog.refusal(in: workspace) {
            lines = TextFit.wrap(refusal, columns: wide, limit: wordRows)
                .map { .text($0, .dialogDanger) }
        } else {
            lines = TextFit.wrap(explanation, columns: wide, limit: wordRows)
                .map { .text($0, .dialog) }
        }
        // The buttons stay where they are.
        return lines
            + Array(repeating: DialogLine.text("", .dialog), count: max(0, wordRows - lines.count))
    }

    private var explanation: String {
        guard case .field(let field) = dialog.focus else { return "" }
        switch field {
        case .name:
            return tr("The site's name; a slash puts it into a folder, as in work/web01.")
        case .url:
            return tr("The protocol, user, host and port, such as ftpes://deploy@web01.example.")
        case .start:
            return tr("The directory to start in; leave it empty for the login directory.")
        case .setting(let key):
            guard let info = dialog.form.infos.first(where: { $0.key == key }) else { return "" }
            let sentences = [
                info.summary, tr("Default: \(info.standardText)."),
                dialog.form.words(of: field) == nil ? nil : tr("Space changes it."),
            ]
            return sentences.compactMap { $0 }.joined(separator: " ")
        }
    }
}
