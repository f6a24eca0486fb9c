package import Files
package import Terminal

/// The screen on which requests and commands are sent as they are typed.
package struct RawState: Sendable {
    /// Lines kept of the replies.
    static let lineLimit = 20_000
    /// Characters of one line that are kept.
    static let lineLength = 16_384

    /// What is spoken.
    package enum Kind: Hashable, Sendable {
        /// Commands over the connection of a pane.
        case commands(Side, Site)
        /// Requests of HTTP, to what the address names.
        case requests
    }

    /// Where the keys go.
    package enum Area: Hashable, Sendable {
        case address, request, reply
    }

    /// A line of what was said.
    package struct Line: Hashable, Sendable {
        package var text: String
        package var role: Role
    }

    package var kind: Kind
    package var area: Area
    /// A URL.
    package var address = TextField()
    package var request = TextArea()
    /// The command being typed.
    package var command = TextField()
    /// What was sent before, the newest last; passwords never.
    var history = PaletteHistory()
    var historyIndex: Int?
    /// The ready request that the editor was filled with last.
    var ready = ""
    /// What is waited for.
    package internal(set) var awaited: RequestID?
    /// The exchange whose replies are shown, and whose bodies can be saved.
    var exchange: RequestID?
    package internal(set) var bodies: [RawBody] = []
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
    var top = 0

    package init(kind: Kind, area: Area) {
        self.kind = kind
        self.area = area
    }

    /// Forgets what came.
    mutating func clear() {
        lines = []
        rows = []
        bodies = []
        top = 0
        (code, received, elapsed) = (nil, nil, nil)
    }

    /// Adds a line; sanitised here.
    mutating func append(_ text: String, _ role: Role) {
        guard lines.count < RawState.lineLimit else { return }
        let isLast = lines.count == RawState.lineLimit - 1
        let line =
            isLast
            ? Line(text: "The rest is not shown.", role: .warning)
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
        top = Int(share * Double(rows.count))
    }

    mutating func scroll(to row: Int, height: Int) {
        top = max(0, min(row, rows.count - max(1, height)))
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
