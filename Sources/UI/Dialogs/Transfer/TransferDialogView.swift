import Files
import Jobs
import Terminal

extension TransferDialog {
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let verb = operation == .move ? "Move" : "Copy"
        var lines: [DialogLine] = [
            .text("\(verb) \(what(columns: wide)) to:", .dialog),
            .field(field, isFocused: focus == .target),
        ]
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            lines.append(.text(meaning(in: workspace), .dialog))
        }
        lines.append(
            .option(
                "If a name exists:    < \(policy.title) >",
                isFocused: focus == .policy))
        if asksAboutLinks {
            lines.append(
                .option(
                    TextFit.left(linksTitle(in: workspace), 21)
                        + "< \(linksChoice(in: workspace)) >",
                    isFocused: focus == .links))
        }
        lines.append(
            .option(
                TextFit.left("Permissions:", 21)
                    + "< \(modes == .target ? "server default" : "as in the source") >",
                isFocused: focus == .modes))
        lines.append(.blank)
        lines.append(
            .buttons([
                (verb, focus == .start || focus == .target),
                ("Cancel", focus == .cancel),
            ]))
        return DialogBox(title: verb, width: wide, lines: lines)
    }

    /// Between machines a link that is chosen itself stands for what it leads to.
    private func linksTitle(in workspace: Workspace) -> String {
        isHere(in: workspace) && source.site.isLocal ? "Links:" : "Links inside:"
    }

    private func linksChoice(in workspace: Workspace) -> String {
        switch links {
        case .keep where isHere(in: workspace): "kept as links"
        case .keep: "skipped and reported"
        case .follow: "followed"
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
            guard let name else { return isHere ? "the same directory" : "into \(place)" }
            return
                "as \(name.text(on: directory.site)) \(isHere ? "in the same directory" : "in \(place)")"
        } catch {
            return ""
        }
    }

    /// `'name', 212K`, `3 files and 2 directories, 218K`.
    private func what(columns wide: Int) -> String {
        if chosen.count == 1, let entry = chosen.first.first {
            let kind = entry.kind == .directory ? "the directory " : ""
            let size = entry.kind == .file ? entry.size.map { ", \(Format.amount($0))" } ?? "" : ""
            let name = entry.name.text(on: source.site)
            return kind + "'\(NameFit.cut(name, to: max(8, wide - 30)))'\(size)"
        }
        let directories = chosen.directoryCount
        let count = Format.files(chosen.count - directories, directories: directories)
        return bytes > 0 ? "\(count), \(Format.amount(bytes))" : count
    }
}
