import Jobs

extension ConfirmDialog {
    /// Quits; asks first where transfers or visits would be interrupted.
    static func quit(_ workspace: Workspace) -> Outcome {
        let queue = workspace.queue
        // Another process's transfers are not interrupted.
        let own =
            queue.worker == .this ? queue.count(of: .active) + queue.count(of: .waiting) : 0
        guard own + queue.visits.running.count > 0 else { return [.quit] }
        return askWhetherToQuit(workspace)
    }

    /// Ctrl-C: asks always, as it is a habit and not a wish.
    static func askWhetherToQuit(_ workspace: Workspace) -> Outcome {
        let running = workspace.queue.count(of: .active)
        let waiting = workspace.queue.count(of: .waiting)
        var lines: [String] = []
        if running > 0 { lines.append("\(Format.count(running, "transfer")) under way.") }
        if waiting > 0 { lines.append("\(Format.count(waiting, "transfer")) waiting.") }
        let visits = workspace.queue.visits.running.count
        if !lines.isEmpty {
            lines.append(
                workspace.queue.worker == .another
                    ? "Another Ferry carries them out: they go on."
                    : "They go on when Ferry is started again.")
        } else if visits == 0 {
            lines = ["Nothing is being transferred."]
        }
        if let status = workspace.share.status {
            if visits > 0 { lines.append("\(Format.count(visits, "visit")) will be broken off.") }
            lines.append("The share of \(workspace.options.homeText(status.folder)) ends.")
        }
        let interrupted = (workspace.queue.worker == .this ? running : 0) + visits
        return .present(
            ConfirmDialog(
                title: "Quit Ferry?", lines: lines, yes: "Quit", no: "Stay",
                isGrave: interrupted > 0, outcome: [.quit]))
    }
}
