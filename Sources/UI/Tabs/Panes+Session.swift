import Files
package import Settings

extension Panes {
    /// What all tabs show, to be shown again at the next start.
    package var session: TabSession {
        var session = TabSession()
        session.left = sessionTabs(.left)
        session.right = sessionTabs(.right)
        session.isRightFocused = focus == .right
        return session
    }

    private func sessionTabs(_ side: Side) -> TabSession.Side {
        let tabs = tabs(side)
        var kept = TabSession.Side()
        for (position, id) in tabs.ids.enumerated() {
            guard let tab = pane(id)?.sessionTab else { continue }
            if position <= tabs.position { kept.shown = kept.tabs.count }
            kept.tabs.append(tab)
        }
        return kept
    }

    /// What has to be written down at once where it changes: what the tabs show, not where in it.
    var sessionKey: [SessionKey] {
        Side.allCases.flatMap { side in
            let tabs = tabs(side)
            return tabs.ids.map { id in
                let pane = pane(id)
                return SessionKey(
                    id: id, isShown: id == tabs.shown, location: pane?.location,
                    arrangement: pane?.arrangement)
            }
        }
    }
}

/// A tab and what it shows.
struct SessionKey: Hashable, Sendable {
    let id: TabID
    let isShown: Bool
    let location: Location?
    let arrangement: Arrangement?
}

extension Pane {
    /// Nil where it shows nothing, nor was to.
    fileprivate var sessionTab: TabSession.Tab? {
        if isEmpty {
            guard let waiting = pending ?? failed?.pending, waiting.below == nil,
                waiting.site[SiteURL.query] == nil
            else { return nil }
            var tab = TabSession.Tab(
                site: waiting.site, path: waiting.path, sort: arrangement.key.rawValue)
            tab.take(arrangement)
            tab.cursor = waiting.cursorName
            tab.marks = waiting.marks
            return tab
        }
        // A query may be what lets in whoever knows it.
        guard site[SiteURL.query] == nil else { return nil }
        var tab = TabSession.Tab(site: site, path: path, sort: arrangement.key.rawValue)
        tab.take(arrangement)
        tab.cursor = current?.name
        if marked.count <= TabSession.markLimit {
            tab.marks = marked.compactMap { directory.entry(at: Int($0))?.name }
        }
        return tab
    }

    /// What a tab showed at the last time; nothing is asked of its server yet.
    fileprivate init(_ tab: TabSession.Tab, _ arrangement: Arrangement, _ request: RequestID) {
        self = .empty
        self.arrangement = arrangement
        self.arrangement.key = Arrangement.Key(rawValue: tab.sort) ?? .name
        self.arrangement.isReversed = tab.isReversed
        self.arrangement.showsHidden = tab.showsHidden
        var pending = Pane.Pending(
            request: request, site: tab.site, path: tab.path, arrangement: self.arrangement,
            since: Instant(seconds: 0))
        pending.cursorName = tab.cursor
        pending.marks = tab.marks
        failed = (pending, nil)
    }
}

extension TabSession.Tab {
    fileprivate mutating func take(_ arrangement: Arrangement) {
        isReversed = arrangement.isReversed
        showsHidden = arrangement.showsHidden
    }
}

extension Model {
    /// Shows the tabs of the last time. Those of this machine are read once they are seen; those of servers
    /// connect when the user wants it.
    package mutating func restore(_ session: TabSession) -> [Effect] {
        var effects: [Effect] = []
        for (side, kept) in [(Side.left, session.left), (.right, session.right)] {
            for (position, tab) in kept.tabs.prefix(SideTabs.limit).enumerated() {
                let pane = Pane(
                    tab, workspace.panes[side].arrangement, workspace.requests.next())
                if position == 0 {
                    workspace.panes[side] = pane
                } else {
                    workspace.panes.changeTabs(side) { tabs, shown in tabs.open(pane, &shown) }
                }
            }
            workspace.panes.changeTabs(side) { tabs, shown in tabs.show(kept.shown, &shown) }
            effects.append(.showTab(workspace.panes.tab(side)))
            if workspace.panes[side].failed?.pending.site.isRemote == false {
                effects += carryOut(Rereading.wanted.start(in: side, &workspace))
            }
        }
        workspace.panes.focus = session.isRightFocused ? .right : .left
        return effects
    }
}
