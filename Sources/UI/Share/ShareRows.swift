import Files
import Jobs
import Words

/// The rows of the share's screen: who is served, what visitors have locked, and who was served lately.
struct ShareRows {
    enum Row: Hashable {
        case visit(Visit)
        case lock(VisitorLock)

        var id: ID {
            switch self {
            case .visit(let visit): .visit(visit.id)
            case .lock(let lock): .lock(lock.id)
            }
        }

        /// Whether it is a visit that has ended.
        var isOver: Bool {
            if case .visit(let visit) = self { return visit.state != .running }
            return false
        }
    }

    enum ID: Hashable, Sendable {
        case visit(Visit.ID)
        case lock(VisitorLock.ID)
    }

    private let visits: ShareVisits
    let locks: [VisitorLock]

    init(_ workspace: Workspace) {
        visits = workspace.queue.visits
        locks = workspace.share.status?.locks ?? []
    }

    var count: Int { visits.count + locks.count }

    /// Nil outside.
    subscript(row: Int) -> Row? {
        let running = visits.running.count
        if row < running { return visits[row].map(Row.visit) }
        let rest = row - running
        return locks.indices.contains(rest)
            ? .lock(locks[rest]) : visits[row - locks.count].map(Row.visit)
    }

    func row(of id: ID) -> Int? {
        let running = visits.running.count
        switch id {
        case .visit(let id):
            return visits.row(of: id).map { $0 < running ? $0 : $0 + locks.count }
        case .lock(let id): return locks.firstIndex { $0.id == id }.map { $0 + running }
        }
    }
}

extension VisitorLock {
    /// Below the shared directory, as a visit's; of a directory with a slash.
    var shownName: String {
        guard !path.isRoot else { return tr("the shared directory") }
        return String(path.text.dropFirst()) + (isDirectory ? "/" : "")
    }
}

extension ConfirmDialog {
    /// Asks before a visitor loses a lock.
    static func release(_ lock: VisitorLock, _ workspace: Workspace) -> Outcome {
        let who = VisibleText.make(lock.visitor)
        let since = Format.minute(lock.since, localOffset: workspace.options.localOffset)
        return .present(
            ConfirmDialog(
                title: tr("Release the lock", meaning: "a title"),
                lines: [
                    tr(
                        "\(who) has kept \(lock.shownName) locked since \(since). Release it, so that others "
                            + "can change it?"),
                    tr("An upload that needs the lock will fail."),
                ],
                yes: tr("Release"), no: tr("Cancel"), isGrave: false,
                outcome: [.share(.release(lock.id))],
                isOver: { workspace in
                    !(workspace.share.status?.locks.contains { $0.id == lock.id } ?? false)
                }))
    }
}
