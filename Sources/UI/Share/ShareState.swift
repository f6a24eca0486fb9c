import Files
import Jobs

/// How the share stands; its visits are the queue's (`QueueState.visits`).
enum ShareState: Sendable {
    /// Nothing is shared.
    case closed
    /// A share was asked for that is not open yet.
    case starting(ShareDialog)
    /// A share was refused as it was asked for: to be corrected.
    case refused(ShareDialog)
    /// It is open.
    case open(ShareStatus)

    /// The share that is open; nil where none is.
    var status: ShareStatus? {
        if case .open(let status) = self { return status }
        return nil
    }

    /// Whether a share was asked for that is not open yet.
    var isStarting: Bool {
        if case .starting = self { return true }
        return false
    }

    /// The port for the line on top: `:8080`; nil where the URL has none.
    var port: String? {
        guard let url = status?.urls.first, let scheme = url.firstRange(of: "://") else {
            return nil
        }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":"),
            authority[colon...].dropFirst().allSatisfy(\.isWholeNumber)
        else { return nil }
        return String(authority[colon...])
    }
}

extension Workspace {
    /// Takes in how the share stands now.
    mutating func take(_ status: ShareStatus) -> Outcome {
        let isNew = share.status == nil
        if isNew { queue.change { $0 = ShareVisits() } }
        noteUploads(status)
        queue.change { $0.take(status.visits) }
        let folder = options.homeText(status.folder)
        guard status.state != .ended else {
            if case .refused = share {} else { share = .closed }
            self.status.show("\(folder) is not shared any more.")
            return .leave(.share)
        }
        share = .open(status)
        guard isNew else { return .nothing }
        let key = keymap.labels(for: .share, in: context).first
        let url = status.urls.first.map { VisibleText.make($0) } ?? "its URL"
        self.status.show(
            "\(url) shares \(folder).", .good, hint: key.map { "\($0): who comes, stop" })
        return .offer(.share)
    }

    /// Panes that show where an upload came to lie are read again.
    private mutating func noteUploads(_ status: ShareStatus) {
        let running = Set(queue.visits.running.map(\.id))
        for visit in status.visits
        where visit.direction == .upload && visit.state == .done && running.contains(visit.id) {
            let path = Path(components: status.folder.components + visit.path.components)
            noteChange(at: Location(site: .local, path: path))
        }
    }
}
