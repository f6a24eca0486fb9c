package import Files

extension Model {
    /// Goes to a directory with a pane (nil: where the login puts the user). The pane stays where
    /// it is until the listing has come; the cursor goes to `name` there.
    package mutating func open(
        _ side: Side, _ site: Site, _ path: Path?, cursorOn name: Name? = nil
    ) -> [Effect] {
        var arrangement = self[side].arrangement
        arrangement.filter = ""
        var pending = Pane.Pending(
            request: makeRequest(), site: site, path: path, arrangement: arrangement, since: instant
        )
        pending.cursorName = name
        return wait(for: pending, side)
    }

    /// Reads a pane's directory again; the cursor and the marks stay on their names.
    mutating func reread(
        _ side: Side, isQuiet: Bool = false, cursorOn name: Name? = nil
    ) -> [Effect] {
        let pane = self[side]
        guard !pane.isEmpty else { return retry(side) }
        var pending = Pane.Pending(
            request: makeRequest(), site: pane.site, path: pane.path,
            arrangement: pane.arrangement, since: instant)
        pending.isReread = true
        pending.isQuiet = isQuiet
        pending.cursorName = name
        return wait(for: pending, side)
    }

    /// Asks once more for what could not be opened.
    mutating func retry(_ side: Side) -> [Effect] {
        guard let failed = self[side].failed?.pending else { return [] }
        return open(side, failed.site, failed.path, cursorOn: failed.cursorName)
    }

    mutating func wait(for pending: Pane.Pending, _ side: Side) -> [Effect] {
        if pending.site != (self[side].pending?.site ?? self[side].site) {
            self[side].connectionNumber = nil
        }
        self[side].pending = pending
        self[side].rereadDue = nil
        // What went wrong here before is being tried anew.
        if !pending.isQuiet, status.side == side { status = Status() }
        return [.list(pending.request, side, pending.site, pending.path, pending.arrangement)]
    }

    mutating func noteListing(_ request: RequestID, count: Int) {
        guard let side = side(waitingFor: request) else { return }
        self[side].pending?.count = max(0, count)
    }

    private func side(waitingFor request: RequestID) -> Side? {
        Side.allCases.first { self[$0].pending?.request == request }
    }

    mutating func takeListing(
        _ request: RequestID, _ result: Result<Listing, FileSystemError>
    ) -> [Effect] {
        guard let side = side(waitingFor: request), let pending = self[side].pending else {
            return []
        }
        self[side].pending = nil
        switch result {
        case .success(let listing):
            accept(listing, pending, side)
            let kept = noteLogin(on: listing.location.site)
            guard self[side].arrangement != pending.arrangement else { return kept }
            return kept + arrange(side)
        case .failure(let error):
            return refuse(error, pending, side)
        }
    }

    private mutating func accept(_ listing: Listing, _ pending: Pane.Pending, _ side: Side) {
        var pane = self[side]
        let isSamePlace = !pane.isEmpty && pane.location == listing.location
        let cursorName = pending.cursorName ?? (isSamePlace ? pane.current?.name : nil)
        let marked =
            isSamePlace
            ? KeptMarks.carry(pane.marked, from: pane.directory, to: listing.directory) : []
        let isFirst = pane.isEmpty
        if !isSamePlace {
            pane.arrangement.filter = pending.arrangement.filter
            (pane.cursor, pane.top) = (0, 0)
        }
        pane.site = listing.location.site
        pane.path = listing.location.path
        pane.show(listing, as: pending.request)
        pane.arranging = nil
        pane.connection = .online
        pane.lastListing = (instant, instant.seconds(since: pending.since))
        if !marked.isEmpty {
            var kept = marked
            kept.formIntersection(pane.shown.shown)
            pane.mark(exactly: kept)
        }
        var row = isSamePlace ? pane.cursor : 0
        if let cursorName, let found = pane.row(of: cursorName) { row = found }
        pane.moveCursor(to: row, height: listHeight(side))
        self[side] = pane
        if side == focus { keepTyping(isSamePlace: isSamePlace) }
        if let note = Model.note(on: listing.directory), !pending.isQuiet {
            status.show(note, .warning)
        } else if listing.foreignCount > 0, charsetOffered.insert(pane.site).inserted {
            offerCharset(listing)
        } else if isFirst || !isSamePlace, status.importance == .error, status.side == side {
            status = Status()
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

    private mutating func refuse(
        _ error: FileSystemError, _ pending: Pane.Pending, _ side: Side
    ) -> [Effect] {
        let isBroken = error.kind == .connection || error.kind == .timeout
        if !self[side].isEmpty, isBroken, !pending.site.isLocal, pending.site == self[side].site {
            self[side].connection = .offline(reason: error.detail)
        }
        if self[side].isEmpty { self[side].failed = (pending, error.message) }
        if let link = pending.link, !isBroken, error.kind != .cancelled, let path = pending.path {
            return openViewer(link, at: Location(site: pending.site, path: path))
        }
        // What was not asked for by hand need not be answered, save for a lost connection.
        guard !pending.isQuiet || isBroken else { return [] }
        if error.kind == .cancelled {
            status.show("Cancelled.", .quiet)
        } else {
            let hint = keymap.labels(for: .reread, in: .pane).first.map { "\($0): try again" }
            status.show(error, hint: error.isTransient ? hint : nil, side: side)
        }
        return []
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

    /// Stops what a pane waits for; nothing where it waits for nothing.
    mutating func cancelPending(_ side: Side) -> [Effect] {
        guard let pending = self[side].pending else { return [] }
        self[side].pending = nil
        if self[side].isEmpty { self[side].failed = (pending, "Cancelled.") }
        status.show("Cancelled: \(pending.text)")
        return [.cancel(side, pending.request)]
    }

    /// Whether a pane shows the progress of what it waits for instead of its list.
    func showsProgress(_ side: Side) -> Bool {
        guard let pending = self[side].pending, !pending.isReread else { return false }
        return self[side].isEmpty || instant.seconds(since: pending.since) >= 0.5
    }
}
