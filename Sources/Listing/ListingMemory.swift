import Files

/// What the lines before say about those to come, and what only the whole listing settles. Families
/// that read each line by itself have no use for it.
struct ListingMemory {
    /// The last heading that was there; it makes rows likely that alone would prove nothing.
    enum Heading {
        case none, vms, datasets, members, loadModules, jobs, cms, nonStop
    }

    var heading = Heading.none
    /// Counts every line, empty ones too.
    private(set) var lineNumber = 0
    /// The name of an entry whose `isComposed` is set: one that does not stand in its line as it is.
    private(set) var composedName: [UInt8] = []
    /// A name alone on its line, whose facts may follow on the next one.
    private(set) var waitingName: [UInt8] = []
    private var waitingSince = -1
    var days = NumberedDays()
    var nameColumn = NameColumn()
    var halves = ClockHalves()
    /// Whether a row of `/bin/dls` was there.
    var isTable = false
    var links = LinkPairs()
    var marks = NameMarks()

    mutating func startLine() {
        lineNumber &+= 1
    }

    /// Whether the line before was a name alone.
    var isNameWaiting: Bool { waitingSince == lineNumber - 1 }

    /// Whether this line is a name alone.
    var isWaitingForFacts: Bool { waitingSince == lineNumber }

    mutating func wait(with name: ListingLine) {
        waitingName.removeAll(keepingCapacity: true)
        waitingName.append(contentsOf: name.bytes)
        waitingSince = lineNumber
    }

    /// Puts together the name of the entry that is being read.
    mutating func compose(_ parts: ListingLine...) {
        composedName.removeAll(keepingCapacity: true)
        for part in parts {
            if !composedName.isEmpty { composedName.append(0x2E) }
            composedName.append(contentsOf: part.bytes)
        }
    }

    /// Looks at a line that is no entry: a heading, or a name whose facts come on the next line.
    /// True where the line says nothing more.
    mutating func note(_ line: ListingLine) -> Bool {
        if VMSFamily.isHeading(line) {
            heading = .vms
        } else if CMSFamily.isHeading(line) {
            heading = .cms
        } else if NonStopFamily.isHeading(line) {
            heading = .nonStop
        } else if let found = MVSFamily.heading(line) {
            heading = found
        } else {
            if let name = VMSFamily.nameAlone(line) ?? DLSFamily.nameAlone(line) {
                wait(with: name)
            }
            return false
        }
        return true
    }

    /// What of the listing could be told only at its end.
    func settle(
        _ directory: Directory, family: ListingFamily?, _ context: ListingContext,
        _ limits: DirectoryBuilder.Limits
    ) -> Directory {
        guard
            family == .vms || !days.isEmpty || !links.isEmpty || !marks.isEmpty
                || !nameColumn.isEmpty || !halves.isEmpty
        else { return directory }
        var directory = directory
        if family == .vms { VMSVersions.hide(in: &directory) }
        days.settle(&directory, context)
        if !marks.isEmpty { marks.settle(&directory) }
        if !nameColumn.isEmpty { nameColumn.settle(&directory) }
        if !halves.isEmpty { halves.settle(&directory) }
        links.settle(&directory, arena: limits.arena)
        return directory
    }
}
