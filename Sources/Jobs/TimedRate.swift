/// A limit for all transfers together, which may end at a time of the day.
package struct TimedRate: Hashable, Sendable {
    /// Bytes a second; nil for no limit.
    package var bytesPerSecond: UInt64?
    /// The time of the day at which another holds, `18:00`; nil where this one holds all day.
    package var end: String?

    /// A limit that holds until then.
    package init(_ bytesPerSecond: UInt64?, until end: String? = nil) {
        self.bytesPerSecond = bytesPerSecond
        self.end = end
    }
}
