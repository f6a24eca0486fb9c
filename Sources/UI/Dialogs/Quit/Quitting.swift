import Jobs
import Terminal

extension Model {
    /// Quits; asks first where transfers or visits would be interrupted.
    mutating func askToQuit() -> [Effect] {
        let running = queue.count(of: .active)
        let waiting = queue.count(of: .waiting)
        // Another process's transfers are not interrupted.
        let own = queue.worker == .this ? running + waiting : 0
        guard own + queue.visits.running.count > 0 else { return [.quit] }
        return confirmQuitting(running: running, waiting: waiting)
    }

    /// Ctrl-C: asks always, as it is a habit and not a wish.
    mutating func askWhetherToQuit() -> [Effect] {
        confirmQuitting(running: queue.count(of: .active), waiting: queue.count(of: .waiting))
    }

    private mutating func confirmQuitting(running: Int, waiting: Int) -> [Effect] {
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
            lines.append("The share of \(homeText(status.folder)) ends.")
        }
        dialogs.append(
            .confirm(
                ConfirmDialog(
                    title: "Quit Ferry?", lines: lines, yes: "Quit", no: "Stay",
                    purpose: .quit(
                        interrupts: (queue.worker == .this ? running : 0) + visits > 0))))
        return []
    }
}
