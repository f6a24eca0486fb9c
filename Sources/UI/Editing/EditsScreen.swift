import Files
import Terminal

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
            KeyHint(.enter, "open"), KeyHint(.editSend, "send now"),
            KeyHint(.editFinish, "finish"), KeyHint(.editDiscard, "discard"),
            KeyHint(.cancel, "back"),
        ]
    }

    func refusal(of action: Action, _ workspace: Workspace) -> String? {
        switch action {
        case .editSend, .editFinish, .editDiscard:
            workspace.edits.all.isEmpty ? EditsScreen.nothing : nil
        default: nil
        }
    }

    private static let nothing = "No file of a server is being edited."

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
        frame.drawScreenTitle("Files being edited", aside: Format.count(edits.count, "file"))
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
        frame.put(TextFit.left(edit.word, 12), x: 1, y: y, role: role)
        let nameWidth = max(8, (width - 16) / 2)
        frame.put(NameFit.cut(edit.name, to: nameWidth), x: 14, y: y, role: role)
        let place = Location(site: edit.location.site, path: edit.location.path.parent).text
        frame.put(
            TextFit.cutStart(place, to: max(0, width - 16 - nameWidth)), x: 15 + nameWidth, y: y,
            role: role)
    }

    private func story(of edit: Edit, _ workspace: Workspace) -> String {
        switch edit.state {
        case .fetching: "It is being fetched."
        case .tooLarge: "It is large."
        case .open: "The copy has no changes that are not on the server."
        case .unsent: "The copy has changes that were not sent."
        case .sending: "The changes are being sent."
        case .saved(let date): "Saved at \(EditArrival.time(date, workspace))."
        case .conflicted(let conflict):
            conflict.theirs == nil
                ? "The file is gone from the server; press Enter to choose what to do."
                : "It was changed on the server as well; press Enter to choose what to do."
        case .failed(let sentence), .kept(let sentence): sentence
        }
    }
}

extension Edit {
    /// Its state in twelve columns.
    fileprivate var word: String {
        switch state {
        case .fetching: "fetching"
        case .tooLarge: "large"
        case .open: "open"
        case .unsent: "! unsent"
        case .sending: "sending"
        case .saved: "saved"
        case .conflicted: "! conflict"
        case .failed: "! not saved"
        case .kept: "! files left"
        }
    }
}
