import Files
import Settings
import Words

/// What the user is asked about files that are being edited.
enum EditQuestions {
    /// Has a file edited, or opened by a command line; one of a server that is being edited already is
    /// opened again.
    static func begin(
        _ place: Location, program: String? = nil, _ workspace: inout Workspace
    ) -> Outcome {
        guard place.site.archive == nil else { return workspace.refuse(Pane.archiveRefusal) }
        if place.site.isLocal { return [.edit(place, program: program)] }
        guard let edit = workspace.edits.edit(of: place) else {
            return [.editing(.begin(place, isLargeAllowed: false, program: program))]
        }
        return reopen(edit, program: program, &workspace)
    }

    /// Asks for the program that is to open a file: at first the one that is set for its name.
    static func openWith(_ place: Location, _ workspace: inout Workspace) -> Outcome {
        guard place.site.archive == nil else { return workspace.refuse(Pane.archiveRefusal) }
        let name = place.path.name
        let known =
            name.flatMap { workspace.options.openWith.command(for: $0) }
            ?? workspace.options.desktopOpener
        let shown = name.map { NameFit.cut($0.text(on: place.site), to: 40) }
        return .present(
            InputDialog(
                title: shown.map { tr("Open \($0) with") } ?? tr("Open a file with"),
                label: tr("Command; {} is the file. End with & if it opens a window."),
                field: TextField(known ?? "", isSelected: true)
            ) { text, workspace in
                let command = text.trimmedBlanks
                guard !command.isEmpty, command != "&" else {
                    return .refused(tr("Type the name of a program, such as less."))
                }
                return .accepted(begin(place, program: command, &workspace))
            })
    }

    /// Opens the copy again, or asks what becomes of a conflict.
    static func reopen(
        _ edit: Edit, program: String? = nil, _ workspace: inout Workspace
    ) -> Outcome {
        if let order = workspace.edits.takeOrder(of: edit.id) { return [.runEditor(order)] }
        switch edit.state {
        case .conflicted(let conflict): return .present(EditConflictDialog(edit, conflict))
        case .fetching, .tooLarge:
            return workspace.refuse(tr("\(edit.name) is still being fetched."))
        default: return [.editing(.reopen(edit.id, edit.location, program: program))]
        }
    }

    static func large(_ edit: Edit, _ size: UInt64?) -> Outcome {
        let amount = size.map { Format.size($0) } ?? tr("more than 64 MiB")
        let isEdited = edit.program == nil
        return .ask(
            ConfirmDialog(
                title: isEdited ? tr("Edit a large file?") : tr("Open a large file?"),
                lines: [
                    tr(
                        "\(edit.name) on \(edit.host) has \(amount). Fetching it, and sending each "
                            + "save, may take long.")
                ], yes: isEdited ? tr("Edit") : tr("Open"), no: tr("Cancel"), isGrave: false,
                outcome: [
                    .editing(
                        .begin(edit.location, isLargeAllowed: true, program: edit.program))
                ]))
    }

    static func leftovers(_ edits: [Edit]) -> Outcome {
        let count = Format.count(edits.count, "file")
        let names = edits.prefix(4).map { "  " + $0.place }
        let more = edits.count - 4
        let rest =
            more > 0 ? ["  " + tr(more, one: "and \(more) more", other: "and \(more) more")] : []
        return .ask(
            ChoiceDialog(
                title: tr("Unsaved edits"),
                lines: [tr("An earlier session left changes to \(count) that were not sent:")]
                    + names
                    + rest,
                options: [
                    .init(key: "l", label: tr("Show the list"), outcome: .show(.edits)),
                    .init(key: "n", label: tr("Later"), outcome: .nothing),
                ]))
    }

    /// Asks before the user leaves changes that no server has, or editors that may still make some.
    static func beforeQuitting(_ workspace: Workspace, otherwise: Outcome) -> Outcome {
        let (all, unsent) = (workspace.edits.all, workspace.edits.unsent)
        guard let first = unsent.first ?? all.first else { return otherwise }
        let (title, line) =
            unsent.isEmpty
            ? (tr("Quit while a file is being edited?"), stillEdited(first, of: all.count))
            : (tr("Quit with unsent changes?"), hasChanges(first, of: unsent.count))
        return .present(
            ConfirmDialog(
                title: title, lines: [line] + LeaveDialog.whatEnds(workspace), yes: tr("Quit"),
                no: tr("Stay"), isGrave: !unsent.isEmpty, outcome: otherwise))
    }

    private static func stillEdited(_ first: Edit, of count: Int) -> String {
        guard count > 1 else {
            return tr(
                "\(first.place) is still being edited. What an editor saves after Ferry has ended is "
                    + "not sent.")
        }
        return tr(
            count,
            one: "\(count) edited file is still being edited. What an editor saves after Ferry has "
                + "ended is not sent.",
            other:
                "\(count) edited files are still being edited. What an editor saves after Ferry has "
                + "ended is not sent.")
    }

    private static func hasChanges(_ first: Edit, of count: Int) -> String {
        guard count > 1 else {
            return tr(
                "\(first.place) has changes that are not on the server. They are kept, and offered at "
                    + "the next start.")
        }
        return tr(
            count,
            one: "\(count) edited file has changes that are not on the server. They are kept, and "
                + "offered at the next start.",
            other:
                "\(count) edited files have changes that are not on the server. They are kept, and "
                + "offered at the next start.")
    }

    static func discard(_ edit: Edit) -> Outcome {
        let outcome: Outcome = [.editing(.discard(edit.id))]
        if case .fetching = edit.state { return outcome }
        return .present(
            ConfirmDialog(
                title: tr("Discard the copy?"),
                lines: [
                    edit.isUnsent
                        ? tr(
                            "Your changes to \(edit.name) are lost; the file on \(edit.host) stays."
                        )
                        : tr(
                            "\(edit.name) is not watched any more; the file on \(edit.host) stays.")
                ], yes: tr("Discard"), no: tr("Keep"), isGrave: edit.isUnsent, outcome: outcome,
                isOver: { $0.edits[edit.id] == nil }))
    }
}
