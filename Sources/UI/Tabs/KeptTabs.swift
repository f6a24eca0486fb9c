import Files

/// What of the tabs was written down last.
struct KeptTabs: Sendable {
    /// Seconds between two looks at what has changed.
    private static let interval = 1.0

    private var key: [SessionKey]?
    private var lastLook: Instant?

    init() {}

    /// Has the tabs written down where they show something else than last.
    mutating func note(_ panes: Panes, at now: Instant) -> Outcome {
        if let lastLook, now.seconds(since: lastLook) < KeptTabs.interval { return .nothing }
        lastLook = now
        let key = panes.sessionKey
        defer { self.key = key }
        // What is there at the start was there before.
        guard let before = self.key, before != key else { return .nothing }
        return [.keepTabs(panes.session)]
    }
}
