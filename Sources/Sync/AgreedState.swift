package import Files

/// How a file, directory or link stood on both sides when these last agreed about it.
package struct AgreedState: Hashable, Sendable {
    /// How it stood on one side, as far as the listing told it.
    package struct Standing: Hashable, Sendable {
        /// Of a file, its size in bytes and its time.
        package var file: FileFingerprint
        package var mode: UInt16?
        /// Of a link, where it led, in its own words.
        package var link: [UInt8]?

        package init(file: FileFingerprint, mode: UInt16?, link: [UInt8]?) {
            self.file = file
            self.mode = mode
            self.link = link
        }

        /// As an entry stands.
        package init(_ entry: Entry) {
            let isFile = entry.kind == .file
            self.init(
                file: FileFingerprint(
                    size: isFile ? entry.size : nil, modified: isFile ? entry.modified : nil),
                mode: entry.mode, link: entry.kind == .link ? entry.target : nil)
        }
    }

    package var kind: Entry.Kind
    package var sides: Pair<Standing>

    package init(_ kind: Entry.Kind, _ sides: Pair<Standing>) {
        self.kind = kind
        self.sides = sides
    }

    /// As both stand, which are of one kind.
    package init(_ entries: Pair<Entry>) {
        self.init(entries.first.kind, entries.map(Standing.init))
    }

    /// Whether an entry of a side is known to be what it was then, its permissions aside: what cannot be
    /// compared is no answer.
    package func isStill(_ entry: Entry, on side: ComparedSide) -> Bool {
        guard entry.kind == kind else { return false }
        switch kind {
        case .directory: return true
        case .file: return AgreedState.isStill(sides[side].file, entry)
        case .link: return entry.target != nil && entry.target == sides[side].link
        case .other: return false
        }
    }

    private static func isStill(_ known: FileFingerprint, _ entry: Entry) -> Bool {
        guard known.size == entry.size else { return false }
        guard let then = known.modified, let now = entry.modified else {
            return known.modified == nil && entry.modified == nil && known.size != nil
        }
        // A server's zone may have been found out only after that.
        guard then.isZoned == now.isZoned else { return TimeSpan(then, now).mayBeZone }
        return Timestamp.order(then, now) == 0
    }

    /// Whether a side's permissions are others than then, as far as both are known.
    package func hasOtherMode(_ entry: Entry, on side: ComparedSide) -> Bool {
        guard let then = sides[side].mode, let now = entry.mode else { return false }
        return then & 0o777 != now & 0o777
    }

    /// The same of both sides.
    func isStill(_ entries: Pair<Entry>) -> Bool {
        isStill(entries.first, on: .first) && isStill(entries.second, on: .second)
    }

    /// Whether nothing is new about both.
    func holds(_ entries: Pair<Entry>) -> Bool {
        isStill(entries)
            && ComparedSide.allCases.allSatisfy { sides[$0].mode == entries[$0].mode }
    }

    /// The same, seen from the other side.
    package var reversed: AgreedState {
        AgreedState(kind, Pair(sides.second, sides.first))
    }
}
