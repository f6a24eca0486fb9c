import Files
import UI

/// The connections of the panes and of what works beside them, by whom they work for. Belongs to the
/// main thread.
final class PaneConnections {
    /// Seconds after which a connection that nobody uses is closed; a pane keeps its own.
    private static let idleLimit = 60.0
    /// The same for a tab that is not seen: a server lets in so many.
    private static let hiddenLimit = 300.0

    private let context: ConnectionContext
    private let inbox: Inbox
    private let prompts: LoginPrompts
    /// The tabs that are seen.
    private var shown = [TabID.left, .right]
    private var all = ConnectionsByUse()

    init(_ context: ConnectionContext, _ inbox: Inbox, _ prompts: LoginPrompts) {
        self.context = context
        self.inbox = inbox
        self.prompts = prompts
    }

    /// The connection that works for somebody now; nil where there is none.
    subscript(use: ConnectionUse) -> PaneConnection? { all[use] }

    /// The connection to a site, made where there is none; one to another site is let go of.
    func connection(for use: ConnectionUse, _ site: Site) -> PaneConnection {
        if let connection = all[use], connection.site == site { return connection }
        if let connection = all[use], connection.site.container == site.container {
            connection.move(to: site)
            return connection
        }
        if let left = all.removeValue(forKey: use) {
            left.declinePrompts()
            left.retire()
        }
        let connection = PaneConnection(
            site: site, context: context, prompter: EngineLoginPrompter(prompts))
        all[use] = connection
        return connection
    }

    /// A connection for looking at something on a site: a pane's, where one shows it.
    func connection(lookingAt site: Site) -> PaneConnection {
        let open = all.uses.first { use in
            if case .pane = use { all[use]?.site == site } else { false }
        }
        return connection(for: open ?? .tally, site)
    }

    /// A tab is seen on its side from now on.
    func show(_ tab: TabID) {
        shown = [tab] + shown.filter { $0.side != tab.side }
    }

    /// Closes the connection of a tab that is closed, once what it was asked for is done.
    func close(_ tab: TabID) {
        guard let connection = all.removeValue(forKey: .pane(tab)) else { return }
        connection.declinePrompts()
        connection.retire()
    }

    /// Ends what a pane's connection does, whatever it waits for.
    func abandon(_ tab: TabID) {
        all.removeValue(forKey: .pane(tab))?.abandon()
    }

    /// Notices connections that were lost while idle, and closes those that nobody uses.
    func tick(now: Instant) {
        for use in all.uses {
            switch use {
            case .pane(let tab):
                all[use]?.watch(tab, inbox)
                if !shown.contains(tab) { retire(use, idleFor: PaneConnections.hiddenLimit, now) }
            case .viewer, .tally, .attributes, .finder, .undo:
                retire(use, idleFor: PaneConnections.idleLimit, now)
            }
        }
    }

    /// Closes a connection that was not used for so many seconds.
    private func retire(_ use: ConnectionUse, idleFor limit: Double, _ now: Instant) {
        guard let connection = all[use], now.seconds(since: connection.lastUse) > limit else {
            return
        }
        connection.retire()
        all[use] = nil
    }

    /// Says good-bye to every server, without waiting for them.
    func close() {
        for use in all.uses { all.removeValue(forKey: use)?.retire() }
    }
}

/// A list and no dictionary: there are a few, and the first use of another kind of dictionary is
/// felt when a program starts.
private struct ConnectionsByUse {
    private(set) var uses: [ConnectionUse] = []
    private var connections: [PaneConnection] = []

    subscript(use: ConnectionUse) -> PaneConnection? {
        get { uses.firstIndex(of: use).map { connections[$0] } }
        set {
            removeValue(forKey: use)
            guard let newValue else { return }
            uses.append(use)
            connections.append(newValue)
        }
    }

    @discardableResult
    mutating func removeValue(forKey use: ConnectionUse) -> PaneConnection? {
        guard let index = uses.firstIndex(of: use) else { return nil }
        uses.remove(at: index)
        return connections.remove(at: index)
    }
}
