import Files
import Jobs
import Terminal
import Words

extension TransferDialog {
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let isMove = operation == .move
        let verb = isMove ? tr("Move") : tr("Copy")
        let what = what(columns: wide)
        let labels = [
            tr("If a name exists:"), tr("Links:"), tr("Links inside:"), tr("Permissions:"),
        ]
        let column = TextFit.column(labels, atLeast: 21)
        func choice(_ label: String, _ value: String, _ focus: Focus) -> DialogLine {
            .option(TextFit.left(label, column) + "< \(value) >", isFocused: self.focus == focus)
        }
        var lines: [DialogLine] = [
            .text(isMove ? tr("Move \(what) to:") : tr("Copy \(what) to:"), .dialog),
            .field(field, isFocused: focus == .target),
        ]
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            lines.append(.text(meaning(in: workspace), .dialog))
        }
        lines.append(choice(tr("If a name exists:"), policy.title, .policy))
        if asksAboutLinks {
            lines.append(choice(linksTitle(in: workspace), linksChoice(in: workspace), .links))
        }
        lines.append(
            choice(
                tr("Permissions:"),
                modes == .target ? tr("server default") : tr("as in the source"), .modes))
        lines.append(.blank)
        lines.append(
            .buttons([
                (verb, focus == .start || focus == .target),
                (tr("Cancel"), focus == .cancel),
            ]))
        return DialogBox(title: verb, width: wide, lines: lines)
    }

    /// Between machines a link that is chosen itself stands for what it leads to.
    private func linksTitle(in workspace: Workspace) -> String {
        isHere(in: workspace) && source.site.isLocal ? tr("Links:") : tr("Links inside:")
    }

    private func linksChoice(in workspace: Workspace) -> String {
        switch links {
        case .keep where isHere(in: workspace): tr("kept as links")
        case .keep: tr("skipped and reported")
        case .follow: tr("followed")
        }
    }

    /// Whether it goes to this machine, which can hold links.
    private func isHere(in workspace: Workspace) -> Bool {
        let destination = try? destination(in: workspace)
        return (destination?.directory ?? source).site.isLocal
    }

    /// What the line that is being typed would do.
    private func meaning(in workspace: Workspace) -> String {
        do throws(SiteURL.Refusal) {
            let (directory, name, _) = try destination(in: workspace)
            let place =
                directory.site.isLocal
                ? workspace.options.homeText(directory.path) : directory.text
            let isHere = directory == source
            guard let name else {
                return isHere ? tr("the same directory") : tr("into \(place)")
            }
            let shown = name.text(on: directory.site)
            return isHere
                ? tr("as \(shown) in the same directory") : tr("as \(shown) in \(place)")
        } catch {
            return ""
        }
    }

    /// `'name', 212K`, `3 files and 2 directories, 218K`.
    private func what(columns wide: Int) -> String {
        if chosen.count == 1, let entry = chosen.first.first {
            let name = NameFit.cut(entry.name.text(on: source.site), to: max(8, wide - 30))
            guard entry.kind != .directory else { return tr("the directory '\(name)'") }
            let size = entry.kind == .file ? entry.size : nil
            return listed([quoted(name)] + (size.map { [Format.amount($0)] } ?? []))
        }
        let directories = chosen.directoryCount
        let count = Format.files(chosen.count - directories, directories: directories)
        return bytes > 0 ? listed([count, Format.amount(bytes)]) : count
    }
}
