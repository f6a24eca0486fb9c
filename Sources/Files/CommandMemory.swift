import Synchronization

/// How a server was seen to take commands.
package enum CommandPace: Hashable, Sendable {
    /// Several that came together were answered, each.
    case windows
    /// What comes together with another command is lost, so each is sent after the reply to the one
    /// before.
    case single
}

/// Remembers how servers take commands: in memory, or in a file as well. Called on workers; may block
/// on a file, never on the user.
package protocol CommandMemory: AnyObject, Sendable {
    /// How the site's host and port take them; nil where that was not seen yet.
    func commandPace(of site: Site) -> CommandPace?
    /// From now on for all connections; nil where what was remembered holds no longer.
    func noteCommandPace(_ pace: CommandPace?, of site: Site)
    /// Whether this process has seen that the site's user may rename and remove what he has made there,
    /// which temporary files need.
    func takesTemporaryFiles(_ site: Site) -> Bool
    /// From now on for all connections of this process.
    func noteTemporaryFiles(of site: Site)
}

/// Who logs in where.
package struct ServerAccount: Hashable, Sendable {
    private let place: ServerPlace
    private let user: String?

    package init(_ site: Site) {
        place = ServerPlace(site)
        user = site.user
    }
}

/// Remembers it for as long as the process runs.
package final class TransientCommands: CommandMemory {
    private let paces = Mutex<[ServerPlace: CommandPace]>([:])
    private let accounts = Mutex<Set<ServerAccount>>([])

    /// Of no server anything.
    package init() {}

    package func commandPace(of site: Site) -> CommandPace? {
        paces.withLock { $0[ServerPlace(site)] }
    }

    package func noteCommandPace(_ pace: CommandPace?, of site: Site) {
        paces.withLock { $0[ServerPlace(site)] = pace }
    }

    package func takesTemporaryFiles(_ site: Site) -> Bool {
        accounts.withLock { $0.contains(ServerAccount(site)) }
    }

    package func noteTemporaryFiles(of site: Site) {
        accounts.withLock { _ = $0.insert(ServerAccount(site)) }
    }
}
