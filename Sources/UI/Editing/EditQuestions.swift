import Files

/// What the user is asked about files that are being edited.
enum EditQuestions {
    /// Has a file edited; one of a server that is being edited already is opened again.
    static func begin(_ place: Location, _ workspace: inout Workspace) -> Outcome {
        if place.site.isLocal { return [.edit(place)] }
        guard let edit = workspace.edits.edit(of: place) else {
            return [.editing(.begin(place, isLargeAllowed: false))]
        }
        return reopen(edit, &workspace)
    }

    /// Opens the copy again, or asks what becomes of a conflict.
    static func reopen(_ edit: Edit, _ workspace: inout Workspace) -> Outcome {
        switch edit.state {
        case .conflicted(let conflict): .present(EditConflictDialog(edit, conflict))
        case .fetching, .tooLarge: workspace.refuse("\(edit.name) is still being fetched.")
        default: [.editing(.reopen(edit.id))]
        }
    }

    static func large(_ edit: Edit, _ size: UInt64?) -> Outcome {
        let amount = size.map { Format.size($0) } ?? "more than 64 MiB"
        return .ask(
            ConfirmDialog(
                title: "Edit a large file?",
                lines: [
                    "\(edit.name) on \(edit.host) has \(amount). Fetching it, and sending each "
                        + "save, may take long."
                ], yes: "Edit", no: "Cancel", isGrave: false,
                outcome: [.editing(.begin(edit.location, isLargeAllowed: true))]))
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

    /// Asks before the user leaves changes that no server has.
    static func beforeQuitting(_ workspace: Workspace, otherwise: Outcome) -> Outcome {
        let unsent = workspace.edits.unsent
        guard let first = unsent.first else { return otherwise }
        let what =
            unsent.count == 1
            ? "\(first.name) on \(first.host) has" : "\(unsent.count) edited files have"
        return .present(
            ConfirmDialog(
                title: "Quit with unsent changes?",
                lines: [
                    "\(what) changes that are not on the server. They are kept, and offered at the "
                        + "next start."
                ], yes: "Quit", no: "Stay", isGrave: true, outcome: otherwise))
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
