import Files
import Jobs
import Terminal
import Words

/// Ctrl-X p: which archive is made of what is chosen, and in which format.
struct PackDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case archive, format, start, cancel
    }

    var side: Side
    var source: Location
    var chosen: Selection
    var field: TextField
    /// The directory that was proposed, and how the field begins for it, empty for a name alone; its
    /// text may say less than the bytes of the path.
    var proposal: (place: String, directory: Location)
    var format: PackFormat
    var focus: Focus = .archive
    var refusal: String?

    var focuses: [Focus] { Focus.allCases }

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        switch focus {
        case .archive:
            if field.handle(key) { noteText() }
        case .format: step(key)
        case .start where key.code == .right: focus = .cancel
        case .cancel where key.code == .left: focus = .start
        case .start, .cancel: break
        }
        return .stays
    }

    mutating func paste(_ text: String) {
        guard focus == .archive else { return }
        field.insert(text)
        noteText()
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        focus = .archive
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard option == 0 else { return .stays }
        focus = .format
        step(Key(.right))
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        focus = isFirstButton ? .start : .cancel
        return take(Key(.enter), &workspace)
    }

    /// The ending that was typed says the format.
    private mutating func noteText() {
        refusal = nil
        if let typed = Name(field.text.split(separator: "/").last.map(String.init) ?? ""),
            let format = PackFormat(typed)
        {
            self.format = format
        }
    }

    /// The next or the previous format, which changes the ending.
    private mutating func step(_ key: Key) {
        let step: Int
        switch key.code {
        case .right, .character(" "), .character("l"): step = 1
        case .left, .character("h"): step = -1
        default: return
        }
        let all = PackFormat.allCases
        guard let index = all.firstIndex(of: format) else { return }
        format = all[(index + step + all.count) % all.count]
        field = TextField(format.naming(field.text))
        refusal = nil
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        do throws(SiteURL.Refusal) {
            let (directory, name, password) = try destination(in: workspace)
            if let refusal = refusal(directory, name, in: workspace) {
                throw SiteURL.Refusal(description: refusal)
            }
            var outcome = Outcome.nothing
            if let password { outcome += workspace.queue.given(password, for: directory.site) }
            workspace.packFormat = format
            let batch = JobBatch(
                JobBatch.Plan(
                    operation: .pack, source: source, chosen: chosen, target: directory,
                    name: name))
            if workspace.panes[side].location == source {
                workspace.panes[side].mark(exactly: [])
            }
            workspace.status.show(
                tr(
                    "\(Format.count(chosen.count, "item")) queued to pack into "
                        + "\(name.text(on: directory.site))."), .good)
            return .closes(outcome + [.enqueue(batch)])
        } catch {
            refusal = error.description
            focus = .archive
            return .stays
        }
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        var lines: [DialogLine] = [
            .text(tr("Pack \(what(columns: wide)) into:"), .dialog),
            .field(field, isFocused: focus == .archive),
        ]
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            lines.append(.text(meaning(in: workspace), .dialog))
        }
        lines.append(
            .option(
                TextFit.left(tr("Format:"), TextFit.column([tr("Format:")], atLeast: 21))
                    + "< \(format.ending) >",
                isFocused: focus == .format))
        lines.append(.blank)
        lines.append(
            .buttons([
                (tr("Pack"), focus != .cancel), (tr("Cancel"), focus == .cancel),
            ]))
        return DialogBox(title: tr("Pack"), width: wide, lines: lines)
    }

    /// `'name'`, `3 files and 2 directories`.
    private func what(columns wide: Int) -> String {
        if chosen.count == 1, let entry = chosen.first.first {
            let name = NameFit.cut(entry.name.text(on: source.site), to: max(8, wide - 30))
            return entry.kind == .directory ? tr("the directory '\(name)'") : quoted(name)
        }
        let directories = chosen.directoryCount
        return Format.files(chosen.count - directories, directories: directories)
    }

    /// What the line that is being typed would make.
    private func meaning(in workspace: Workspace) -> String {
        guard let (directory, name, _) = try? destination(in: workspace) else { return "" }
        let shown = name.text(on: directory.site)
        if directory == source { return tr("as \(shown) in the same directory") }
        let place =
            directory.site.isLocal ? workspace.options.homeText(directory.path) : directory.text
        return tr("as \(shown) in \(place)")
    }
}
