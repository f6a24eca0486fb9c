import Files
import Jobs
package import Terminal
import Words

extension Model {
    /// What the terminal's window is called: where the focused pane is, and what runs or asks.
    package var windowTitle: String {
        let pane = workspace.panes.focused
        var words = "Ferry"
        if !pane.isEmpty {
            let place =
                pane.site.isLocal
                ? workspace.options.homeText(pane.path)
                : workspace.siteTitles.text(of: pane.location)
            words += " \(VisibleText.make(place))"
        }
        let asking = workspace.queue.count(of: .needsYou)
        if asking > 0 { words += " (\(Format.count(asking, "question")))" }
        let running = workspace.countBesidePlan(of: .active)
        if running > 0 {
            let text = tr(running, one: "\(running) running", other: "\(running) running")
            words += " (\(text))"
        }
        if let plan = workspace.planIndicator { words += " (\(plan.text))" }
        return words
    }

    /// How far the transfers are that run, all together.
    package var windowProgress: WindowProgress {
        let queue = workspace.queue
        let (percent, isAsking) = (queue.percent, queue.count(of: .needsYou) > 0)
        if queue.count(of: .active) > 0 {
            return isAsking ? .asks(percent: percent ?? 0) : .running(percent: percent)
        }
        return isAsking ? .asks(percent: 0) : .none
    }
}
