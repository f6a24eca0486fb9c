import Files

/// Panes are read again where a transfer or a visitor has changed what they show.
extension Workspace {
    /// Marks the panes that show the directory in which something was made or removed: the one that
    /// holds the location, or the location itself.
    mutating func noteChange(at location: Location, isInside: Bool = false) {
        for side in Side.allCases where !self[side].isEmpty && self[side].rereadDue == nil {
            let pane = self[side]
            guard
                isInside
                    ? location.site == pane.site && location.path == pane.path
                    : touches(location, pane)
            else { continue }
            // A listing that takes long is not asked for all the time.
            let soon = instant + 0.2
            let earliest = pane.lastListing.map { $0.at + max(1, min(60, 4 * $0.took)) }
            self[side].rereadDue = max(soon, earliest ?? soon)
        }
    }

    /// Whether a place is an entry of the directory that the pane shows.
    private func touches(_ location: Location, _ pane: Pane) -> Bool {
        location.site == pane.site
            && location.path.components.count == pane.path.components.count + 1
            && location.path.isInside(pane.path)
    }

    /// Reads again what is due by the clock. What is being marked in a pane, or typed in the focused
    /// one, is not to be moved away under the cursor.
    mutating func rereadDue(isTyping: Bool) -> Outcome {
        var outcome = Outcome.nothing
        for side in Side.allCases {
            guard let due = self[side].rereadDue, due <= instant, self[side].pending == nil,
                self[side].visual == nil, !isTyping || side != focus
            else { continue }
            self[side].rereadDue = nil
            guard !self[side].isOffline else { continue }
            outcome += reread(side, isQuiet: true)
        }
        return outcome
    }
}
