import Files

/// What becomes of a listing that has come.
extension PanesScreen {
    func noteListing(
        _ request: RequestID, count: Int, _ workspace: inout Workspace
    ) {
        guard let side = workspace.side(waitingFor: request) else { return }
        workspace[side].pending?.count = max(0, count)
    }

    mutating func take(
        _ request: RequestID, _ result: Result<Listing, FileSystemError>,
        _ workspace: inout Workspace
    ) -> Outcome {
        guard let side = workspace.side(waitingFor: request), let pending = workspace[side].pending
        else {
            return .nothing
        }
        workspace[side].pending = nil
        switch result {
        case .success(let listing):
            accept(listing, pending, side, &workspace)
            let kept = workspace.logins.noteLogin(on: listing.location.site)
            guard workspace[side].arrangement != pending.arrangement else { return kept }
            return kept + workspace.arrange(side)
        case .failure(let error):
            return refuse(error, pending, side, &workspace)
        }
    }

    private mutating func accept(
        _ listing: Listing, _ pending: Pane.Pending, _ side: Side,
        _ workspace: inout Workspace
    ) {
        let isSamePlace =
            !workspace[side].isEmpty && workspace[side].location == listing.location
        workspace[side].accept(
            listing, pending, at: workspace.instant, height: workspace.listHeight(side))
        if side == workspace.focus { keepTyping(isSamePlace: isSamePlace, workspace) }
        if let note = PanesScreen.note(on: listing.directory), !pending.isQuiet {
            workspace.status.show(note, .warning)
        } else if listing.foreignCount > 0,
            workspace.charsetOffered.insert(listing.location.site).inserted
        {
            workspace.offerCharset(listing)
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
        if !workspace[side].isEmpty, isBroken, !pending.site.isLocal,
            pending.site == workspace[side].site
        {
            workspace[side].connection = .offline(reason: error.detail)
        }
        if workspace[side].isEmpty { workspace[side].failed = (pending, error.message) }
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
}

extension Workspace {
    /// The pane that waits for a listing.
    fileprivate func side(waitingFor request: RequestID) -> Side? {
        Side.allCases.first { self[$0].pending?.request == request }
    }

    /// A pane's connection is gone; the pane stays where it is.
    mutating func detach(_ side: Side, reason: String) {
        guard !self[side].site.isLocal, !self[side].isEmpty else { return }
        self[side].connection = .offline(reason: reason)
        status.show(
            "\(VisibleText.make(self[side].site.host)) is offline: \(VisibleText.make(reason)) "
                + "The next action reconnects.", .warning)
        status.side = side
    }
}
