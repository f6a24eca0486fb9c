import Files

/// What the marked directories of the panes come to: counted in the background, one after the other, as
/// long as they are marked and nothing else is asked.
struct MarkedSizes: Sendable {
    /// Marked directories of a pane that are counted; more are left out of its sum.
    static let limit = 500

    /// The directory that is being counted.
    private struct Count {
        let request: RequestID
        let parent: Location
        let name: Name
        var tally = Tally()
    }

    /// The marks that were looked at last.
    private struct Seen: Equatable {
        var listing: RequestID?
        var location: Location
        var marked: MarkSet
    }

    /// The first directories of a listing: of a million names they are looked for once.
    private struct Directories {
        static let limit = 20_000

        let listing: RequestID?
        let indices: [UInt32]
        /// Whether there are more.
        let isCut: Bool

        init(of pane: Pane) {
            listing = pane.directoryRequest
            let records = pane.directory.records
            var indices: [UInt32] = []
            var isCut = false
            for (index, record) in records.enumerated() where record.kind == .directory {
                guard indices.count < Directories.limit else {
                    isCut = true
                    break
                }
                indices.append(UInt32(clamping: index))
            }
            self.indices = indices
            self.isCut = isCut
        }
    }

    private var directories: Directories?
    private var known: [Location: [Name: Tally]] = [:]
    private var running: Count?
    private var seen: Seen?
    /// Whether more is marked than is counted.
    private var isCut = false

    /// What a marked directory comes to, as far as it is counted; nil where it is not.
    func tally(of name: Name, in location: Location) -> Tally? {
        if let running, running.parent == location, running.name == name { return running.tally }
        return known[location]?[name]
    }

    /// What all that are marked in a directory come to so far.
    func sum(in location: Location) -> UInt64 {
        // As wide as it takes for strangers' sizes.
        var sum = known[location, default: [:]].values.reduce(UInt128(0)) { $0 + UInt128($1.bytes) }
        if let running, running.parent == location { sum += UInt128(running.tally.bytes) }
        return UInt64(clamping: sum)
    }

    /// Whether that is not all of it.
    func isIncomplete(in location: Location) -> Bool {
        if running?.parent == location { return true }
        if seen?.location == location, isCut { return true }
        return known[location]?.values.contains { $0.unreadable > 0 } ?? false
    }

    /// Takes in how far a count is.
    mutating func take(_ request: RequestID, _ tally: Tally, isFinal: Bool) {
        guard var count = running, count.request == request else { return }
        count.tally = tally
        running = isFinal ? nil : count
        guard isFinal else { return }
        known[count.parent, default: [:]][count.name] = tally
        seen = nil
    }

    /// Stops what is not wanted any more, and begins with the next one. `isIdle`: whether the user looks
    /// at the panes; a question counts for itself.
    mutating func follow(
        _ panes: Panes, isIdle: Bool, _ requests: inout RequestNumbers
    ) -> [Effect] {
        let pane = panes.focused
        let now = Seen(
            listing: pane.directoryRequest, location: pane.location, marked: pane.marked)
        if isIdle, now == seen { return [] }
        var effects: [Effect] = []
        if let running, !isIdle || running.parent != now.location || !isMarked(running.name, pane) {
            effects.append(.stop(running.request))
            self.running = nil
        }
        guard isIdle else {
            seen = nil
            return effects
        }
        seen = now
        let shown = Set(Side.allCases.map { panes[$0].location })
        known = known.filter { shown.contains($0.key) }
        let names = markedDirectories(of: pane)
        let wanted = Set(names)
        known[now.location] = known[now.location]?.filter { wanted.contains($0.key) }
        guard running == nil, !pane.isEmpty, !pane.isOffline else { return effects }
        let missing = names.first { known[now.location]?[$0] == nil }
        guard let missing else { return effects }
        let request = requests.next()
        running = Count(request: request, parent: now.location, name: missing)
        let place = Location(site: pane.site, path: pane.path.appending(missing))
        return effects + [.measure(request, place)]
    }

    private func isMarked(_ name: Name, _ pane: Pane) -> Bool {
        guard let index = pane.directory.index(of: name) else { return false }
        return pane.marked.contains(UInt32(clamping: index))
    }

    private mutating func markedDirectories(of pane: Pane) -> [Name] {
        isCut = false
        guard !pane.marked.isEmpty else { return [] }
        let all: Directories
        if let directories, directories.listing == pane.directoryRequest {
            all = directories
        } else {
            all = Directories(of: pane)
            directories = all
        }
        var names: [Name] = []
        isCut = all.isCut && pane.marked.count > all.indices.count
        for index in all.indices where pane.marked.contains(index) {
            guard names.count < MarkedSizes.limit else {
                isCut = true
                break
            }
            if let name = Name(pane.directory.nameBytes(at: Int(index))) { names.append(name) }
        }
        return names
    }
}
