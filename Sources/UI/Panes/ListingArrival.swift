import Files
import Words

/// What becomes of the pane that waited for a listing, now that it has come or cannot come.
struct ListingArrival {
    private let tab: TabID
    private var side: Side { tab.side }
    private let pending: Pane.Pending
    private let result: Result<Listing, FileSystemError>

    /// Nil where no pane waits for it any more.
    init?(_ request: RequestID, _ result: Result<Listing, FileSystemError>, _ panes: Panes) {
        guard let tab = panes.tab(waitingFor: request), let pending = panes.pane(tab)?.pending
        else {
            return nil
        }
        self.tab = tab
        self.pending = pending
        self.result = result
    }

    /// Shows the listing, or says why there is none; what is typed in the pane may be over by it.
    func take(_ typing: inout PaneTyping, _ workspace: inout Workspace) -> Outcome {
        // A tab that is not seen takes its listing as if it were.
        let seen = workspace.panes.tab(side)
        workspace.panes.show(tab)
        defer { workspace.panes.show(seen) }
        workspace.panes[side].pending = nil
        switch result {
        case .success(let listing):
            let isMoved =
                workspace.panes[side].isEmpty
                || workspace.panes[side].location != listing.location
            accept(listing, isSeen: tab == seen, &typing, &workspace)
            var outcome = workspace.logins.noteLogin(on: listing.location.site)
            if workspace.panes[side].arrangement != pending.arrangement {
                outcome += workspace.panes.arrange(side, &workspace.requests)
            }
            // Among visits, an archive would be a directory of that name.
            if listing.location.site.archive == nil, workspace.visited.note(listing.location) {
                outcome += [.noteVisited(listing.location)]
            }
            if isMoved, tab == seen, !pending.isFollowing {
                outcome += Following.follow(side, &workspace)
            }
            return outcome
        case .failure(let error):
            return refuse(error, isSeen: tab == seen, &workspace)
        }
    }

    private func accept(
        _ listing: Listing, isSeen: Bool, _ typing: inout PaneTyping,
        _ workspace: inout Workspace
    ) {
        let isSamePlace =
            !workspace.panes[side].isEmpty && workspace.panes[side].location == listing.location
        workspace.panes[side].accept(
            listing, pending, at: workspace.instant, height: MainLayout(workspace).listHeight(side))
        if isSeen, side == workspace.panes.focus {
            typing.keep(isSamePlace: isSamePlace, workspace)
        }
        if let note = ListingArrival.note(on: listing.directory), !pending.isQuiet {
            workspace.status.show(note, .warning)
        } else if workspace.charsetOffers.isDue(for: listing) {
            let key = workspace.keymap.labels(for: .charset, in: .pane).first
            workspace.status.show(
                CharsetOffers.sentence(on: listing), .warning,
                hint: key.map { tr("\($0): choose the charset") })
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
                tr(
                    "The listing is too long and was cut after \(Format.count(directory.count, "name"))."
                )
        }
        if directory.droppedCount > 0 {
            return
                tr("Skipped \(Format.count(directory.droppedCount, "name")) that no file can have.")
        }
        if let remark = directory.remark { return remark }
        guard directory.unreadCount > 0 else { return nil }
        return
            tr(
                "Ferry did not understand \(Format.count(directory.unreadCount, "line")) of the "
                    + "listing; files may be missing. See the log.")
    }

    private func refuse(
        _ error: FileSystemError, isSeen: Bool, _ workspace: inout Workspace
    ) -> Outcome {
        let isBroken = error.kind == .connection || error.kind == .timeout
        if !workspace.panes[side].isEmpty, isBroken, !pending.site.isLocal,
            pending.site == workspace.panes[side].site
        {
            workspace.panes[side].connection = .offline(reason: error.detail)
        }
        if workspace.panes[side].isEmpty { workspace.panes[side].failed = (pending, error.message) }
        // The next step goes past a directory that is gone.
        if error.kind == .notFound || error.kind == .notDirectory {
            workspace.panes[side].trail.drop(pending.step)
        }
        if pending.isFollowing, error.kind != .cancelled {
            Following.note(error, &workspace)
            return .nothing
        }
        if isSeen, let link = pending.link, !isBroken, error.kind != .cancelled,
            let path = pending.path
        {
            return ViewerScreen.open(
                link, at: Location(site: pending.site, path: path), &workspace)
        }
        // What was not asked for by hand need not be answered, save for a lost connection.
        guard !pending.isQuiet || isBroken else { return .nothing }
        if error.kind == .cancelled {
            workspace.status.show(tr("Cancelled."), .quiet)
        } else {
            let hint = workspace.keymap.labels(for: .reread, in: .pane).first.map {
                tr("\($0): try again")
            }
            workspace.status.show(
                error, hint: error.isTransient ? hint : nil, side: isSeen ? side : nil)
        }
        return .nothing
    }
}
