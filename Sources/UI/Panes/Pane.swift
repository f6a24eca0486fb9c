package import Files
import Words

/// One of the two panes: where it is, what it shows, what it waits for.
package struct Pane: Sendable {
    /// How the pane stands with its server.
    package enum Connection: Hashable, Sendable {
        /// This machine, or a server that answers.
        case online
        /// Lost; what was last known stays browsable, the next action reconnects.
        case offline(reason: String)
    }

    /// Its rows beside those of the other pane.
    struct Alignment: Sendable {
        var rows: AlignedRows
        /// 1 where one of the panes has a `..` row.
        var firstRow: Int
    }

    /// A listing that is on its way.
    package struct Pending: Sendable {
        /// Names it.
        package var request: RequestID
        /// Where it is.
        package var site: Site
        /// Nil: where the login leads.
        package var path: Path?
        /// From there.
        package var below: RelativePath?
        /// How the listing is asked to be ordered.
        package var arrangement: Arrangement
        /// Where the cursor goes once it is there.
        package var cursorName: Name?
        /// What is marked once it is there.
        package var marks: [Name] = []
        /// When it was asked for.
        package var since: Instant
        /// Entries read so far.
        package var count = 0
        /// Read again: marks and place stay.
        package var isReread = false
        /// Read again by itself: nothing is said of it.
        package var isQuiet = false
        /// It follows the other pane.
        package var isFollowing = false
        /// The link that is being entered: where it leads to no directory, it is viewed.
        package var link: Entry?
        /// Whether it is gone back or forward to.
        var step = PaneTrail.Step.anew

        /// A directory that was asked for.
        package init(
            request: RequestID, site: Site, path: Path?, arrangement: Arrangement, since: Instant
        ) {
            self.request = request
            self.site = site
            self.path = path
            self.arrangement = arrangement
            self.since = since
        }

        /// `ftp://user@host/path`, or a path of this machine.
        var text: String { site.text + (path?.text(on: site) ?? "") }
    }

    /// Marking by moving: what is between the anchor and the cursor is marked.
    struct Visual: Hashable, Sendable {
        var anchor: Int
        var before: MarkSet
        /// Bytes of the files in `before`.
        var bytesBefore: UInt128
        /// Rows that are marked besides `before`; nil where the marks were changed otherwise.
        var covered: Range<Int>?
    }

    /// Whose directory is shown.
    package var site: Site {
        didSet {
            if site.charsetOfNames != oldValue.charsetOfNames { charset = site.nameCharset }
        }
    }
    /// The charset of names that are not UTF-8, looked up once.
    private(set) var charset: Charset?
    /// The directory that is shown.
    package var path: Path
    /// What the directory holds.
    package private(set) var directory = Directory()
    /// The request whose answer `directory` is; names it for `Effect.arrange`.
    package private(set) var directoryRequest: RequestID?
    /// What is shown, in order. `..` stands before it, except in the root.
    private(set) var shown = EntryOrder()
    /// Nil where they follow one another.
    var alignment: Alignment?
    /// How it is ordered, and what of it is shown.
    package var arrangement = Arrangement()
    /// The order that is waited for.
    package var arranging: RequestID?
    /// The cursor in the rows: 0 is `..` where there is one.
    var list = ListCursor()
    /// Marked entries, by index into `directory`; only what is shown can be marked.
    package internal(set) var marked = MarkSet()
    /// Bytes of the marked files; as wide as it takes for none to be lost when one is unmarked.
    var markedSum: UInt128 = 0
    var visual: Visual?
    /// The listing that is waited for.
    package var pending: Pending?
    /// Where it has been.
    var trail = PaneTrail()
    /// What was last asked for and failed, while nothing is shown; without a reason, it was not asked for
    /// since the program was started.
    var failed: (pending: Pending, reason: String?)?
    /// When the directory is to be read again because a transfer changed it.
    package var rereadDue: Instant?
    /// When the last listing came, and how long it took, in seconds.
    var lastListing: (at: Instant, took: Double)?
    /// How the pane stands with its server.
    package var connection: Connection = .online
    /// The number of its connection in the log.
    package var connectionNumber: Int?
    /// Of the file system, in bytes.
    package var free: UInt64?
    /// What can be done there.
    /// No literal: an empty one of another module's is made by way of its metadata, at every start.
    package var capabilities = Capabilities(rawValue: 0)
    /// Whether modes can be set there, and times, as far as it is known.
    private(set) var setsModes = false
    private(set) var setsTimes = false
    /// How the connection that the list came over was protected.
    package var security: ConnectionSecurity?
    /// The charset that names here are probably in, where the site has none.
    var charsetGuess: Charset?
    /// Whether nothing has been listed yet and there is nowhere to be.
    package var isEmpty = false

    /// Shows nothing of a directory yet.
    package init(site: Site, path: Path) {
        self.site = site
        charset = site.nameCharset
        self.path = path
    }

    /// A pane that is nowhere yet.
    package static var empty: Pane {
        var pane = Pane(site: .local, path: .root)
        pane.isEmpty = true
        return pane
    }

    /// Row of the cursor: 0 is `..` where there is one.
    package var cursor: Int { list.cursor }
    /// First row shown.
    package var top: Int { list.top }

    /// What is shown, in order: indices into `directory`.
    package var order: [UInt32] { shown.indices }
    /// Bytes of the files shown.
    package var shownBytes: UInt64 { UInt64(clamping: shown.bytes) }
    /// Bytes of the marked files.
    package var markedBytes: UInt64 { UInt64(clamping: markedSum) }

    /// The directory that is shown.
    package var location: Location { Location(site: site, path: path) }

    /// Whether the connection was lost.
    package var isOffline: Bool {
        if case .offline = connection { return true }
        return false
    }

    /// When it may be read again by itself: a listing that takes long is not asked for all the time.
    func earliestReread(after moment: Instant) -> Instant {
        let earliest = lastListing.map { $0.at + max(1, min(60, 4 * $0.took)) }
        return max(moment, earliest ?? moment)
    }

    /// Whether it shows the progress of what it waits for instead of its list.
    func showsProgress(at now: Instant) -> Bool {
        guard let pending, !pending.isReread else { return false }
        return isEmpty || now.seconds(since: pending.since) >= 0.5
    }

    /// Why nothing can be changed in an archive.
    static let archiveRefusal = tr("Ferry does not change archives; copy the files out first.")

    /// Why nothing can be written in an archive, or on a web server that is not known to take files; nil
    /// elsewhere.
    var readOnlyRefusal: String? {
        if !isEmpty, site.archive != nil { return Pane.archiveRefusal }
        guard !isEmpty, [.http, .https].contains(site.scheme), !capabilities.contains(.write)
        else { return nil }
        let dav = site.scheme == .http ? "dav://" : "davs://"
        return
            tr(
                "This pane is read-only; if \(VisibleText.make(site.host)) supports WebDAV, open it "
                    + "with \(dav).")
    }

    /// Whether a `..` row comes first.
    package var hasParent: Bool { (!path.isRoot || site.archive != nil) && !isEmpty }
    /// Where `..` leads: out of an archive from its root.
    var parent: (site: Site, path: Path) {
        guard path.isRoot, let archive = site.archive else { return (site, path.parent) }
        return (site.container, archive.parent)
    }
    /// The first row of an entry, or of a gap beside one.
    var firstRow: Int { alignment?.firstRow ?? (hasParent ? 1 : 0) }
    /// Rows, that of `..` included.
    package var rowCount: Int { (alignment?.rows.count ?? order.count) + firstRow }

    /// The entry's index in `directory` at a row; nil for `..`, a gap and outside.
    package func index(atRow row: Int) -> UInt32? {
        let position = row - firstRow
        if let alignment { return alignment.rows.index(at: position) }
        return order.indices.contains(position) ? order[position] : nil
    }

    /// What is shown from one row up to, and without, another; nothing where that is before it.
    func indices(atRows start: Int, _ end: Int) -> [UInt32] {
        let count = rowCount - firstRow
        let upper = min(max(0, end - firstRow), count)
        let lower = min(max(0, start - firstRow), upper)
        return alignment?.rows.indices(in: lower..<upper) ?? Array(order[lower..<upper])
    }

    /// What stands in a row; nil for `..`, a gap and outside.
    package func entry(atRow row: Int) -> Entry? {
        index(atRow: row).flatMap { directory.entry(at: Int($0)) }
    }

    /// The entry under the cursor; nil for `..`.
    package var current: Entry? { entry(atRow: cursor) }

    /// Whether the cursor is on `..`.
    var isOnParent: Bool { hasParent && cursor == 0 }

    /// The row on which an entry of this name is shown.
    func row(of name: Name) -> Int? {
        directory.index(of: name).flatMap { row(of: UInt32(clamping: $0)) }
    }

    /// The row of an entry, by its index in `directory`; nil where it is not shown.
    func row(of index: UInt32) -> Int? {
        guard let place = shown.position(of: index) else { return nil }
        guard let alignment else { return place + firstRow }
        return alignment.rows.row(ofPlace: place).map { $0 + firstRow }
    }

    /// What an action is about: what is marked, in the order shown, else what is under the cursor.
    var chosen: Selection {
        if !marked.isEmpty { return Selection(marked, of: directory, in: shown) }
        return index(atRow: cursor).map { Selection($0, of: directory) } ?? Selection()
    }
}

extension Pane {
    /// Shows a directory that was read.
    mutating func show(_ listing: Listing, as request: RequestID) {
        directory = listing.directory
        directoryRequest = request
        free = listing.free
        capabilities = listing.capabilities
        setsModes = listing.setsModes
        setsTimes = listing.setsTimes
        charsetGuess = listing.charsetGuess
        security = listing.security
        marked = []
        markedSum = 0
        visual = nil
        isEmpty = false
        failed = nil
        setOrder(listing.order)
    }

    /// Shows a directory that was waited for; of one that was shown already the marks and the cursor
    /// stay on their names.
    mutating func accept(_ listing: Listing, _ pending: Pending, at now: Instant, height: Int) {
        let isSamePlace = !isEmpty && location == listing.location
        let cursorName = pending.cursorName ?? (isSamePlace ? current?.name : nil)
        var kept =
            isSamePlace ? KeptMarks.carry(marked, from: directory, to: listing.directory) : []
        if isSamePlace { trail.drop(pending.step) }
        if !isSamePlace {
            if !isEmpty {
                trail.leave(
                    PaneTrail.Spot(location: location, cursorName: current?.name), by: pending.step)
            }
            arrangement.filter = pending.arrangement.filter
            list = ListCursor()
        }
        site = listing.location.site
        path = listing.location.path
        show(listing, as: pending.request)
        arranging = nil
        connection = .online
        lastListing = (now, now.seconds(since: pending.since))
        if !pending.marks.isEmpty {
            kept = MarkSet()
            let names = NameTable(directory)
            for name in pending.marks {
                guard let index = names.index(of: name, in: directory) else { continue }
                kept.insert(UInt32(clamping: index))
            }
        }
        if !kept.isEmpty {
            kept.formIntersection(shown.shown)
            mark(exactly: kept)
        }
        var row = isSamePlace ? cursor : 0
        if let cursorName, let found = self.row(of: cursorName) { row = found }
        moveCursor(to: row, height: height)
    }

    /// Shows the same directory in another order; marks of what is not shown any more go.
    mutating func setOrder(_ order: EntryOrder) {
        alignment = nil
        shown =
            order.directoryCount == directory.count
            ? order : EntryOrder(order.indices, in: directory)
        guard !marked.isEmpty else { return }
        var kept = marked
        kept.formIntersection(shown.shown)
        if kept.count != marked.count { mark(exactly: kept) }
    }

    /// Shows an order that was asked for; the cursor stays on its entry. While a filter is typed, it
    /// goes to the first match where that has gone, and not to the row where something else was.
    mutating func take(_ order: EntryOrder, isFiltering: Bool, height: Int) {
        let row = cursor
        let index = index(atRow: row)
        arranging = nil
        visual = nil
        setOrder(order)
        var target = row
        if let index, let found = self.row(of: index) {
            target = found
        } else if index != nil, isFiltering {
            target = hasParent ? 1 : 0
        }
        moveCursor(to: target, height: height)
    }

    /// Moves the cursor to a row, or to the nearest there is; `top` follows with `height` rows.
    mutating func moveCursor(to row: Int, height: Int) {
        list.move(to: row, count: rowCount, height: height)
    }
}
