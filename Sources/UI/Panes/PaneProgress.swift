import Files
import Terminal
import Words

/// What a pane shows while it has no directory to show.
struct PaneProgress {
    private let pane: Pane
    private let workspace: Workspace

    init(_ pane: Pane, _ workspace: Workspace) {
        self.pane = pane
        self.workspace = workspace
    }

    /// While it waits: its own lines of the log, and how far it is.
    func drawReading(_ rect: Rect, into frame: inout Frame) {
        guard let pending = pane.pending, rect.height > 1 else { return }
        let seconds = workspace.instant.seconds(since: pending.since)
        var words = [Format.duration(seconds)]
        if pending.count > 0 { words.append(Format.count(pending.count, "entry")) }
        if let key = workspace.keymap.labels(for: .cancel, in: .pane).first {
            words.append(tr("\(key) cancels"))
        }
        // In a narrow pane the least telling words go.
        let full = [tr("Reading")] + words
        let room = rect.width - 2
        if CharacterWidth.of(full.joined(separator: "  ")) <= room {
            words = full
        } else if CharacterWidth.of(words.joined(separator: "  ")) > room, words.count > 2 {
            words.remove(at: 1)
        }
        let foot = rect.maxY - 1
        frame.put(
            TextFit.cut(words.joined(separator: "  "), to: rect.width - 2), x: rect.x + 1, y: foot,
            role: .accent)
        guard let number = pane.connectionNumber else { return }
        let lines = workspace.log.newest(rect.height - 2) { $0.connection == number }
        for (line, exchange) in lines.enumerated() {
            LogStrip(workspace).drawLine(
                exchange, Rect(x: rect.x + 1, y: rect.y + line, width: rect.width - 2, height: 1),
                isBrief: true, into: &frame)
        }
    }

    /// A pane without a directory: why, and what to do.
    func drawNowhere(_ rect: Rect, into frame: inout Frame) {
        var lines: [(String, Role)] = []
        let sites = workspace.keymap.labels(for: .sites, in: .pane).first ?? tr("the menu")
        if let failed = pane.failed, failed.reason == nil {
            lines.append((tr("Not connected yet."), .pane))
            let keys = workspace.keymap.labels(for: .enter, in: .pane)
            let open = keys.contains("Enter") ? "Enter" : keys.first ?? "Ctrl-R"
            lines.append((tr("Press \(open) to connect."), .muted))
        } else if let failed = pane.failed {
            let reason = failed.reason ?? ""
            for line in TextFit.wrap(reason, columns: rect.width - 2, limit: rect.height) {
                lines.append((line, .error))
            }
            let again = workspace.keymap.labels(for: .reread, in: .pane).first ?? "Enter"
            lines.append(("", .pane))
            lines.append(
                (tr("Press \(again) to retry, or \(sites) to choose another site."), .muted))
        } else {
            lines.append((tr("No site is open."), .pane))
            lines.append((tr("Press \(sites) to connect to a server."), .muted))
        }
        let y = rect.y + max(0, (rect.height - lines.count) / 2)
        for (line, (text, role)) in lines.enumerated() where y + line < rect.maxY {
            frame.put(
                TextFit.cut(text, to: rect.width - 2), x: rect.x + 1, y: y + line, role: role)
        }
    }
}
