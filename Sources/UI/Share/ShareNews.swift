import Files
import Jobs
import Words

/// How the share stands now, and what the user is told of it.
struct ShareNews {
    private let status: ShareStatus

    init(_ status: ShareStatus) {
        self.status = status
    }

    /// Takes it in; panes that show where an upload came to lie are read again.
    func take(_ workspace: inout Workspace) -> Outcome {
        let isNew = workspace.share.status == nil
        if isNew { workspace.queue.change { $0 = ShareVisits() } }
        noteUploads(&workspace)
        workspace.queue.change { $0.take(status.visits) }
        let folder = workspace.options.homeText(status.folder)
        guard status.state != .ended else {
            if case .refused = workspace.share {} else { workspace.share = .closed }
            workspace.status.show(tr("\(folder) is no longer shared."))
            return .leave(.share)
        }
        workspace.share = .open(status)
        guard isNew else { return .nothing }
        let key = workspace.keymap.labels(for: .share, in: workspace.context).first
        let sentence =
            status.urls.first.map { tr("\(VisibleText.make($0)) shares \(folder).") }
            ?? tr("Its URL shares \(folder).")
        workspace.status.show(
            sentence, .good, hint: key.map { tr("\($0): show visitors, stop") })
        return .offer(.share)
    }

    private func noteUploads(_ workspace: inout Workspace) {
        let running = Set(workspace.queue.visits.running.map(\.id))
        for visit in status.visits
        where visit.direction == .upload && visit.state == .done && running.contains(visit.id) {
            let path = Path(components: status.folder.components + visit.path.components)
            let place = Location(site: .local, path: path)
            workspace.panes.noteChange(at: place, now: workspace.instant)
        }
    }
}
