import Files
import Terminal
import Words

/// The screen on which requests and commands are sent as they are typed.
struct RawState: Sendable {
    /// Lines kept of the replies.
    static let lineLimit = 20_000
    /// Characters of one line that are kept.
    static let lineLength = 16_384

    /// What is spoken.
    enum Kind: Hashable, Sendable {
        /// Commands over the connection of a pane.
        case commands(TabID, Site)
        /// Requests of HTTP, to what the address names.
        case requests
    }

    /// Where the keys go.
    enum Area: Hashable, Sendable {
        case address, request, reply
    }

    /// A line of what was said.
    struct Line: Hashable, Sendable {
        var text: String
        var role: Role
    }

    var kind: Kind
    var area: Area
    /// A URL.
    var address = TextField()
    var request = TextArea()
    /// The command being typed.
    var command = TextField()
    /// What was sent before, the newest last; passwords never.
    var history = LineHistory()
    var historyIndex: Int?
    /// The ready request that the editor was filled with last.
    var ready = ""
    /// What is waited for.
    var awaited: RequestID?
    /// The exchange whose replies are shown, and whose bodies can be saved.
    var exchange: RequestID?
    var bodies: [RawBody] = []
    /// The newest status code.
    var code: Int?
    /// Bytes of a body that is coming.
    var received: UInt64?
    /// When the request went out.
    var sentAt: Instant?
    /// Seconds that the whole took.
    var elapsed: Double?
    private(set) var lines: [Line] = []
    /// `lines` broken into rows of `columns`.
    private(set) var rows: [Line] = []
    private var columns = 0
    private var text = TextScroll()

    init(kind: Kind, area: Area) {
        self.kind = kind
        self.area = area
    }

    /// Forgets what came.
    mutating func clear() {
        lines = []
        rows = []
        bodies = []
        text = TextScroll()
        (code, received, elapsed) = (nil, nil, nil)
    }

    /// Adds a line; sanitised here.
    mutating func append(_ text: String, _ role: Role) {
        guard lines.count < RawState.lineLimit else { return }
        let isLast = lines.count == RawState.lineLimit - 1
        let line =
            isLast
            ? Line(text: tr("The rest is not shown."), role: .warning)
            : Line(text: VisibleText.make(String(text.prefix(RawState.lineLength))), role: role)
        lines.append(line)
        rows += RawState.broken(line, columns)
    }

    /// Breaks the lines for so many columns.
    mutating func fit(columns: Int) {
        guard columns != self.columns else { return }
        let share = rows.isEmpty ? 0 : Double(top) / Double(rows.count)
        self.columns = columns
        rows = lines.flatMap { RawState.broken($0, columns) }
        text.scroll(to: Int(share * Double(rows.count)), count: .max, height: 0)
    }

    /// The first row shown.
    var top: Int { text.top }

    /// Scrolls so that a row is the first one shown; `height` rows are seen.
    mutating func scroll(to row: Int, height: Int) {
        text.scroll(to: row, count: rows.count, height: max(1, height))
    }

    /// Whether the action was one that scrolls.
    mutating func scroll(_ action: Action, height: Int) -> Bool {
        text.scroll(action, count: rows.count, height: max(1, height), overlap: 1)
    }

    /// Puts a ready request into the editor, its cursor where a body would go.
    mutating func fill(_ text: String) {
        ready = text
        request = TextArea(text)
    }

    private static func broken(_ line: Line, _ columns: Int) -> [Line] {
        guard columns > 1, line.text.utf8.count > columns else { return [line] }
        var rows: [Line] = []
        var row = ""
        var used = 0
        for character in line.text {
            let width = CharacterWidth.of(character)
            if used + width > columns {
                rows.append(Line(text: row, role: line.role))
                (row, used) = ("", 0)
            }
            row.append(character)
            used += width
        }
        rows.append(Line(text: row, role: line.role))
        return rows
    }
}
