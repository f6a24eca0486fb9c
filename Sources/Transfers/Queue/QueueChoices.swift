package import Files

/// What the user has said of a queue for as long as a process works on it.
package struct QueueChoices: Sendable {
    /// Bytes a second of all jobs together; nil for no limit.
    package var limit: UInt64?
    /// Whether that holds whatever the time of the day.
    package var limitHolds: Bool
    /// Connections that transfers may have to single sites, 1…16.
    package var connections: [Site: Int]

    package init(
        limit: UInt64? = nil, limitHolds: Bool = false, connections: [Site: Int] = [:]
    ) {
        self.limit = limit
        self.limitHolds = limitHolds
        self.connections = connections
    }
}
