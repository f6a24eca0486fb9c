import Jobs
import Terminal

/// How a visit's row is divided; a narrow one has neither size nor time left.
struct VisitColumns: Hashable {
    let name: Range<Int>
    let who: Range<Int>
    let isWide: Bool

    init(width: Int) {
        isWide = width >= 80
        let start = QueueLayout.nameStart
        let room = max(4, width - start - (isWide ? 27 : 14) - 3)
        let who = min(40, room * 2 / 5)
        name = start..<start + room - who
        self.who = name.upperBound + 1..<name.upperBound + 1 + who
    }
}

/// Where the share's screen has what, for drawing and for the mouse.
struct ShareLayout {
    /// Under which URL, to whom, and how to get in.
    let facts: Rect
    /// The QR code with its quiet zone; nil where there is none, or no room for all of it.
    let code: Rect?
    /// The line above the visits.
    let rule: Int
    /// The visits' rows, below their header.
    let list: Rect

    /// Columns that the facts keep beside the code.
    static let leastFacts = 28
    /// Rows of the visits: the rule, the header, and two.
    static let leastVisits = 4
    /// Light modules around a code (ISO/IEC 18004, 9.1).
    static let quietZone = 4

    init(size: Size, code: QRCode?, isASCII: Bool, factCount: (_ columns: Int) -> Int) {
        let height = max(0, size.height - 3)
        let wanted = code.map { ShareLayout.codeSize($0, isASCII: isASCII) }
        let fitting = wanted.flatMap { wanted in
            wanted.width + ShareLayout.leastFacts + 2 <= size.width
                && wanted.height + ShareLayout.leastVisits <= height ? wanted : nil
        }
        let columns = size.width - 2 - (fitting.map { $0.width + 1 } ?? 0)
        let most = max(1, height - ShareLayout.leastVisits)
        let rows = min(most, max(fitting?.height ?? 0, factCount(columns)))
        facts = Rect(x: 1, y: 1, width: columns, height: rows)
        self.code = fitting.map {
            Rect(x: size.width - 1 - $0.width, y: 1, width: $0.width, height: $0.height)
        }
        rule = 1 + rows
        list = Rect(x: 0, y: rule + 2, width: size.width, height: max(1, height - rows - 2))
    }

    /// Columns and rows that a code takes with its quiet zone: a column and half a row for each
    /// module, or, without half blocks, two columns and a row.
    static func codeSize(_ code: QRCode, isASCII: Bool) -> Size {
        let modules = code.width + 2 * quietZone
        return isASCII
            ? Size(width: 2 * modules, height: modules)
            : Size(width: modules, height: (modules + 1) / 2)
    }

    /// The smallest terminal on which a code is shown.
    static func leastSize(for code: QRCode, isASCII: Bool) -> Size {
        let size = codeSize(code, isASCII: isASCII)
        return Size(
            width: size.width + leastFacts + 2, height: size.height + leastVisits + 3)
    }
}
