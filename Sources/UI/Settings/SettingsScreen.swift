import Files
import Settings
import Terminal
import Words

extension ScreenID {
    /// What the user can choose once for all.
    package static let settings = ScreenID("settings")
}

/// The settings screen: each setting of `config.toml` and of the focused pane's site with its value, and
/// what is known of the chosen one.
struct SettingsScreen: Screen {
    static let id = ScreenID.settings
    static let context = Keymap.Context.settings
    static let opener: Action? = .settings

    /// What was read of the files.
    enum Contents {
        case awaited
        case unread(String)
        case read(SettingsReport)
    }

    private(set) var contents = Contents.awaited
    /// What is shown of it.
    private(set) var lines: [SettingLine] = []
    private(set) var list = ListCursor()
    /// Words that a shown setting holds.
    private(set) var filter = ""
    /// The field that is open at the bottom.
    private(set) var typing: TextField?

    init() {}

    /// Shows only what holds these words.
    init(finding words: String) {
        filter = words
    }

    var hints: [KeyHint] {
        [
            KeyHint(.enter, tr("change")),
            KeyHint(.settingDefault, tr("default")),
            KeyHint(.find, tr("find")),
            KeyHint(.cancel, tr("back")), KeyHint(.help, tr("keys")), KeyHint(.menu, tr("menu")),
        ]
    }

    var takesLetters: Bool { typing != nil }
    var isTyping: Bool { typing != nil }

    /// The setting under the cursor.
    var current: SettingPlace? {
        lines.indices.contains(list.cursor) ? lines[list.cursor].place : nil
    }

    private func height(_ workspace: Workspace) -> Int {
        SettingsLayout(size: workspace.size).list.height
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        self = SettingsScreen()
        return [.loadSettings(workspace.paneSite)]
    }

    mutating func closed() -> Outcome {
        self = SettingsScreen()
        return .nothing
    }

    mutating func endTyping() {
        typing = nil
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        guard case .settings(let result, let change) = message else { return nil }
        switch result {
        case .failure(let error):
            // What was read before is still there to be looked at.
            if case .read = contents {
                workspace.status.show(error.description, .error)
            } else {
                contents = .unread(error.description)
            }
            return .nothing
        case .success(let report):
            contents = .read(report)
            show(workspace)
            if let trouble = report.trouble { workspace.status.show(trouble.description, .error) }
            guard let change else { return .nothing }
            return tell(change, report, &workspace)
        }
    }

    /// Says what was written, and has it hold where that can be at once.
    private func tell(
        _ change: SettingChange, _ report: SettingsReport, _ workspace: inout Workspace
    ) -> Outcome {
        let place = lines.lazy.compactMap(\.place).first {
            $0.target == change.target && $0.info.key == change.key
        }
        let done =
            change.value == nil
            ? tr("'\(change.key)' has its default again.") : tr("'\(change.key)' is saved.")
        workspace.status.show([done, place?.delay].compactMap { $0 }.joined(separator: " "))
        guard change.target == .config, LiveSettings.keys.contains(change.key) else {
            return .nothing
        }
        return LiveSettings.apply(change.key, of: report.config, to: &workspace)
    }

    /// Makes the lines anew; the cursor stays on its setting.
    private mutating func show(_ workspace: Workspace) {
        guard case .read(let report) = contents else { return }
        let chosen = current
        lines = SettingLine.all(report, filter: filter)
        let row = lines.firstIndex { line in
            guard let place = line.place, let chosen else { return false }
            return place.isSame(as: chosen)
        }
        move(to: row ?? list.cursor, workspace)
    }

    // MARK: Moving

    /// To a row, or past a heading: on from where the cursor was, and down from the first.
    private mutating func move(to row: Int, _ workspace: Workspace) {
        let height = height(workspace)
        let goesUp = row < list.cursor
        var row = max(0, min(row, lines.count - 1))
        while goesUp, lines.indices.contains(row), lines[row].place == nil { row -= 1 }
        row = max(0, row)
        while lines.indices.contains(row), lines[row].place == nil { row += 1 }
        list.move(to: row, count: lines.count, height: height)
        // Its heading is seen as well.
        if list.top == list.cursor, list.top > 0, lines[list.top - 1].place == nil {
            list = ListCursor(cursor: list.cursor, top: list.top - 1)
            list.move(to: list.cursor, count: lines.count, height: height)
        }
    }

    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {
        if isOnTop, !lines.isEmpty { move(to: list.cursor, workspace) }
    }

    // MARK: Keys

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var field = typing else { return nil }
        switch key.code {
        case .escape:
            typing = nil
            filter = ""
        case .enter:
            typing = nil
        case .up, .down, .pageUp, .pageDown:
            return nil
        default:
            _ = field.handle(key)
            typing = field
            filter = field.text
        }
        show(workspace)
        return .nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard var field = typing else { return .nothing }
        field.insert(text)
        typing = field
        filter = field.text
        show(workspace)
        return .nothing
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = height(workspace)
        if let row = list.row(after: action, count: lines.count, height: height) {
            move(to: row, workspace)
            return .nothing
        }
        switch action {
        case .enter:
            guard let current, case .read(let report) = contents else {
                return workspace.refuse(tr("No setting is selected."))
            }
            return current.edit(report.site, workspace)
        case .settingDefault:
            guard let current else { return workspace.refuse(tr("No setting is selected.")) }
            return current.reset(&workspace)
        case .find:
            typing = TextField(filter, isSelected: true)
        case .cancel where !filter.isEmpty:
            filter = ""
            show(workspace)
        default:
            return nil
        }
        return .nothing
    }

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .settings: .show(isOnTop ? .main : Self.id)
        case .settingDefault: .show(Self.id)
        default: nil
        }
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        let rect = SettingsLayout(size: workspace.size).list
        guard let row = list.row(after: mouse, count: lines.count, list: rect) else {
            return .nothing
        }
        if mouse.button == .left, lines.indices.contains(row), lines[row].place == nil {
            return .nothing
        }
        move(to: row, workspace)
        return mouse.isDouble ? .perform(.enter) : .nothing
    }
}

extension Workspace {
    /// The server that the focused pane shows; nil where it shows none.
    var paneSite: Site? {
        panes.focused.isEmpty || panes.focused.site.isLocal ? nil : panes.focused.site
    }
}
