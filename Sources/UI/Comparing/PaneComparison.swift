import Files
package import Sync
import Words

/// How a comparison of all that is below the panes has ended.
package struct ComparisonEnd: Sendable {
    /// What was found out, also of what was told before.
    package var verdicts: [ComparedName: Verdict] = [:]
    /// Which sides take names for the same that differ in capitals only.
    package var foldsCase = Pair(false, false)
    /// Seconds by which all times on the left are ahead, where that is taken for a zone.
    package var offset: Int64?
    /// Why something could not be compared: the first reason, a sentence.
    package var failure: String?

    /// Nothing was found out.
    package init() {}
}

/// The comparison of the two panes: their rows side by side, and what is below them compared in the
/// background.
struct PaneComparison: Sendable {
    /// What is below.
    private enum Walk: Sendable {
        /// It is to be compared from then on.
        case due(Instant)
        /// `isStale`: one of the panes was read again since.
        case running(RequestID, since: Instant, isStale: Bool)
        case over
    }

    /// What the rows were put together from.
    private struct Key: Equatable, Sendable {
        var listings: Pair<RequestID>
        var foldsCase: Pair<Bool>
        var arrangement: Arrangement
        /// Walks that were over by then.
        var walks: Int
    }

    /// What makes two files the same.
    let criterion: Criterion
    /// The tabs that are compared; beside another tab, nothing is.
    private let tabs: Pair<TabID>
    private var arrangement: Arrangement?
    private var key: Key?
    private(set) var places: Pair<Location>?
    private var foldsCase = Pair(false, false)
    private var aligning: RequestID?
    private(set) var alignment: PaneAlignment?
    private var walk = Walk.over
    /// Walks that are over.
    private var walks = 0
    /// Seconds that the last walk took.
    private var took = 0.0
    private(set) var found: [ComparedName: Verdict] = [:]
    /// Seconds by which the left side's clock is ahead, as far as it was found out.
    private(set) var offset: Int64?
    /// What the cursor is beside, where its own row is a gap.
    private var beside: (side: Side, name: Name)?
    /// Whether the user waits to hear how it has ended.
    private var isAnnounced = false
    /// What of the last walk went wrong, or is to be known.
    private var remark: String?

    init(_ panes: Panes, by criterion: Criterion) {
        tabs = Pair(panes.tab(.left), panes.tab(.right))
        self.criterion = criterion
    }

    /// Whether its tabs are seen, and show two directories.
    func isInForce(_ panes: Panes) -> Bool {
        panes.tab(.left) == tabs.first && panes.tab(.right) == tabs.second
            && PaneComparison.refusal(panes) == nil
    }

    /// Why two panes cannot be compared.
    static func refusal(_ panes: Panes) -> String? {
        if panes.left.isEmpty || panes.right.isEmpty {
            return tr("Open a directory in both panes first.")
        }
        if panes.left.location == panes.right.location {
            return tr("Both panes show the same directory; open another one in one of them.")
        }
        return nil
    }

    /// Whether it still looks below; nobody can where a line is lost.
    func isRunning(_ panes: Panes) -> Bool {
        switch walk {
        case .running: true
        case .due: !panes.left.isOffline && !panes.right.isOffline
        case .over: false
        }
    }

    /// Whether more may be known by now than the rows have told.
    var hasNews: Bool {
        if case .running = walk { !found.isEmpty } else { false }
    }

    /// Whether the rows of both panes stand side by side now.
    func isAligned(_ panes: Panes) -> Bool {
        alignment != nil && panes.left.alignment != nil && panes.right.alignment != nil
    }

    // MARK: Following the panes

    /// Asks for what is missing, now that something may have changed.
    static func follow(_ workspace: inout Workspace) -> [Effect] {
        guard var comparison = workspace.comparison else { return [] }
        workspace.comparison = nil
        let effects = comparison.follow(&workspace)
        if let (text, isTrouble) = comparison.announcement(workspace.panes) {
            workspace.status.show(text, isTrouble ? .warning : .quiet)
        }
        workspace.comparison = comparison
        return effects
    }

    private mutating func follow(_ workspace: inout Workspace) -> [Effect] {
        let panes = workspace.panes
        // Directories that do not belong together differ in everything.
        guard isInForce(panes), !Following.isApart(workspace) else { return rest(&workspace) }
        let isMoving = [panes.left, panes.right].contains { $0.pending?.isReread == false }
        let isMarking = isAligned(panes) && panes.focused.visual != nil
        var effects: [Effect] = []
        if isMoving {
            // What both will show is compared once, when both show it.
            if places != Pair(panes.left.location, panes.right.location) {
                effects += rest(&workspace)
            }
        } else if !isMarking {
            effects += align(&workspace)
            effects += begin(workspace, &workspace.requests)
        }
        keepTogether(&workspace)
        return effects
    }

    /// Has the cursors of both panes in one row.
    private mutating func keepTogether(_ workspace: inout Workspace) {
        guard isAligned(workspace.panes) else { return }
        let focus = workspace.panes.focus
        let height = MainLayout(workspace).listHeight(focus.other)
        let pane = workspace.panes[focus]
        workspace.panes[focus.other].follow(pane, height: height)
        guard pane.current == nil, !pane.isOnParent else {
            beside = nil
            return
        }
        beside = workspace.panes[focus.other].current.map { (focus.other, $0.name) }
    }

    /// Stops what runs, and has the rows of each pane follow one another again, in its own order.
    mutating func rest(_ workspace: inout Workspace) -> [Effect] {
        let layout = MainLayout(workspace)
        var effects = stop()
        for (tab, side) in [(tabs.first, Side.left), (tabs.second, .right)] {
            guard workspace.panes.pane(tab)?.alignment != nil else { continue }
            let height = layout.listHeight(side)
            workspace.panes.change(tab) { $0.endAlignment(height: height) }
            if workspace.panes.tab(side) == tab {
                effects += workspace.panes.order(side, &workspace.requests)
            }
        }
        (key, aligning, alignment, places, offset, beside, remark) = (
            nil, nil, nil, nil, nil, nil, nil
        )
        found = [:]
        return effects
    }

    private mutating func stop() -> [Effect] {
        defer { walk = .over }
        return if case .running(let request, _, _) = walk { [.stop(request)] } else { [] }
    }

    private mutating func align(_ workspace: inout Workspace) -> [Effect] {
        let arrangement = share(&workspace.panes)
        let (left, right) = (workspace.panes.left, workspace.panes.right)
        guard let first = left.directoryRequest, let second = right.directoryRequest else {
            return []
        }
        let key = Key(
            listings: Pair(first, second), foldsCase: foldsCase, arrangement: arrangement,
            walks: walks)
        guard key != self.key else { return [] }
        var effects: [Effect] = []
        let now = Pair(left.location, right.location)
        if now != places {
            effects += stop()
            (found, foldsCase) = ([:], Pair(false, false))
            (places, walk, isAnnounced) = (now, .due(workspace.instant), true)
            (offset, remark) = (nil, nil)
        } else if key.listings != self.key?.listings {
            noteReread(at: workspace.instant)
        }
        self.key = key
        self.key?.foldsCase = foldsCase
        let request = workspace.requests.next()
        aligning = request
        return effects + [.align(request, pair(workspace.panes), arrangement, found)]
    }

    /// What is below may have changed as well; a walk that takes long is not begun all the time.
    private mutating func noteReread(at now: Instant) {
        if case .running(let request, let since, _) = walk {
            walk = .running(request, since: since, isStale: true)
        } else {
            walk = .due(now + max(2, min(60, 4 * took)))
        }
    }

    private func pair(_ panes: Panes) -> PanePair {
        func shown(_ pane: Pane) -> Arranged {
            Arranged(
                request: pane.directoryRequest ?? RequestID(rawValue: 0), directory: pane.directory)
        }
        return PanePair(
            Pair(shown(panes.left), shown(panes.right)),
            at: Pair(panes.left.location, panes.right.location), by: criterion,
            foldsCase: foldsCase)
    }

    /// Both panes are ordered as the one that was ordered last.
    private mutating func share(_ panes: inout Panes) -> Arrangement {
        var wanted = panes.focused.arrangement
        if let arrangement {
            let changed = [panes.focus, panes.focus.other].first {
                !panes[$0].arrangement.isLike(arrangement)
            }
            wanted = changed.map { panes[$0].arrangement } ?? arrangement
        }
        for side in Side.allCases where !panes[side].arrangement.isLike(wanted) {
            let charset = panes[side].arrangement.charset
            panes[side].arrangement = wanted
            panes[side].arrangement.charset = charset
        }
        arrangement = wanted
        return wanted
    }

    /// Begins to look below, once that is due.
    private mutating func begin(
        _ workspace: Workspace, _ requests: inout RequestNumbers
    ) -> [Effect] {
        guard case .due(let due) = walk, due <= workspace.instant, aligning == nil,
            isAligned(workspace.panes), let alignment
        else { return [] }
        guard alignment.isOpen else {
            // The lists alone tell it.
            walk = .over
            return []
        }
        if workspace.panes.left.isOffline || workspace.panes.right.isOffline { return [] }
        let request = requests.next()
        walk = .running(request, since: workspace.instant, isStale: false)
        return [.compareBelow(request, pair(workspace.panes))]
    }

    // MARK: Answers

    /// The rows have come; the cursor stays on its entry, or beside the other pane's.
    mutating func take(
        _ aligned: PaneAlignment, _ request: RequestID, isFiltering: Bool,
        _ panes: inout Panes, height: Int
    ) {
        guard request == aligning, isInForce(panes) else { return }
        aligning = nil
        let (cursor, isOnParent) = (panes.focused.cursor, panes.focused.isOnParent)
        let own = panes.focused.index(atRow: cursor)
        let isBeside = beside != nil && !isOnParent && (own == nil || !isAligned(panes))
        alignment = aligned
        let firstRow = panes.left.hasParent || panes.right.hasParent ? 1 : 0
        panes.left.align(aligned.orders.first, aligned.rows.first, firstRow: firstRow)
        panes.right.align(aligned.orders.second, aligned.rows.second, firstRow: firstRow)
        var row: Int?
        if isBeside, let beside { row = panes[beside.side].row(of: beside.name) }
        if row == nil { row = own.flatMap { panes.focused.row(of: $0) } }
        let start = isFiltering && !isOnParent ? firstRow : cursor
        panes.focused.moveCursor(to: row ?? start, height: height)
    }

    /// More was found out below.
    mutating func take(_ verdicts: [ComparedName: Verdict], _ request: RequestID) {
        if case .running(request, _, _) = walk { found.merge(verdicts) { $1 } }
    }

    /// All is found out.
    mutating func end(
        _ result: Result<ComparisonEnd, FileSystemError>, _ request: RequestID, at now: Instant
    ) {
        guard case .running(request, let since, let isStale) = walk else { return }
        took = now.seconds(since: since)
        walk = isStale ? .due(now + max(2, min(60, 4 * took))) : .over
        // The rows are put together with what is known now.
        walks += 1
        switch result {
        case .success(let end):
            found = end.verdicts
            (foldsCase, offset) = (end.foldsCase, end.offset)
            remark = end.failure ?? end.offset.map { PaneComparison.text(ofOffset: $0) }
        case .failure(let error):
            remark = error.message
        }
    }

    /// Once all is known, what the user is told of it; nil where he was told.
    mutating func announcement(_ panes: Panes) -> (text: String, isTrouble: Bool)? {
        guard isAnnounced, case .over = walk, aligning == nil, isAligned(panes) else { return nil }
        isAnnounced = false
        let counts = alignment?.counts ?? [:]
        let lone = alignment?.lone ?? Pair(0, 0)
        let failed = counts[.failed, default: 0] + counts[.open, default: 0]
        defer { remark = nil }
        if failed > 0 {
            let number = Format.number(failed)
            let what = tr(
                failed, one: "\(number) name could not be compared.",
                other: "\(number) names could not be compared.")
            return (remark.map { "\(what) \($0)" } ?? what, true)
        }
        var parts: [String] = []
        if let count = counts[.different] {
            parts.append(tr(count, one: "\(count) differs", other: "\(count) differ"))
        }
        if lone.first > 0 { parts.append(tr("\(lone.first) only on the left")) }
        if lone.second > 0 { parts.append(tr("\(lone.second) only on the right")) }
        let list = listed(parts)
        let text =
            parts.isEmpty ? tr("The panes show no difference.") : tr("Compared: \(list).")
        return (remark.map { "\(text) \($0)" } ?? text, false)
    }
}

extension Arrangement {
    /// Whether both order alike; what names are read as is a pane's own.
    fileprivate func isLike(_ other: Arrangement) -> Bool {
        var own = self
        own.charset = other.charset
        return own == other
    }
}
