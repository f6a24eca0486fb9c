import Files
import UI

/// The connections of the panes and of what works beside them, by whom they work for. Belongs to the
/// main thread.
final class PaneConnections {
    /// Seconds after which a connection that nobody uses is closed; a pane keeps its own.
    private static let idleLimit = 60.0

    private let context: ConnectionContext
    private let inbox: Inbox
    private let prompts: LoginPrompts
    private var all: [ConnectionUse: PaneConnection] = [:]

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
        let shown = Side.allCases.map(ConnectionUse.pane).first { all[$0]?.site == site }
        return connection(for: shown ?? .tally, site)
    }

    /// Ends what a pane's connection does, whatever it waits for.
    func abandon(_ side: Side) {
        all.removeValue(forKey: .pane(side))?.abandon()
    }

    /// Notices connections that were lost while idle, and closes those that nobody uses.
    func tick(now: Instant) {
        for (use, connection) in all {
            switch use {
            case .pane(let side): connection.watch(side, inbox)
            case .viewer, .tally, .attributes:
                if now.seconds(since: connection.lastUse) > PaneConnections.idleLimit {
                    connection.retire()
                    all[use] = nil
                }
            }
        }
    }

    /// Says good-bye to every server, without waiting for them.
    func close() {
        for connection in all.values { connection.retire() }
        all = [:]
    }
}
