import Files

/// Where the names of Windows' `dir` begin, as the rows with sizes tell it. Behind `<DIR>` there is
/// no telling the padding of the column from blanks that a name begins with, but by what all rows
/// have in common.
struct NameColumn {
    /// Blanks between a row's columns and the name, more than there usually are.
    struct Margin {
        let blanks: Int
        let isMark: Bool
    }

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

    private var rows: [Int] = []
    private var least = Int.max
    private var hasMarks = false

    /// Whether there is nothing to take off names.
    var isEmpty: Bool { !hasMarks || rows.isEmpty || least == 0 }

    /// The margin of a row; nil where its name is where the column says, or where nothing is left
    /// to find out.
    func margin(blanks: Int, isMark: Bool) -> Margin? {
        // Rows that are not set in columns have one blank before the name.
        guard least > 0, isMark ? !isSteady || isRagged : !isRagged else { return nil }
        return Margin(blanks: blanks, isMark: isMark)
    }

    mutating func note(_ margin: Margin, at index: Int) {
        if margin.isMark { hasMarks = true }
        least = min(least, margin.blanks)
        if least > 0 { rows.append(index) } else { rows = [] }
    }

    func settle(_ directory: inout Directory) {
        for index in rows { directory.dropNamePrefix(at: index, count: least) }
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
