import Files

/// What panes ask to be listed.
extension Workspace {
    /// Goes to a directory with a pane (nil: where the login puts the user). The pane stays where
    /// it is until the listing has come; the cursor goes to `name` there. Without a path, `below`
    /// goes on from where the login puts the user.
    mutating func open(
        _ side: Side, _ site: Site, _ path: Path?, below: RelativePath? = nil,
        cursorOn name: Name? = nil
    ) -> Outcome {
        var arrangement = self[side].arrangement
        arrangement.filter = ""
        var pending = Pane.Pending(
            request: makeRequest(), site: site, path: path, arrangement: arrangement, since: instant
        )
        pending.below = below
        pending.cursorName = name
        return wait(for: pending, side)
    }

    /// Reads a pane's directory again; the cursor and the marks stay on their names.
    mutating func reread(
        _ side: Side, isQuiet: Bool = false, cursorOn name: Name? = nil
    ) -> Outcome {
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
    mutating func retry(_ side: Side) -> Outcome {
        guard let failed = self[side].failed?.pending else { return .nothing }
        return open(
            side, failed.site, failed.path, below: failed.below, cursorOn: failed.cursorName)
    }

    mutating func wait(for pending: Pane.Pending, _ side: Side) -> Outcome {
        if pending.site != (self[side].pending?.site ?? self[side].site) {
            self[side].connectionNumber = nil
        }
        self[side].pending = pending
        self[side].rereadDue = nil
        // What went wrong here before is being tried anew.
        if !pending.isQuiet, status.side == side { status = Status() }
        if pending.path == nil, let below = pending.below {
            return [
                .listBelowHome(pending.request, side, pending.site, below, pending.arrangement)
            ]
        }
        return [.list(pending.request, side, pending.site, pending.path, pending.arrangement)]
    }

    /// Stops what a pane waits for; nothing where it waits for nothing.
    mutating func cancelPending(_ side: Side) -> Outcome {
        guard let pending = self[side].pending else { return .nothing }
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
