package import Files

/// How long Ferry waits in a conversation with a server, in seconds.
package struct Timeouts: Hashable, Sendable {
    /// Without an answer, or a byte, until the connection counts as dead.
    package var idle: Double
    /// For a reply that may be missing, beside three times what those of the login took.
    package var missing = 0.75
    /// For the reply to QUIT.
    package var quit = 2.0
    /// For the replies after a transfer was broken off.
    package var abort = 2.0
    /// For the reason, after the server broke an upload off.
    package var reason = 5.0
    /// For the 1xx reply to an upload; then its bytes go out without one.
    package var permission = 5.0
    /// For the final reply to a download whose bytes are all there.
    package var confirmation = 15.0
    /// Between two NOOPs while data still drains after an early final reply.
    package var drain = 60.0
    /// For a whole listing, however steadily it trickles in.
    package var listing = 1_800.0

    package init(_ site: Site) {
        idle = Double(site.timeout)
    }
}
