import Glibc
import Words

/// Why bytes could not be carried.
package struct TransportError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// `Interrupter.interrupt` was called.
        case cancelled
        case timeout
        /// The host name has no address.
        case unresolved
        /// Nothing listens there, or the network does not lead there.
        case unreachable
        /// The peer closed or reset the connection.
        case closed
        /// TLS could not be begun, or broke.
        case tls
        /// The peer's bytes break a limit or a rule.
        case violation
        /// The proxy cannot be reached, or could not reach the host; another try may help.
        case proxy
        /// The proxy refuses, or is none; the words say what to do.
        case proxyRefused
        /// Every port to listen on is taken.
        case noFreePort
        case other
    }

    package var kind: Kind
    /// The system's own words, without a full stop.
    package var words: String

    package init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }

    static let cancelled = TransportError(.cancelled, tr("cancelled"))
    /// Nothing came that counts as an answer.
    package static let timeout = TransportError(.timeout, tr("no answer in time"))
    /// The end came without TLS's own sign (close_notify): bytes may be missing.
    static let unfinished = TransportError(
        .closed,
        tr(
            "the connection ended without a TLS close "
                + "message"))
    static let closed = TransportError(.closed, tr("the connection is closed"))

    /// From errno.
    init(errno code: CInt) {
        words = systemReason(code)
        switch code {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, EHOSTDOWN, ENETDOWN:
            kind = .unreachable
        case ETIMEDOUT: kind = .timeout
        case ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED, ESHUTDOWN: kind = .closed
        default: kind = .other
        }
    }
}
