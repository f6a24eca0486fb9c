import Jobs

extension Workspace {
    /// Quits; asks first where transfers or visits would be interrupted.
    func quit() -> Outcome {
        let own = queue.worker == .this ? queue.count(of: .active) + queue.count(of: .waiting) : 0
        // Another process's transfers are not interrupted.
        guard own + queue.visits.running.count > 0 else { return [.quit] }
        return askWhetherToQuit()
    }

    /// Ctrl-C: asks always, as it is a habit and not a wish.
    func askWhetherToQuit() -> Outcome {
        let running = queue.count(of: .active)
        let waiting = queue.count(of: .waiting)
        var lines: [String] = []
        if running > 0 { lines.append("\(Format.count(running, "transfer")) under way.") }
        if waiting > 0 { lines.append("\(Format.count(waiting, "transfer")) waiting.") }
        let visits = queue.visits.running.count
        if !lines.isEmpty {
            lines.append(
                queue.worker == .this
                    ? "They go on when Ferry is started again."
                    : "Another Ferry carries them out: they go on.")
        } else if visits == 0 {
            lines = ["Nothing is being transferred."]
        }
        if let status = share.status {
            if visits > 0 { lines.append("\(Format.count(visits, "visit")) will be broken off.") }
            lines.append("The share of \(options.homeText(status.folder)) ends.")
        }
        let interrupted = (queue.worker == .this ? running : 0) + visits
        return .present(
            ConfirmDialog(
                title: "Quit Ferry?", lines: lines, yes: "Quit", no: "Stay",
                isGrave: interrupted > 0, outcome: [.quit]))
    }
}
