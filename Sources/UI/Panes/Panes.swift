import Files

/// The two panes, and which of them has the keyboard.
package struct Panes: Sendable {
    /// The left pane.
    package var left: Pane
    /// The right pane.
    package var right: Pane
    /// The pane that has the keyboard.
    package var focus: Side = .left
    /// The tabs of each side; the pane of the tab that is seen is above.
    var leftTabs = SideTabs(.left)
    var rightTabs = SideTabs(.right)

    /// The left one has the keyboard.
    package init(left: Pane, right: Pane) {
        self.left = left
        self.right = right
    }

    /// A pane by its side.
    package subscript(side: Side) -> Pane {
        get { side == .left ? left : right }
        set {
            if side == .left { left = newValue } else { right = newValue }
        }
        // In place: a copy would take a million marks along.
        _modify {
            if side == .left { yield &left } else { yield &right }
        }
    }

    /// The pane that has the keyboard.
    var focused: Pane {
        get { self[focus] }
        _modify { yield &self[focus] }
    }

    /// The pane that a server is shown in: the focused one, unless it shows this machine.
    var sideForServer: Side { focused.site.isLocal && !focused.isEmpty ? focus.other : focus }

    /// How the pane that shows a site is connected to it.
    func security(of site: Site) -> ConnectionSecurity? {
        [left, right].first { !$0.isEmpty && $0.site.isSameAccount(as: site) }?.security
    }

    /// Moves the focused pane's cursor to a row; what visual marking covers follows.
    mutating func moveCursor(to row: Int, in layout: MainLayout) {
        let height = layout.listHeight(focus)
        focused.moveCursor(to: row, height: height)
        focused.extendVisual()
    }

    // MARK: Listings

    /// A pane waits for a listing from now on, instead of for what it waited for.
    mutating func wait(for pending: Pane.Pending, _ side: Side) -> Outcome {
        if pending.site != (self[side].pending?.site ?? self[side].site) {
            self[side].connectionNumber = nil
        }
        self[side].pending = pending
        self[side].rereadDue = nil
        if pending.path == nil, let below = pending.below {
            return [
                .listBelowHome(pending.request, tab(side), pending.site, below, pending.arrangement)
            ]
        }
        return [.list(pending.request, tab(side), pending.site, pending.path, pending.arrangement)]
    }

    /// The tab that waits for a listing.
    func tab(waitingFor request: RequestID) -> TabID? {
        allTabs.first { pane($0)?.pending?.request == request }
    }

    /// So many names of a listing were read so far.
    mutating func noteProgress(of request: RequestID, count: Int) {
        guard let tab = tab(waitingFor: request) else { return }
        change(tab) { $0.pending?.count = max(0, count) }
    }

    /// The panes that show what was changed and are to be read again for it. A listing that is on
    /// its way may be older than the change, or lead elsewhere.
    func sides(showing isChanged: (Pane) -> Bool) -> [Side] {
        Side.allCases.filter { side in
            !self[side].isEmpty && isChanged(self[side]) && self[side].pending?.isReread ?? true
        }
    }

    /// Where something was made or removed, seen from a location.
    enum Extent: Sendable {
        /// The location itself was: what holds it has changed.
        case entry
        /// In the directory at the location.
        case inside
        /// In the directory at the location, or anywhere below it.
        case below
    }

    /// Marks the panes that show a directory in which something was made or removed.
    mutating func noteChange(at location: Location, _ extent: Extent = .entry, now: Instant) {
        for tab in allTabs {
            guard let pane = pane(tab), !pane.isEmpty, pane.rereadDue == nil,
                touches(location, extent, pane)
            else { continue }
            let due = pane.earliestReread(after: now + 0.2)
            change(tab) { $0.rereadDue = due }
        }
    }

    private func touches(_ location: Location, _ extent: Extent, _ pane: Pane) -> Bool {
        guard location.site == pane.site else { return false }
        return switch extent {
        case .entry:
            location.path.components.count == pane.path.components.count + 1
                && location.path.isInside(pane.path)
        case .inside: location.path == pane.path
        case .below: pane.path.isInside(location.path)
        }
    }

    // MARK: Order

    /// Has the focused pane's order made anew after `change`.
    mutating func rearrange(
        _ requests: inout RequestNumbers, _ change: (inout Arrangement) -> Void
    ) -> Outcome {
        let before = focused.arrangement
        change(&focused.arrangement)
        guard focused.arrangement != before else { return .nothing }
        return arrange(focus, &requests)
    }

    /// The same, as effects.
    mutating func order(_ side: Side, _ requests: inout RequestNumbers) -> [Effect] {
        guard let listed = self[side].directoryRequest else { return [] }
        let request = requests.next()
        self[side].arranging = request
        let arranged = Arranged(request: listed, directory: self[side].directory)
        return [.arrange(request, tab(side), arranged, self[side].arrangement)]
    }

    /// Orders what a pane shows by its arrangement.
    mutating func arrange(_ side: Side, _ requests: inout RequestNumbers) -> Outcome {
        // Rows beside the other pane's get their order together with those.
        self[side].alignment == nil ? .effects(order(side, &requests)) : .nothing
    }
}
