import Files

/// What becomes of a listing that has come.
extension PanesScreen {
    func noteListing(
        _ request: RequestID, count: Int, _ workspace: inout Workspace
    ) {
        guard let side = workspace.panes.side(waitingFor: request) else { return }
        workspace.panes[side].pending?.count = max(0, count)
    }

    mutating func take(
        _ request: RequestID, _ result: Result<Listing, FileSystemError>,
        _ workspace: inout Workspace
    ) -> Outcome {
        guard let side = workspace.panes.side(waitingFor: request),
            let pending = workspace.panes[side].pending
        else {
            return .nothing
        }
        workspace.panes[side].pending = nil
        switch result {
        case .success(let listing):
            accept(listing, pending, side, &workspace)
            let kept = workspace.logins.noteLogin(on: listing.location.site)
            guard workspace.panes[side].arrangement != pending.arrangement else { return kept }
            return kept + workspace.panes.arrange(side, &workspace.requests)
        case .failure(let error):
            return refuse(error, pending, side, &workspace)
        }
    }

    private mutating func accept(
        _ listing: Listing, _ pending: Pane.Pending, _ side: Side,
        _ workspace: inout Workspace
    ) {
        let isSamePlace =
            !workspace.panes[side].isEmpty && workspace.panes[side].location == listing.location
        workspace.panes[side].accept(
            listing, pending, at: workspace.instant, height: MainLayout(workspace).listHeight(side))
        if side == workspace.panes.focus { keepTyping(isSamePlace: isSamePlace, workspace) }
        if let note = PanesScreen.note(on: listing.directory), !pending.isQuiet {
            workspace.status.show(note, .warning)
        } else if workspace.charsetOffers.isDue(for: listing) {
            let key = workspace.keymap.labels(for: .charset, in: .pane).first
            workspace.status.show(
                CharsetOffers.sentence(on: listing), .warning,
                hint: key.map { "\($0): choose the charset" })
        } else if !isSamePlace, workspace.status.importance == .error,
            workspace.status.side == side
        {
            workspace.status = Status()
        }
    }

    /// What the user should know of a listing that is not whole.
    private static func note(on directory: Directory) -> String? {
        if directory.isCut {
            return
                "The list is too long: it was cut after \(Format.count(directory.count, "name"))."
        }
        if directory.droppedCount > 0 {
            return
                "\(Format.count(directory.droppedCount, "name")) left out: they are no names of files."
        }
        guard directory.unreadCount > 0 else { return nil }
        return
            "\(Format.count(directory.unreadCount, "line")) of the listing not understood: files may be missing; the log has the first."
    }

    private func refuse(
        _ error: FileSystemError, _ pending: Pane.Pending, _ side: Side,
        _ workspace: inout Workspace
    ) -> Outcome {
        let isBroken = error.kind == .connection || error.kind == .timeout
        if !workspace.panes[side].isEmpty, isBroken, !pending.site.isLocal,
            pending.site == workspace.panes[side].site
        {
            workspace.panes[side].connection = .offline(reason: error.detail)
        }
        if workspace.panes[side].isEmpty { workspace.panes[side].failed = (pending, error.message) }
        if let link = pending.link, !isBroken, error.kind != .cancelled, let path = pending.path {
            return ViewerScreen.open(
                link, at: Location(site: pending.site, path: path), &workspace)
        }
        // What was not asked for by hand need not be answered, save for a lost connection.
        guard !pending.isQuiet || isBroken else { return .nothing }
        if error.kind == .cancelled {
            workspace.status.show("Cancelled.", .quiet)
        } else {
            let hint = workspace.keymap.labels(for: .reread, in: .pane).first.map {
                "\($0): try again"
            }
            workspace.status.show(error, hint: error.isTransient ? hint : nil, side: side)
        }
        return .nothing
    }

    /// A pane's connection is gone; the pane stays where it is.
    func detach(_ side: Side, reason: String, _ workspace: inout Workspace) {
        guard !workspace.panes[side].site.isLocal, !workspace.panes[side].isEmpty else { return }
        workspace.panes[side].connection = .offline(reason: reason)
        let host = VisibleText.make(workspace.panes[side].site.host)
        workspace.status.show(
            "\(host) is offline: \(VisibleText.make(reason)) The next action reconnects.", .warning)
        workspace.status.side = side
    }
}
