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
        for (text, role, x) in placedIndicators { frame.put(text, x: x, y: 0, role: role) }
        frame.put(TitleBar.name, x: 1, y: 0, role: .title)
        tabs.draw(into: &frame)
    }

    /// The tabs, between the name and how the queue stands.
    var tabs: TabBar {
        let end = placedIndicators.last.map { $0.x - 2 } ?? workspace.size.width - 1
        return TabBar(workspace, from: 1 + TitleBar.name.count + 2, to: end)
    }

    private static let name = "FERRY"

    /// From right to left, as many as have room.
    private var placedIndicators: [(text: String, role: Role, x: Int)] {
        var placed: [(text: String, role: Role, x: Int)] = []
        var end = workspace.size.width - 1
        for (text, role) in queueIndicators.reversed() {
            let start = end - CharacterWidth.of(text)
            guard start > 8 else { break }
            placed.append((text, role, start))
            end = start - 2
        }
        return placed
    }

    private var queueIndicators: [(text: String, role: Role)] {
        var indicators: [(text: String, role: Role)] = []
        if let browsing = workspace.browsing, browsing.isInForce(workspace.panes) {
            indicators.append(
                browsing.isApart
                    ? ("sync-browse !", .titleWarning) : ("sync-browse ON", .title))
        }
        if let compared = ComparedPanes.indicator(workspace) {
            indicators.append((compared, .title))
        }
        if let plan = workspace.planIndicator {
            indicators.append((plan.text, plan.isWarning ? .titleWarning : .title))
        }
        if let share = shareIndicator { indicators.append(share) }
        if workspace.queue.isPaused { indicators.append(("PAUSED", .titleWarning)) }
        let running = workspace.countBesidePlan(of: .active)
        if running > 0 { indicators.append(("\(running) running", .title)) }
        if running > 0, let limit = workspace.queue.limit.words {
            indicators.append((limit, .title))
        }
        let watching = workspace.queue.progress.resting.count
        let waiting = workspace.countBesidePlan(of: .waiting) - watching
        if waiting > 0 { indicators.append(("\(waiting) queued", .title)) }
        if watching > 0 { indicators.append(("\(watching) watching", .title)) }
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
}
