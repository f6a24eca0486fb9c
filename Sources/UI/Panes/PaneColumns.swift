/// How a row of a pane is divided; a narrow one has no time, a very narrow one no size either.
struct PaneColumns: Hashable {
    enum Column: Hashable {
        case name, size, modified
    }

    /// Columns inside the frame.
    let width: Int
    let nameWidth: Int
    let hasSize: Bool
    let hasModified: Bool

    /// The mark and the cursor stand before the name.
    static let nameStart = 2
    /// With the blank before them.
    static let sizeWidth = 7
    static let modifiedWidth = 14

    init(width: Int) {
        self.width = max(0, width)
        let room = self.width - PaneColumns.nameStart
        hasSize = room - PaneColumns.sizeWidth >= 10
        hasModified = room - PaneColumns.sizeWidth - PaneColumns.modifiedWidth >= 14
        nameWidth = max(
            0,
            room - (hasSize ? PaneColumns.sizeWidth : 0)
                - (hasModified ? PaneColumns.modifiedWidth : 0))
    }

    var sizeStart: Int { PaneColumns.nameStart + nameWidth }
    var modifiedStart: Int { sizeStart + (hasSize ? PaneColumns.sizeWidth : 0) }

    /// What stands at a column inside the frame.
    func column(at x: Int) -> Column {
        if hasModified, x >= modifiedStart { return .modified }
        if hasSize, x >= sizeStart { return .size }
        return .name
    }
}
