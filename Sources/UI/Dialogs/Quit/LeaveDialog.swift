import Files
import Jobs
import Terminal
import Words

/// Asks before the screen closes connections or ends a share; Quit has the focus at first, and the key
/// that asked quits as well.
struct LeaveDialog: Dialog {
    private static let shownHosts = 4

    let title = tr("Quit Ferry?")
    /// Sentences, one a line.
    let lines: [String]
    private var isQuitFocused = true

    /// Nil where nothing would end.
    init?(_ workspace: Workspace) {
        lines = LeaveDialog.whatEnds(workspace)
        if lines.isEmpty { return nil }
    }

    /// What quitting closes and stops, a sentence each; none where the user does not want to know.
    static func whatEnds(_ workspace: Workspace) -> [String] {
        guard workspace.options.confirmsQuit else { return [] }
        var lines: [String] = []
        let hosts = workspace.panes.connectedHosts
        for host in hosts.prefix(LeaveDialog.shownHosts) {
            lines.append(tr("The connection to \(host) will be closed."))
        }
        let others = hosts.count - lines.count
        if others > 0 {
            lines.append(tr("\(Format.count(others, "other connection")) will be closed."))
        }
        if let status = workspace.share.status {
            lines.append(
                tr("The share of \(workspace.options.homeText(status.folder)) will stop."))
        }
        return lines
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []), (.character("q"), []),
            (.function(10), []):
            return .closes([.quit])
        case (.character("n"), []), (.character("N"), []):
            return .cancelled
        case (.enter, []):
            return .closes(isQuitFocused ? [.quit] : .nothing)
        case (.tab, _), (.left, []), (.right, []), (.up, []), (.down, []),
            (.character("h"), []), (.character("l"), []):
            isQuitFocused.toggle()
            return .stays
        default:
            return key.closesDialog ? .cancelled : .stays
        }
    }

    func box(in workspace: Workspace) -> DialogBox {
        var shown: [DialogLine] = lines.flatMap { sentence in
            TextFit.wrap(sentence, columns: min(50, workspace.size.width - 6), limit: 4)
                .map { DialogLine.text($0, .dialog) }
        }
        shown.append(.blank)
        shown.append(
            .buttons([
                ("\(tr("Quit")) (y)", isQuitFocused), ("\(tr("Stay")) (n)", !isQuitFocused),
            ]))
        return DialogBox(title: title, width: 50, lines: shown)
    }
}

extension Panes {
    /// The servers that any tab of either side is connected to, each once, in the order of the tabs.
    fileprivate var connectedHosts: [String] {
        var hosts: [String] = []
        for side in Side.allCases {
            for id in tabs(side).ids {
                guard let pane = pane(id), pane.isConnected else { continue }
                let host = VisibleText.make(pane.site.host)
                if !hosts.contains(host) { hosts.append(host) }
            }
        }
        return hosts
    }
}

extension Pane {
    /// Whether it has listed a directory of a server and has not lost the connection since.
    fileprivate var isConnected: Bool {
        site.isRemote && !isEmpty && failed == nil && !isOffline
    }
}
