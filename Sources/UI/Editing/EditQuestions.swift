import Files
import Settings

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
        let title = name.map { NameFit.cut($0.text(on: place.site), to: 40) } ?? "a file"
        return .present(
            InputDialog(
                title: "Open \(title) with",
                label: "Command; {} is the file. End with & if it opens a window.",
                field: TextField(known ?? "", isSelected: true)
            ) { text, workspace in
                let command = text.trimmedBlanks
                guard !command.isEmpty, command != "&" else {
                    return .refused("Type the name of a program, such as less.")
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
            return workspace.refuse("\(edit.name) is still being fetched.")
        default: return [.editing(.reopen(edit.id, edit.location, program: program))]
        }
    }

    static func large(_ edit: Edit, _ size: UInt64?) -> Outcome {
        let amount = size.map { Format.size($0) } ?? "more than 64 MiB"
        return .ask(
            ConfirmDialog(
                title: "\(edit.program == nil ? "Edit" : "Open") a large file?",
                lines: [
                    "\(edit.name) on \(edit.host) has \(amount). Fetching it, and sending each "
                        + "save, may take long."
                ], yes: edit.program == nil ? "Edit" : "Open", no: "Cancel", isGrave: false,
                outcome: [
                    .editing(
                        .begin(edit.location, isLargeAllowed: true, program: edit.program))
                ]))
    }

    static func leftovers(_ edits: [Edit]) -> Outcome {
        let count = Format.count(edits.count, "file")
        let names = edits.prefix(4).map { "  \($0.name) on \($0.host)" }
        let rest = edits.count > 4 ? ["  and \(edits.count - 4) more"] : []
        return .ask(
            ChoiceDialog(
                title: "Unsaved edits",
                lines: ["An earlier session left changes to \(count) that were not sent:"] + names
                    + rest,
                options: [
                    .init(key: "l", label: "Show the list", outcome: .show(.edits)),
                    .init(key: "n", label: "Later", outcome: .nothing),
                ]))
    }

    /// Asks before the user leaves changes that no server has, or editors that may still make some.
    static func beforeQuitting(_ workspace: Workspace, otherwise: Outcome) -> Outcome {
        let (all, unsent) = (workspace.edits.all, workspace.edits.unsent)
        guard let first = unsent.first ?? all.first else { return otherwise }
        func what(_ edits: [Edit], _ one: String, _ many: String) -> String {
            edits.count == 1
                ? "\(first.name) on \(first.host) \(one)" : "\(edits.count) edited files \(many)"
        }
        let (title, line) =
            unsent.isEmpty
            ? (
                "Quit while a file is being edited?",
                "\(what(all, "is", "are")) still being edited. What an editor saves after Ferry has "
                    + "ended is not sent."
            )
            : (
                "Quit with unsent changes?",
                "\(what(unsent, "has", "have")) changes that are not on the server. They are kept, "
                    + "and offered at the next start."
            )
        return .present(
            ConfirmDialog(
                title: title, lines: [line] + LeaveDialog.whatEnds(workspace), yes: "Quit",
                no: "Stay", isGrave: !unsent.isEmpty, outcome: otherwise))
    }

    static func discard(_ edit: Edit) -> Outcome {
        let outcome: Outcome = [.editing(.discard(edit.id))]
        if case .fetching = edit.state { return outcome }
        return .present(
            ConfirmDialog(
                title: "Discard the copy?",
                lines: [
                    edit.isUnsent
                        ? "Your changes to \(edit.name) are lost; the file on \(edit.host) stays."
                        : "\(edit.name) is not watched any more; the file on \(edit.host) stays."
                ], yes: "Discard", no: "Keep", isGrave: edit.isUnsent, outcome: outcome,
                isOver: { $0.edits[edit.id] == nil }))
    }
}
