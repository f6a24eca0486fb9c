import Files
import Jobs
import Settings
import Terminal
import Words

extension ScreenID {
    /// What a search below a directory has found.
    package static let found = ScreenID("found")
}

/// The results of a search, as they come: a list on which files are acted as in a pane.
struct FoundScreen: Screen {
    static let id = ScreenID.found
    static let context = Keymap.Context.found

    private(set) var list: FoundList?
    private var cursor = ListCursor()

    var hints: [KeyHint] {
        [
            KeyHint(.enter, tr("go there")), KeyHint(.view, tr("view")),
            KeyHint(.edit, tr("edit")), KeyHint(.copy, tr("copy")),
            KeyHint(.delete, tr("delete")), KeyHint(.mark, tr("mark")),
            KeyHint(.cancel, list?.request == nil ? tr("back") : tr("stop")),
            KeyHint(.help, tr("keys")),
        ]
    }

    var refusal: String? { list == nil ? tr("Nothing was searched for yet.") : nil }

    /// Begins to look, and shows what comes.
    static func start(
        _ filter: FindFilter, below location: Location, _ side: Side, words: String,
        _ workspace: inout Workspace
    ) -> Outcome {
        var screen = FoundScreen()
        let request = workspace.requests.next()
        screen.list = FoundList(location, side, words: words, request)
        return .open(screen) + [.find(request, location, filter)]
    }

    /// What was found stays, to be shown again; nothing more is looked for behind the panes.
    mutating func closed() -> Outcome { stop() }

    private mutating func stop() -> Outcome {
        guard let request = list?.request else { return .nothing }
        list?.stage = .stopped
        return [.stop(request)]
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .found(let request, let entries):
            guard list?.request == request else { return .nothing }
            list?.append(entries)
        case .findEnded(let request, let result):
            guard list?.request == request else { return .nothing }
            switch result {
            case .success(let end): list?.stage = .ended(end)
            case .failure(let error): list?.stage = .failed(error.message)
            }
        case .queue(let change):
            let gone = change.changed.filter {
                $0.state == .done && ($0.operation == .delete || $0.operation == .trash)
            }
            if list?.drop(gone.map(\.source)) == true {
                cursor.move(to: cursor.cursor, count: count, height: body(workspace).height)
            }
            return nil
        default:
            return nil
        }
        return .nothing
    }

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        guard action == .foundAgain else { return nil }
        if let refusal { return workspace.refuse(refusal) }
        return .show(FoundScreen.id)
    }

    func refusal(of action: Action, _ workspace: Workspace) -> String? {
        switch action {
        case .copy, .delete, .mark: selected == nil ? tr("Nothing was found.") : nil
        case .view, .edit:
            selected?.entry.kind == .directory ? tr("Only files have contents.") : nil
        default: nil
        }
    }

    private var count: Int { list?.entries.count ?? 0 }

    private var selected: FoundEntry? {
        guard let list, list.entries.indices.contains(cursor.cursor) else { return nil }
        return list.entries[cursor.cursor]
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = body(workspace).height
        if let row = cursor.row(after: action, count: count, height: height) {
            cursor.move(to: row, count: count, height: height)
            return .nothing
        }
        if list?.mark(action) == true { return .nothing }
        switch action {
        case .mark:
            list?.toggleMark(cursor.cursor)
            cursor.move(to: cursor.cursor + 1, count: count, height: height)
        case .cancel:
            return list?.request == nil ? .show(.main) : stop()
        case .enter: return goThere(&workspace)
        case .view: return view(&workspace)
        case .edit: return edit(&workspace)
        case .openWith: return openWith(&workspace)
        case .copy: return copy(&workspace)
        case .delete: return delete(workspace)
        default: return nil
        }
        return .nothing
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let rect = body(workspace)
        guard let row = cursor.row(after: mouse, count: count, list: rect) else {
            return .nothing
        }
        let isSame = row == cursor.cursor
        cursor.move(to: row, count: count, height: rect.height)
        if mouse.button == .right { list?.toggleMark(row) }
        return mouse.isDouble && isSame ? .perform(.enter) : .nothing
    }

    // MARK: What is done with it

    /// Shows the directory of what is under the cursor in the pane that the search was asked for in.
    private func goThere(_ workspace: inout Workspace) -> Outcome {
        guard let list, let selected else { return .nothing }
        let path = list.path(of: selected)
        workspace.panes.focus = list.side
        return .show(.main)
            + PaneDestination(list.location.site, path.parent, cursorOn: selected.entry.name)
            .open(in: list.side, &workspace)
    }

    private func view(_ workspace: inout Workspace) -> Outcome {
        guard let list, let selected else { return .nothing }
        guard selected.entry.kind == .file || selected.entry.kind == .link else {
            return workspace.refuse(tr("Only files can be viewed."))
        }
        return ViewerScreen.open(
            selected.entry,
            at: Location(site: list.location.site, path: list.path(of: selected)), &workspace)
    }

    private func edit(_ workspace: inout Workspace) -> Outcome {
        guard let list, let selected else { return .nothing }
        guard selected.entry.kind == .file || selected.entry.kind == .link else {
            return workspace.refuse(tr("Only files can be edited."))
        }
        let place = Location(site: list.location.site, path: list.path(of: selected))
        return EditQuestions.begin(place, &workspace)
    }

    private func openWith(_ workspace: inout Workspace) -> Outcome {
        guard let list, let selected else { return .nothing }
        guard selected.entry.kind == .file || selected.entry.kind == .link else {
            return workspace.refuse(tr("Only files can be opened with a program."))
        }
        let place = Location(site: list.location.site, path: list.path(of: selected))
        return EditQuestions.openWith(place, &workspace)
    }

    /// Copies what is chosen into the other pane's directory, once that is confirmed.
    private func copy(_ workspace: inout Workspace) -> Outcome {
        guard let list else { return .nothing }
        let chosen = list.chosen(at: cursor.cursor)
        guard !chosen.isEmpty else { return .nothing }
        let other = workspace.panes[list.side.other]
        guard !other.isEmpty else {
            return workspace.refuse(tr("The other pane does not show a directory yet."))
        }
        let target = other.location
        let requests = chosen.map { found in
            let source = Location(site: list.location.site, path: list.path(of: found))
            let name = found.entry.name.carried(from: source.site, to: target.site)
            return JobRequest(
                operation: .copy, source: source, entry: found.entry,
                target: Location(site: target.site, path: target.path.appending(name)),
                root: target.path, links: workspace.options.links, modes: workspace.options.modes)
        }
        let place = VisibleText.make(workspace.siteTitles.text(of: target))
        return .present(
            ConfirmDialog(
                title: tr("Copy"),
                lines: [tr("Copy \(Format.count(chosen.count, "item")) to \(place)?")],
                yes: tr("Copy"), no: tr("Cancel"), isGrave: false,
                outcome: [.enqueue(JobBatch(requests))] + .perform(.unmarkAll)))
    }

    /// Moves what is chosen to this machine's trash where that comes first, else deletes it, once that is
    /// confirmed.
    private func delete(_ workspace: Workspace) -> Outcome {
        guard let list else { return .nothing }
        let chosen = list.chosen(at: cursor.cursor)
        guard let first = chosen.first else { return .nothing }
        let site = list.location.site
        let isTrashed =
            site.isLocal
            ? workspace.options.deletion == .trash : site[QueueOptions.hasTrash]
        let requests = chosen.map { found in
            JobRequest(
                operation: isTrashed ? .trash : .delete,
                source: Location(site: site, path: list.path(of: found)), entry: found.entry)
        }
        let name = first.entry.name.text(on: site)
        let items = Format.count(chosen.count, "item")
        let question =
            switch (isTrashed, chosen.count == 1) {
            case (true, true): tr("Move '\(name)' to the trash?")
            case (true, false): tr("Move these \(items) to the trash?")
            case (false, true): tr("Delete '\(name)' permanently?")
            case (false, false): tr("Delete these \(items) permanently?")
            }
        let hasDirectories = chosen.contains { $0.entry.kind == .directory }
        let below = hasDirectories ? [tr("Directories go with all that is in them.")] : []
        return .present(
            ConfirmDialog(
                title: tr("Delete"), lines: [question] + below,
                yes: isTrashed ? tr("Move to trash") : tr("Delete"), no: tr("Cancel"),
                isGrave: true,
                outcome: [.enqueue(JobBatch(requests))] + .perform(.unmarkAll)))
    }

    // MARK: Drawing

    /// A line below the list, for the whole path.
    private func body(_ workspace: Workspace) -> Rect {
        var body = workspace.screenBody
        body.height = max(1, body.height - 2)
        return body
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        FoundView(list, cursor, workspace).draw(body(workspace), into: &frame)
        drawFoot(workspace, into: &frame)
    }
}
