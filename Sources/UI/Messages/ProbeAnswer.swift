import Words

/// What a port of a host answered to a connection.
package enum ProbeAnswer: Hashable, Sendable {
    /// It takes connections; with the line that came by itself, sanitised, where it was waited for.
    case open(greeting: String?)
    /// It refuses them, or the network does not lead there.
    case closed
    /// Nothing came in time.
    case silent
    /// The host has no address.
    case unknownHost

    var isOpen: Bool {
        if case .open = self { true } else { false }
    }

    /// A word or two for beside the protocol.
    var words: String {
        switch self {
        case .open: tr("open", meaning: "a port")
        case .closed: tr("closed", meaning: "a port")
        case .silent: tr("no answer")
        case .unknownHost: tr("host not found")
        }
    }
}
