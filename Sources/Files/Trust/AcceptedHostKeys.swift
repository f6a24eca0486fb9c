import Synchronization

/// Host keys that the user trusts, from the answer until ssh asks for them: ssh then writes them into
/// its `known_hosts` itself, and they are kept nowhere else. At once for all connections of this
/// process.
package final class AcceptedHostKeys: Sendable {
    private struct Shown: Hashable {
        var place: ServerPlace
        var fingerprint: String

        init(_ key: HostKey) {
            place = ServerPlace(host: key.host, port: key.port)
            fingerprint = key.fingerprint
        }
    }

    private let keys = Mutex<Set<Shown>>([])

    /// None yet.
    package init() {}

    /// The user trusts this key of this host and port.
    package func accept(_ key: HostKey) {
        keys.withLock { _ = $0.insert(Shown(key)) }
    }

    /// What ssh is to be told that asks about this key: its fingerprint, which ssh takes for a yes to
    /// this key and to no other. Nil where the user has yet to decide.
    package func answer(to key: HostKey) -> String? {
        keys.withLock { $0.contains(Shown(key)) } ? key.fingerprint : nil
    }
}
