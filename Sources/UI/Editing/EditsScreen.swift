import Files
import Terminal
import Words

extension ScreenID {
    /// The files of servers that are being edited.
    package static let edits = ScreenID("edits")
}

/// The files of servers that are being edited, and what can be done with each.
struct EditsScreen: Screen {
    static let id = ScreenID.edits
    static let context = Keymap.Context.edits
    static let opener: Action? = .edits

    private var list = ListCursor()

    var hints: [KeyHint] {
        [
            KeyHint(.enter, tr("open")), KeyHint(.editSend, tr("send now")),
            KeyHint(.editFinish, tr("finish")), KeyHint(.editDiscard, tr("discard")),
            KeyHint(.cancel, tr("back")),
        ]
    }

    func refusal(of action: Action, _ workspace: Workspace) -> String? {
        switch action {
        case .editSend, .editFinish, .editDiscard:
            workspace.edits.all.isEmpty ? EditsScreen.nothing : nil
        default: nil
        }
    }

    private static let nothing = tr("No file of a server is being edited.")

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .edits: return .show(isOnTop ? .main : .edits)
        case .editSend, .editFinish, .editDiscard:
            return isOnTop ? nil : .show(.edits) + .perform(action)
        default: return nil
        }
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let edits = workspace.edits.all
        let height = body(workspace).height
        if let row = list.row(after: action, count: edits.count, height: height) {
            list.move(to: row, count: edits.count, height: height)
            return .nothing
        }
        let edit = edits.indices.contains(list.cursor) ? edits[list.cursor] : nil
        switch action {
        case .enter, .editSend, .editFinish, .editDiscard:
            guard let edit else { return workspace.refuse(EditsScreen.nothing) }
            switch action {
            case .enter: return EditQuestions.reopen(edit, &workspace)
            case .editSend: return [.editing(.send(edit.id))]
            case .editFinish: return [.editing(.finish(edit.id))]
            default: return EditQuestions.discard(edit)
            }
        default: return nil
        }
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        let rect = body(workspace)
        let count = workspace.edits.all.count
        if let row = list.row(after: mouse, count: count, list: rect) {
            list.move(to: row, count: count, height: rect.height)
        }
        return .nothing
    }

    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {
        list.move(
            to: list.cursor, count: workspace.edits.all.count, height: body(workspace).height)
    }

    // MARK: Drawing

    /// Lines below the list, for the whole place and what is the matter.
    private static let footHeight = 3

    private func body(_ workspace: Workspace) -> Rect {
        var body = workspace.screenBody
        body.height = max(1, body.height - EditsScreen.footHeight)
        return body
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let edits = workspace.edits.all
        frame.drawScreenTitle(tr("Files being edited"), aside: Format.count(edits.count, "file"))
        let body = body(workspace)
        let list = list.shown(count: edits.count, height: body.height)
        for (row, edit) in edits.dropFirst(list.top).prefix(body.height).enumerated() {
            let isSelected = list.cursor == list.top + row
            draw(edit, y: body.y + row, isSelected: isSelected, workspace, &frame)
        }
        if edits.isEmpty {
            frame.put(
                TextFit.cut(EditsScreen.nothing, to: body.width - 2), x: 1, y: body.y, role: .text)
        }
        frame.drawRule("", y: body.y + body.height, role: .transferTitle, workspace.glyphs)
        if edits.indices.contains(list.cursor) {
            let edit = edits[list.cursor]
            let width = frame.size.width - 2
            frame.put(
                TextFit.cutStart(edit.location.text, to: width), x: 1, y: body.y + body.height + 1,
                role: .strong)
            frame.put(
                TextFit.cut(story(of: edit, workspace), to: width), x: 1,
                y: body.y + body.height + 2, role: .transfer)
        }
        drawFoot(workspace, into: &frame)
    }

    private func draw(
        _ edit: Edit, y: Int, isSelected: Bool, _ workspace: Workspace, _ frame: inout Frame
    ) {
        let role: Role = isSelected ? .transferCursor : edit.isUnsent ? .warning : .transfer
        let width = frame.size.width
        if isSelected { frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: role) }
        let wordWidth = Edit.wordWidth
        frame.put(TextFit.left(edit.word, wordWidth), x: 1, y: y, role: role)
        let room = width - wordWidth - 4
        let nameWidth = max(8, room / 2)
        frame.put(NameFit.cut(edit.name, to: nameWidth), x: wordWidth + 2, y: y, role: role)
        let place = Location(site: edit.location.site, path: edit.location.path.parent).text
        frame.put(
            TextFit.cutStart(place, to: max(0, room - nameWidth)), x: wordWidth + 3 + nameWidth,
            y: y, role: role)
    }

    private func story(of edit: Edit, _ workspace: Workspace) -> String {
        switch edit.state {
        case .fetching: tr("It is being fetched.")
        case .tooLarge: tr("It is large.")
        case .open: tr("The copy has no changes that are not on the server.")
        case .unsent: tr("The copy has changes that were not sent.")
        case .sending: tr("The changes are being sent.")
        case .saved(let date): tr("Saved at \(EditArrival.time(date, workspace)).")
        case .conflicted(let conflict):
            conflict.theirs == nil
                ? tr("The file is gone from the server; press Enter to choose what to do.")
                : tr("It was changed on the server as well; press Enter to choose what to do.")
        case .failed(let sentence), .kept(let sentence): sentence
        }
    }
}

extension Edit {
    /// What the states are called, in a column.
    private enum StateWords {
        static let fetching = tr("fetching")
        static let large = tr("large")
        static let open = tr("open", meaning: "a state")
        static let unsent = "! " + tr("unsent")
        static let sending = tr("sending")
        static let saved = tr("saved")
        static let conflict = "! " + tr("conflict")
        static let notSaved = "! " + tr("not saved")
        static let filesLeft = "! " + tr("files left")
        static let all = [
            fetching, large, open, unsent, sending, saved, conflict, notSaved, filesLeft,
        ]
    }

    /// Columns of the word for a state.
    fileprivate static let wordWidth = max(12, min(TextFit.column(StateWords.all) - 2, 20))

    /// Its state.
    fileprivate var word: String {
        switch state {
        case .fetching: StateWords.fetching
        case .tooLarge: StateWords.large
        case .open: StateWords.open
        case .unsent: StateWords.unsent
        case .sending: StateWords.sending
        case .saved: StateWords.saved
        case .conflicted: StateWords.conflict
        case .failed: StateWords.notSaved
        case .kept: StateWords.filesLeft
        }
    }
}
