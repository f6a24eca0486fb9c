import Files

extension Panes {
    /// The tab that is seen on a side.
    package func tab(_ side: Side) -> TabID { tabs(side).shown }

    /// The tabs of a side.
    func tabs(_ side: Side) -> SideTabs { side == .left ? leftTabs : rightTabs }

    /// All tabs of both sides.
    var allTabs: [TabID] { leftTabs.ids + rightTabs.ids }

    /// A tab, whether it is seen or not; nil where it is closed.
    package func pane(_ tab: TabID) -> Pane? {
        self.tab(tab.side) == tab ? self[tab.side] : tabs(tab.side).hidden(tab)
    }

    /// Changes a tab, whether it is seen or not; nothing where it is closed.
    mutating func change(_ tab: TabID, _ change: (inout Pane) -> Void) {
        if self.tab(tab.side) == tab {
            change(&self[tab.side])
        } else {
            changeTabs(tab.side) { tabs, _ in tabs.changeHidden(tab, change) }
        }
    }

    /// Changes all tabs that are not seen.
    mutating func changeHidden(_ change: (inout Pane) -> Void) {
        leftTabs.changeAllHidden(change)
        rightTabs.changeAllHidden(change)
    }

    /// Has a tab be the one that is seen on its side; nothing where it is closed.
    mutating func show(_ tab: TabID) {
        guard let position = tabs(tab.side).ids.firstIndex(of: tab) else { return }
        changeTabs(tab.side) { tabs, pane in tabs.show(position, &pane) }
    }

    /// Changes the tabs of a side together with the pane that is seen there.
    mutating func changeTabs<Answer>(
        _ side: Side, _ change: (inout SideTabs, inout Pane) -> Answer
    ) -> Answer {
        switch side {
        case .left: change(&leftTabs, &left)
        case .right: change(&rightTabs, &right)
        }
    }
}
