import Files

/// Where the names of Windows' `dir` begin, as the rows with sizes tell it. Behind `<DIR>` there is
/// no telling the padding of the column from blanks that a name begins with, but by what all rows
/// have in common.
struct NameColumn {
    /// Blanks between a row's columns and the name, more than there usually are.
    struct Margin {
        let blanks: Int
        let isMark: Bool
        /// Where the name begins behind those blanks.
        let start: Int
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
    /// Rows with a mark and blanks behind it that may be the column's.
    private var marked: [(index: Int, margin: Margin)] = []
    private var hasMarks = false

    /// Whether there is nothing to take off names.
    var isEmpty: Bool { marked.isEmpty && (!hasMarks || rows.isEmpty || least == 0) }

    /// The margin of a row whose name begins at `start`; nil where that is where the column says, or
    /// where nothing is left to find out.
    func margin(blanks: Int, before start: Int, isMark: Bool) -> Margin? {
        let isOpen = isMark ? !isSteady || isRagged : !isRagged
        // Rows that are not set in columns have one blank before the name.
        guard isOpen, least > 0 || (isMark && blanks > 0) else { return nil }
        return Margin(blanks: blanks, isMark: isMark, start: start)
    }

    mutating func note(_ margin: Margin, at index: Int) {
        if margin.isMark { hasMarks = true }
        least = min(least, margin.blanks)
        if least > 0 { rows.append(index) } else { rows = [] }
        if margin.isMark, margin.blanks > 0 { marked.append((index, margin)) }
    }

    func settle(_ directory: inout Directory) {
        if hasMarks, least > 0, !rows.isEmpty {
            for index in rows { directory.dropNamePrefix(at: index, count: least) }
            return
        }
        // Directories came before the first size that shows where the column is.
        guard column > 0, !isRagged else { return }
        for (index, margin) in marked {
            let blanks = min(margin.blanks, column - (margin.start - margin.blanks))
            directory.dropNamePrefix(at: index, count: max(0, blanks))
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
