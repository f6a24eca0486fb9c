import Jobs
import Words

extension ConfirmDialog {
    /// Quits; asks first where transfers or visits would be interrupted, or a plan be lost on its way into
    /// the queue, and, unless the user does not want that, where connections or a share would end.
    static func quit(_ workspace: Workspace) -> Outcome {
        let queue = workspace.queue
        // Another process's transfers are not interrupted.
        let own =
            queue.worker == .this ? queue.count(of: .active) + queue.count(of: .waiting) : 0
        guard own + queue.visits.running.count > 0 || workspace.plan?.isQueueing == true else {
            // The question about edited files has said already what ends.
            guard workspace.edits.all.isEmpty, let dialog = LeaveDialog(workspace) else {
                return [.quit]
            }
            return .present(dialog)
        }
        return askWhetherToQuit(workspace)
    }

    /// What becomes of the transfers is the user's to say; nothing is what is chosen first.
    private static func choose(_ lines: [String]) -> Outcome {
        .present(
            ChoiceDialog(
                title: tr("Quit Ferry?"), lines: lines,
                options: [
                    .init(key: "n", label: tr("Stay"), outcome: .nothing),
                    .init(
                        key: "y", label: tr("Quit; resume them at the next start"), isGrave: true,
                        outcome: [.quit]),
                    .init(
                        key: "b", label: tr("Quit; continue them in the background"),
                        outcome: [.handOver]),
                ]))
    }

    /// What becomes of the jobs.
    private static func future(isOne: Bool, _ workspace: Workspace) -> String {
        if workspace.queue.worker == .another {
            return isOne
                ? tr("Another Ferry process runs it, so it continues.")
                : tr("Another Ferry process runs them, so they continue.")
        }
        if workspace.options.background == .unavailable {
            return isOne
                ? tr("It resumes when you start Ferry again.")
                : tr("They resume when you start Ferry again.")
        }
        return isOne
            ? tr("It can continue in the background.") : tr("They can continue in the background.")
    }

    /// Ctrl-C: asks always, as it is a habit and not a wish.
    static func askWhetherToQuit(_ workspace: Workspace) -> Outcome {
        let running = workspace.queue.count(of: .active)
        let watching = workspace.queue.progress.resting.count
        let waiting = workspace.queue.count(of: .waiting) - watching
        var lines: [String] = []
        if running > 0 { lines.append(tr("\(Format.count(running, "transfer")) under way.")) }
        if waiting > 0 { lines.append(tr("\(Format.count(waiting, "transfer")) waiting.")) }
        if watching > 0 {
            let mirrors = Format.count(watching, "mirror")
            lines.append(
                tr(
                    watching, one: "\(mirrors) is kept up to date.",
                    other: "\(mirrors) are kept up to date."))
        }
        let visits = workspace.queue.visits.running.count
        if !lines.isEmpty {
            lines.append(future(isOne: running + waiting + watching == 1, workspace))
        } else if visits == 0, workspace.plan?.isQueueing != true {
            lines = [tr("No transfers are running.")]
        }
        if let plan = workspace.plan, plan.isQueueing {
            let loss =
                switch plan.order.kind {
                case .mirror: tr("The mirror is not in the queue yet and may be lost.")
                case .sync: tr("The synchronisation is not in the queue yet and may be lost.")
                }
            lines.append(loss)
        }
        if let status = workspace.share.status {
            if visits > 0 {
                lines.append(tr("This disconnects \(Format.count(visits, "visit"))."))
            }
            lines.append(tr("The share of \(workspace.options.homeText(status.folder)) ends."))
        }
        let own = workspace.queue.worker == .this ? running + waiting + watching : 0
        if own > 0, case .available(let warning) = workspace.options.background {
            return choose(lines + [warning].compactMap { $0 })
        }
        let plans = workspace.plan?.isQueueing == true ? 1 : 0
        let interrupted = (workspace.queue.worker == .this ? running : 0) + visits + plans
        return .present(
            ConfirmDialog(
                title: tr("Quit Ferry?"), lines: lines, yes: tr("Quit"), no: tr("Stay"),
                isGrave: interrupted > 0, outcome: [.quit]))
    }
}
