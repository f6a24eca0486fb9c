import Engine
import Files
import Settings
import Sync

extension HeadlessSession: TreeAccess {
    /// Connections to a server, where nobody says how many.
    private static let usualConnections = 8

    /// What earlier mirrors have left behind of two places.
    func memory(of places: Pair<Location>) -> MirrorMemory {
        MirrorMemory(places, storePath: settings.storePath) {
            StandardError.say(Failure.prefix + $0)
        }
    }

    var connectionCount: Int {
        settings.config.connections ?? HeadlessSession.usualConnections
    }

    /// A signal ends the command.
    var isStopped: Bool { false }

    func connector(to site: Site) -> @Sendable () -> any FileSystem {
        let (shared, prompter) = (session, prompter)
        return {
            shared.fileSystem(
                for: site, connection: shared.nextConnection(), prompter: prompter)
        }
    }
}
