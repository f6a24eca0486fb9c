import Files
import Terminal
import Words

/// The tabs in the first line of the main screen: those of the left side, then those of the right.
struct TabBar {
    /// What a press on a label does.
    enum Target: Hashable, Sendable {
        /// Shows the tab at a position of a side, from 0.
        case tab(Side, Int)
        /// Opens another tab on a side.
        case new(Side)
    }

    struct Label: Hashable, Sendable {
        let target: Target?
        let text: String
        let x: Int
        let isActive: Bool
    }

    let labels: [Label]

    /// Between two columns of the line. Long names are cut, then hidden tabs are numbers alone.
    init(_ workspace: Workspace, from start: Int, to end: Int) {
        for columns in [24, 16, 10, 6, 0] {
            let labels = TabBar.labels(workspace, at: start, columns: columns)
            let width = labels.last.map { $0.x + CharacterWidth.of($0.text) } ?? start
            if width <= end || columns == 0 {
                self.labels = labels.compactMap { TabBar.cut($0, to: end) }
                return
            }
        }
        labels = []
    }

    func draw(into frame: inout Frame) {
        for label in labels {
            frame.put(
                label.text, x: label.x, y: 0, role: label.isActive ? .titleTabActive : .titleTab)
        }
    }

    /// What is pressed in a column.
    func target(at x: Int) -> Target? {
        labels.first { x >= $0.x && x < $0.x + CharacterWidth.of($0.text) }?.target
    }

    private static func cut(_ label: Label, to end: Int) -> Label? {
        guard end - label.x >= 6 || label.x + CharacterWidth.of(label.text) <= end else {
            return nil
        }
        return Label(
            target: label.target, text: TextFit.cut(label.text, to: end - label.x), x: label.x,
            isActive: label.isActive)
    }

    private static func labels(_ workspace: Workspace, at start: Int, columns: Int) -> [Label] {
        var labels: [Label] = []
        var x = start
        func add(_ text: String, _ target: Target?, isActive: Bool = false) {
            labels.append(Label(target: target, text: text, x: x, isActive: isActive))
            x += CharacterWidth.of(text) + 1
        }
        let hasSeveral = Side.allCases.contains { workspace.panes.tabs($0).count > 1 }
        for side in Side.allCases {
            let tabs = workspace.panes.tabs(side)
            let isFocused = side == workspace.panes.focus
            if workspace.options.isPlain {
                add(side == .left ? tr("left:") : tr("right:"), nil)
            } else if side == .right, hasSeveral {
                add(String(workspace.glyphs.vertical), nil)
            }
            for (position, tab) in tabs.ids.enumerated() {
                guard let pane = workspace.panes.pane(tab) else { continue }
                let isShown = position == tabs.position
                var words: [String] = []
                if tabs.count > 1 { words.append(String(position + 1)) }
                if isShown || columns > 0 {
                    let name = TabBar.name(of: pane, tabs.count > 1, workspace)
                    words.append(
                        tabs.count > 1 ? TextFit.cut(name, to: max(columns, 6)) : name)
                }
                let text = words.joined(separator: " ")
                let isActive = isShown && isFocused
                let framed =
                    isActive ? "[\(text)]" : isShown && tabs.count > 1 ? "(\(text))" : " \(text) "
                add(framed, .tab(side, position), isActive: isActive)
            }
            if tabs.count > 1, tabs.count < SideTabs.limit { add("+", .new(side)) }
        }
        return labels
    }

    /// `local`, the site's name, `user@host`; among several tabs, with the directory.
    private static func name(
        of pane: Pane, _ isOneOfSeveral: Bool, _ workspace: Workspace
    ) -> String {
        let waiting = pane.pending ?? pane.failed?.pending
        guard let site = pane.isEmpty ? waiting?.site : pane.site else { return tr("no site") }
        let account =
            site.archive?.name?.text(on: site) ?? workspace.siteTitles.name(of: site)
            ?? site.shortText
        guard isOneOfSeveral else { return account }
        let path = pane.isEmpty ? waiting?.path : pane.path
        if site.isLocal, let path { return directory(path, workspace) }
        guard let leaf = path?.name?.text(on: site) else { return account }
        return "\(account):\(leaf)"
    }

    /// The last name of a local path.
    private static func directory(_ path: Path, _ workspace: Workspace) -> String {
        let text = workspace.options.homeText(path)
        return text == "~" ? text : path.name?.text(on: .local) ?? path.text
    }
}

extension Site {
    /// As short as it stays clear: `local`, `web01`, `me@web01:2121`.
    fileprivate var shortText: String {
        if isLocal { return tr("local") }
        return text.split(separator: "/", maxSplits: 2).last.map(String.init) ?? text
    }
}
