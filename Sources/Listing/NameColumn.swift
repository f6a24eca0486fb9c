/// Where the names of Windows' `dir` begin, as the rows with sizes tell it. Behind `<DIR>` there is
/// no telling the padding of the column from blanks that a name begins with.
struct NameColumn {
    /// The width that a mark and the blanks behind it have on IIS.
    private static let markWidth = 15

    private var column = 0
    private var width = 0
    private var isSteady = false
    private var isRagged = false

    /// Takes the place of a size; the name follows after one blank.
    mutating func note(size: Range<Int>) {
        guard !isRagged else { return }
        if column == 0 {
            column = size.upperBound + 1
            width = size.count
        } else if column != size.upperBound + 1 {
            isRagged = true
        } else if width != size.count {
            // Sizes of different lengths that end at the same place are set in a column.
            isSteady = true
        }
    }

    /// Where the name behind `mark` begins.
    func start(_ line: ListingLine, afterMark mark: Range<Int>) -> Int {
        let isKnown = isSteady && !isRagged && column > mark.upperBound
        let end =
            isKnown ? column : mark.upperBound + max(1, NameColumn.markWidth - mark.count)
        var start = mark.upperBound
        while start < end, line[start] == 0x20 { start += 1 }
        return start
    }
}
