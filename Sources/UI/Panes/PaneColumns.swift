/// How a row of a pane is divided; a narrow one has no time, a very narrow one no size either, and a
/// wide one has mode and owner as well.
struct PaneColumns: Hashable {
    enum Column: Hashable {
        case name, size, modified
    }

    /// Columns inside the frame.
    let width: Int
    let nameWidth: Int
    let hasSize: Bool
    let hasModified: Bool
    /// Whether mode and owner are shown.
    let hasOwner: Bool

    /// The mark and the cursor stand before the name, and between them what a comparison says.
    let nameStart: Int
    /// With the blank before them.
    static let sizeWidth = 7
    /// With two blanks before it and one behind, so that it keeps off the frame.
    static let modifiedWidth = 15
    /// With a blank before it and one behind.
    static let modeWidth = 11
    /// With a blank behind it.
    static let ownerWidth = 18
    /// Fewer columns for the name would be too dear for mode and owner.
    private static let leastNameWidth = 24

    init(width: Int, isCompared: Bool = false, isPlain: Bool) {
        self.width = max(0, width)
        nameStart = isCompared ? 3 : 2
        let room = self.width - nameStart
        hasSize = room - PaneColumns.sizeWidth >= 10
        hasModified = room - PaneColumns.sizeWidth - PaneColumns.modifiedWidth >= 14
        let left =
            room - (hasSize ? PaneColumns.sizeWidth : 0)
            - (hasModified ? PaneColumns.modifiedWidth : 0)
        let owner = PaneColumns.modeWidth + PaneColumns.ownerWidth
        // A name may need its room for words.
        hasOwner = !isPlain && hasModified && left - owner >= PaneColumns.leastNameWidth
        nameWidth = max(0, left - (hasOwner ? owner : 0))
    }

    var sizeStart: Int { nameStart + nameWidth }
    var modifiedStart: Int { sizeStart + (hasSize ? PaneColumns.sizeWidth : 0) }

    var modeStart: Int { modifiedStart + PaneColumns.modifiedWidth + 1 }
    var ownerStart: Int { modeStart + PaneColumns.modeWidth - 1 }

    /// What is at a column inside the frame; nil for what nothing is ordered by.
    func column(at x: Int) -> Column? {
        if hasOwner, x >= modeStart { return nil }
        if hasModified, x >= modifiedStart { return .modified }
        if hasSize, x >= sizeStart { return .size }
        return .name
    }
}
