import Files
import Jobs
import Terminal
import Words

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
                    ? (tr("sync-browse !"), .titleWarning) : (tr("sync-browse ON"), .title))
        }
        if let compared = ComparedPanes.indicator(workspace) {
            indicators.append((compared, .title))
        }
        if let plan = workspace.planIndicator {
            indicators.append((plan.text, plan.isWarning ? .titleWarning : .title))
        }
        if let share = shareIndicator { indicators.append(share) }
        if workspace.queue.isPaused { indicators.append((tr("PAUSED"), .titleWarning)) }
        let running = workspace.countBesidePlan(of: .active)
        if running > 0 {
            let words = tr(running, one: "\(running) running", other: "\(running) running")
            indicators.append((words, .title))
        }
        if running > 0, let limit = workspace.queue.limit.words {
            indicators.append((limit, .title))
        }
        let watching = workspace.queue.progress.resting.count
        let waiting = workspace.countBesidePlan(of: .waiting) - watching
        if waiting > 0 {
            let words = tr(waiting, one: "\(waiting) queued", other: "\(waiting) queued")
            indicators.append((words, .title))
        }
        if watching > 0 {
            let words = tr(watching, one: "\(watching) watching", other: "\(watching) watching")
            indicators.append((words, .title))
        }
        let asking = workspace.queue.count(of: .needsYou)
        if asking > 0 { indicators.append(("!\(asking)", .titleWarning)) }
        let failed = workspace.queue.count(of: .failed)
        if failed > 0 {
            let words = tr(failed, one: "\(failed) failed", other: "\(failed) failed")
            indicators.append((words, .titleWarning))
        }
        return indicators
    }

    /// `share :8080 2`: that a share is open, and how many it serves.
    private var shareIndicator: (text: String, role: Role)? {
        guard let status = workspace.share.status else { return nil }
        let words =
            switch (workspace.share.port, status.state == .ending) {
            case (let port?, false): tr("share \(port)")
            case (let port?, true): tr("share \(port) ending")
            case (nil, false): tr("share", meaning: "a noun")
            case (nil, true): tr("share ending")
            }
        let visits = workspace.queue.visits.running.count
        return (visits > 0 ? "\(words) \(visits)" : words, .titleWarning)
    }
}
