import Files
import Jobs
import Terminal

/// The first line of the main screen.
struct TitleBar {
    private let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// `FERRY`, where both panes are, and at the right how the queue stands.
    func draw(into frame: inout Frame) {
        let width = frame.size.width
        frame.fill(Rect(x: 0, y: 0, width: width, height: 1), role: .title)
        var end = width - 1
        for (text, role) in queueIndicators.reversed() {
            let start = end - CharacterWidth.of(text)
            guard start > 8 else { break }
            frame.put(text, x: start, y: 0, role: role)
            end = start - 2
        }
        var x = 1 + frame.put("FERRY", x: 1, y: 0, role: .title) + 2
        for side in Side.allCases {
            let text = shortSite(workspace.panes[side])
            let room = end - x
            guard room >= 6 else { break }
            let role: Role = side == workspace.panes.focus ? .titleTabActive : .titleTab
            x += frame.put(
                TextFit.cut(side == workspace.panes.focus ? "[\(text)]" : " \(text) ", to: room),
                x: x,
                y: 0,
                role: role)
            x += 1
        }
    }

    private var queueIndicators: [(text: String, role: Role)] {
        var indicators: [(text: String, role: Role)] = []
        if let share = shareIndicator { indicators.append(share) }
        if workspace.queue.isPaused { indicators.append(("PAUSED", .titleWarning)) }
        let running = workspace.queue.count(of: .active)
        if running > 0 { indicators.append(("\(running) running", .title)) }
        let waiting = workspace.queue.count(of: .waiting)
        if waiting > 0 { indicators.append(("\(waiting) queued", .title)) }
        let asking = workspace.queue.count(of: .needsYou)
        if asking > 0 { indicators.append(("!\(asking)", .titleWarning)) }
        let failed = workspace.queue.count(of: .failed)
        if failed > 0 { indicators.append(("\(failed) failed", .titleWarning)) }
        return indicators
    }

    /// `share :8080 2`: that a share is open, and how many it serves.
    private var shareIndicator: (text: String, role: Role)? {
        guard let status = workspace.share.status else { return nil }
        var words = ["share"]
        if let port = workspace.share.port { words.append(port) }
        if status.state == .ending { words.append("ending") }
        let visits = workspace.queue.visits.running.count
        if visits > 0 { words.append(String(visits)) }
        return (words.joined(separator: " "), .titleWarning)
    }

    /// `local`, the site's name, `host`, `user@host`.
    private func shortSite(_ pane: Pane) -> String {
        guard let site = pane.isEmpty ? pane.pending?.site : pane.site else { return "no site" }
        return workspace.siteTitles.name(of: site) ?? site.shortText
    }
}

extension Site {
    /// As short as it stays clear: `local`, `web01`, `me@web01:2121`.
    fileprivate var shortText: String {
        if isLocal { return "local" }
        return text.split(separator: "/", maxSplits: 2).last.map(String.init) ?? text
    }
}
