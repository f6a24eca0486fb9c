/// When a large file is fetched in segments, by several connections.
package struct DivisionRules: Hashable, Sendable {
    /// Bytes that are left of a file from which on it is worth while.
    package var worth: UInt64 = 64 << 20
    /// Bytes at least that are left to each of two that share what one was to fetch.
    package var leastSegment: UInt64 = 8 << 20
    /// Seconds of a round trip from which on the line is so long that one connection may not fill it.
    package var longLine = 0.1
    /// Round trips that the first connection waits there for others before it asks for the file (a login takes
    /// five or six), and seconds of it at least and at most.
    var gatheringTrips = 12.0
    var gathering = 1.0...4.0
    /// Seconds for which one connection is measured elsewhere, and that the file takes at least after it.
    package var measuring = 1.0
    package var patience = 4.0

    package init() {}

    package static let usual = DivisionRules()
}
