import Files

extension Pane {
    mutating func mark(exactly indices: MarkSet) {
        let records = directory.records
        setMarks(indices, bytes: indices.reduce(0) { $0 + records[Int($1)].countedBytes })
    }

    /// Marks all that is shown.
    mutating func markAll() {
        setMarks(shown.shown, bytes: shown.bytes)
    }

    /// Marks what is shown and not marked, and nothing else.
    mutating func invertMarks() {
        var rest = shown.shown
        rest.subtract(marked)
        setMarks(rest, bytes: shown.bytes - min(markedSum, shown.bytes))
    }

    private mutating func setMarks(_ indices: MarkSet, bytes: UInt128) {
        marked = indices
        markedSum = bytes
        visual?.covered = nil
    }

    /// Whether the action was one that marks what is shown at once.
    mutating func mark(_ action: Action) -> Bool {
        switch action {
        case .markAll: markAll()
        case .markInvert: invertMarks()
        case .unmarkAll:
            visual = nil
            mark(exactly: [])
        case .visual:
            // Marking by moving begins, or ends and keeps the marks.
            if visual == nil { startVisual() } else { visual = nil }
        default: return false
        }
        return true
    }

    /// Marks or unmarks the entry under the cursor.
    mutating func toggleMark() {
        if let index = index(atRow: cursor) { toggleMark(of: index) }
    }

    /// Marks or unmarks one entry.
    mutating func toggleMark(of index: UInt32) {
        setMark(index, !marked.contains(index), directory.records)
        visual?.covered = nil
    }

    private mutating func setMark(
        _ index: UInt32, _ isMarked: Bool, _ records: [Directory.Record]
    ) {
        if isMarked {
            if marked.insert(index) { markedSum += records[Int(index)].countedBytes }
        } else if marked.remove(index) {
            markedSum -= records[Int(index)].countedBytes
        }
    }

    // MARK: Marking by moving

    mutating func startVisual() {
        visual = Visual(anchor: cursor, before: marked, bytesBefore: markedSum, covered: nil)
        extendVisual()
    }

    /// Marks what lies between the anchor and the cursor, besides what was marked before. Only rows
    /// that come or go are looked at.
    mutating func extendVisual() {
        guard let visual else { return }
        let rows = min(visual.anchor, cursor)..<max(visual.anchor, cursor) + 1
        if visual.covered == rows { return }
        if visual.covered == nil { (marked, markedSum) = (visual.before, visual.bytesBefore) }
        // Both hold the anchor, or one is empty there: they differ at their ends only.
        let old = visual.covered ?? visual.anchor..<visual.anchor
        let records = directory.records
        for index in indices(atRows: old.lowerBound, rows.lowerBound) {
            setMark(index, visual.before.contains(index), records)
        }
        for index in indices(atRows: rows.upperBound, old.upperBound) {
            setMark(index, visual.before.contains(index), records)
        }
        for index in indices(atRows: rows.lowerBound, old.lowerBound) {
            setMark(index, true, records)
        }
        for index in indices(atRows: old.upperBound, rows.upperBound) {
            setMark(index, true, records)
        }
        self.visual?.covered = rows
    }

    /// Ends marking by moving; the marks are as they were before.
    mutating func cancelVisual() {
        guard let visual else { return }
        self.visual = nil
        (marked, markedSum) = (visual.before, visual.bytesBefore)
    }
}
