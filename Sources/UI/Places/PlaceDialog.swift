import Files
import Jobs
import Terminal
import Words

/// Asks for a place to go to: a path or a URL, which is completed, a directory that was visited, or a
/// bookmark.
struct PlaceDialog: Dialog {
    enum Content: Sendable {
        /// A path or a URL is typed.
        case paths
        /// A bookmark is chosen; what is typed filters them.
        case bookmarks
    }

    private let content: Content
    private var finder: PlaceFinder
    private(set) var field: TextField
    private(set) var rows: [PlaceRow] = []
    private var list = ListCursor()
    /// Whether the cursor is in the list, so that Enter takes what is chosen there.
    private var isInList: Bool
    private var refusal: String?
    /// The directory whose names were asked for.
    private var awaited: (request: RequestID, directory: Location)?
    /// Whether Tab waits for these names.
    private var completesLater = false

    private init(_ content: Content, _ field: TextField, _ workspace: Workspace) {
        self.content = content
        self.field = field
        finder = PlaceFinder(workspace)
        isInList = content == .bookmarks
        refresh()
    }

    /// Asks where the focused pane is to go.
    static func goTo(_ workspace: Workspace) -> Outcome {
        let pane = workspace.panes.focused
        let here =
            pane.isEmpty
            ? "" : EditableLocation.text(of: pane.location, home: workspace.options.home)
        let dialog = PlaceDialog(.paths, TextField(here, isSelected: true), workspace)
        // The names of sites can be typed.
        return .present(dialog) + [.loadSites]
    }

    /// Lets the user choose a bookmark.
    static func bookmarks(_ workspace: Workspace) -> Outcome {
        .present(PlaceDialog(.bookmarks, TextField(), workspace))
    }

    /// Lists anew what the text leads to.
    private mutating func refresh() {
        switch content {
        case .paths: rows = finder.rows(for: field.isSelected ? "" : field.text)
        case .bookmarks: rows = finder.bookmarkRows(for: field.text)
        }
        list = ListCursor()
        isInList = content == .bookmarks
    }

    // MARK: Input

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        let height = PlaceDialog.height(workspace.size)
        switch (key.code, key.modifiers) {
        case (.enter, []): return submit(&workspace)
        case (.up, []), (.character("p"), .control): move(by: -1, height)
        case (.down, []), (.character("n"), .control): move(by: 1, height)
        case (.pageUp, []): move(by: -height, height)
        case (.pageDown, []): move(by: height, height)
        case (.tab, []): return complete(&workspace)
        default:
            guard field.handle(key) else { break }
            return changed(&workspace)
        }
        return .stays
    }

    mutating func paste(_ text: String) {
        field.insert(text)
        refusal = nil
        refresh()
    }

    /// Out of the field the first step leads to the first of the list, and back.
    private mutating func move(by step: Int, _ height: Int) {
        guard !rows.isEmpty else { return }
        if !isInList {
            guard step > 0 else { return }
            isInList = true
            list.move(to: 0, count: rows.count, height: height)
        } else if step < 0, list.cursor == 0, content == .paths {
            isInList = false
        } else {
            list.move(by: step, count: rows.count, height: height)
        }
    }

    private mutating func changed(_ workspace: inout Workspace) -> DialogReply {
        refusal = nil
        completesLater = false
        refresh()
        // A listing of this machine costs nothing; a server's is asked for with Tab.
        guard content == .paths, !field.isSelected,
            let completion = finder.completion(of: field.text),
            completion.directory.site.isLocal
        else { return .stays }
        return read(completion.directory, &workspace)
    }

    /// Asks for the names in a directory, where they are not known nor under way.
    private mutating func read(
        _ directory: Location, _ workspace: inout Workspace
    ) -> DialogReply {
        guard !finder.knows(directory), finder.canRead(directory),
            awaited?.directory != directory
        else { return .stays }
        let request = workspace.requests.next()
        awaited = (request, directory)
        return .goesOn([.complete(request, directory)])
    }

    private mutating func complete(_ workspace: inout Workspace) -> DialogReply {
        guard content == .paths else {
            move(by: 1, PlaceDialog.height(workspace.size))
            return .stays
        }
        if isInList, rows.indices.contains(list.cursor) {
            guard let text = finder.line(field.text, choosing: rows[list.cursor]) else {
                return .stays
            }
            field = TextField(text)
            return changed(&workspace)
        }
        if field.isSelected { field.isSelected = false }
        guard let completion = finder.completion(of: field.text) else { return .stays }
        if finder.knows(completion.directory) {
            guard let text = finder.completed(field.text) else { return .stays }
            field = TextField(text)
            return changed(&workspace)
        }
        completesLater = true
        return read(completion.directory, &workspace)
    }

    mutating func take(_ message: Message) {
        guard case .completions(let request, let result) = message,
            let awaited, awaited.request == request
        else { return }
        self.awaited = nil
        switch result {
        case .success(let names):
            finder.take(names, of: awaited.directory)
        case .failure(let error):
            finder.take([], of: awaited.directory)
            // What is typed on may name no directory yet.
            if completesLater { refusal = error.message }
        }
        if completesLater, let text = finder.completed(field.text) { field = TextField(text) }
        completesLater = false
        guard !isInList || content == .bookmarks else { return }
        refresh()
    }

    private mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        if isInList, rows.indices.contains(list.cursor) {
            return .closes(rows[list.cursor].open(&workspace))
        }
        guard content == .paths else {
            refusal = tr("No bookmark matches '\(VisibleText.make(field.text))'.")
            return .stays
        }
        switch TypedPlace.go(to: field.text, &workspace) {
        case .accepted(let outcome):
            return .closes(outcome)
        case .refused(let sentence):
            refusal = sentence
            return .stays
        }
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        let height = PlaceDialog.height(workspace.size)
        let row = list.shown(count: rows.count, height: height).top + option
        guard rows.indices.contains(row) else { return .stays }
        return .closes(rows[row].open(&workspace))
    }

    // MARK: Drawing

    /// Rows of the list.
    private static func height(_ size: Size) -> Int { max(3, min(12, size.height - 10)) }

    func box(in workspace: Workspace) -> DialogBox {
        let width = DialogBox.wide(in: workspace.size)
        let height = PlaceDialog.height(workspace.size)
        var lines: [DialogLine] = [
            .text(TextFit.cut(label, to: width), .dialog),
            .field(field, isFocused: !isInList || content == .bookmarks),
        ]
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: width)
        } else if rows.isEmpty {
            lines.append(.text(TextFit.cut(emptiness(workspace), to: width), .dialog))
        }
        let shown = list.shown(count: rows.count, height: height)
        for (row, place) in rows.dropFirst(shown.top).prefix(height).enumerated() {
            lines.append(
                .option(
                    place.line(columns: width - 2),
                    isFocused: isInList && shown.top + row == shown.cursor))
        }
        lines += [.blank, .keys(keys(columns: width))]
        return DialogBox(
            title: content == .paths ? tr("Go to") : tr("Bookmarks"), width: width,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    private var label: String {
        switch content {
        case .paths: tr("A path here, or a URL such as ftp://user@host/dir")
        case .bookmarks: tr("Type to filter your sites and bookmarks.")
        }
    }

    private func emptiness(_ workspace: Workspace) -> String {
        switch content {
        case .paths: awaited == nil ? "" : tr("Reading the directory…")
        case .bookmarks:
            field.text.isEmpty
                ? tr(
                    "There are no bookmarks yet; \(PlaceDialog.addingKey(workspace)) in a pane adds one."
                )
                : tr("No bookmark matches.")
        }
    }

    private static func addingKey(_ workspace: Workspace) -> String {
        workspace.keymap.labels(for: .addBookmark, in: .pane).first
            ?? "'\(Action.addBookmark.rawValue)'"
    }

    /// Where there is no room for all, the arrow goes: everybody tries that one.
    private func keys(columns: Int) -> [(label: String, key: Key)] {
        let open = (label: tr("Enter: open"), key: Key(.enter))
        let cancel = (label: tr("Esc: cancel"), key: Key(.escape))
        guard content == .paths else { return [open, cancel] }
        let complete = (label: tr("Tab: complete"), key: Key(.tab))
        let all = [open, complete, (label: tr("Down: choose"), key: Key(.down)), cancel]
        let width = all.reduce(-3) { $0 + CharacterWidth.of($1.label) + 3 }
        return width <= columns ? all : [open, complete, cancel]
    }
}
