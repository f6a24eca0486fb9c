import Synchronization

/// Remembers how servers take commands: in memory, or in a file as well. Called on workers; may block
/// on a file, never on the user.
package protocol CommandMemory: AnyObject, Sendable {
    /// Whether commands that come together with another are lost at the site's host and port, so that
    /// each is sent after the reply to the one before.
    func takesSingleCommands(_ site: Site) -> Bool
    /// They are; from now on for all connections.
    func noteSingleCommands(of site: Site)
}

/// Remembers it for as long as the process runs.
package final class TransientCommands: CommandMemory {
    private let single = Mutex<Set<ServerPlace>>([])

    /// Of every server that it takes them together.
    package init() {}

    package func takesSingleCommands(_ site: Site) -> Bool {
        single.withLock { $0.contains(ServerPlace(site)) }
    }

    package func noteSingleCommands(of site: Site) {
        single.withLock { _ = $0.insert(ServerPlace(site)) }
    }
}
