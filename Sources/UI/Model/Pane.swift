package import Files

/// One of the two panes: where it is, what it shows, what it waits for.
package struct Pane: Sendable {
    /// How the pane stands with its server.
    package enum Connection: Hashable, Sendable {
        /// This machine, or a server that answers.
        case online
        /// Lost; what was last known stays browsable, the next action reconnects.
        case offline(reason: String)
    }

    /// A listing that is on its way.
    package struct Pending: Sendable {
        package var request: RequestID
        package var site: Site
        package var path: Path?
        /// Where the cursor goes once it is there.
        package var cursorName: Name?
        /// Seconds since the epoch.
        package var since: Double
        /// Entries read so far.
        package var count = 0
        /// Read again: marks and place stay.
        package var isReread = false

        package init(
            request: RequestID, site: Site, path: Path?, cursorName: Name? = nil, since: Double,
            isReread: Bool = false
        ) {
            self.request = request
            self.site = site
            self.path = path
            self.cursorName = cursorName
            self.since = since
            self.isReread = isReread
        }
    }

    package var site: Site
    package var path: Path
    package var directory = Directory()
    /// The request whose answer `directory` is; names it for `Effect.arrange`.
    package var directoryRequest: RequestID?
    /// What is shown, in order: indices into `directory`. `..` stands before it, except in the root.
    package var order: [UInt32] = []
    package var arrangement = Arrangement()
    package var arranging: RequestID?
    /// Row of the cursor: 0 is `..` where there is one.
    package var cursor = 0
    /// First row shown.
    package var top = 0
    /// Marked entries, by index into `directory`.
    package var marked: Set<UInt32> = []
    package var markedBytes: UInt64 = 0
    package var pending: Pending?
    /// When the directory is to be read again because a transfer changed it: seconds since the
    /// epoch.
    package var rereadDue: Double?
    package var connection: Connection = .online
    package var connectionNumber: Int?
    package var free: UInt64?
    package var capabilities: Capabilities = []
    /// Whether nothing has been listed yet and there is nowhere to be (the sites screen shows).
    package var isEmpty = false

    package init(site: Site, path: Path) {
        self.site = site
        self.path = path
    }

    /// Whether a `..` row comes first.
    package var hasParent: Bool { !path.isRoot }
    /// Rows, that of `..` included.
    package var rowCount: Int { order.count + (hasParent ? 1 : 0) }

    /// The entry's index in `directory` at a row; nil for `..` and outside.
    package func index(atRow row: Int) -> UInt32? {
        let position = hasParent ? row - 1 : row
        return order.indices.contains(position) ? order[position] : nil
    }

    /// The entry under the cursor; nil for `..`.
    package var current: Entry? {
        index(atRow: cursor).flatMap { directory.entry(at: Int($0)) }
    }
}
