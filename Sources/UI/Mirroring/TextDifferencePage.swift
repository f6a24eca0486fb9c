import Files
import Sync
import Terminal
import Words

/// Two versions of a text, line by line, over the whole screen.
struct TextDifferencePage: Sendable {
    private enum Contents: Sendable {
        case reading
        /// With how many lines differ, and those at which a difference begins.
        case read(TextDifference, changed: Int, starts: [Int])
        /// A sentence.
        case failed(String)
    }

    let request: RequestID
    /// Where the version is that would be replaced, and the other one.
    let places: Pair<Location>
    private var contents = Contents.reading
    private var scroll = TextScroll()
    /// Characters that are not shown at the left.
    private var sideways = 0

    /// Lines that are the same, above a difference that is gone to.
    private static let context = 3

    static let hints = [
        KeyHint(.cancel, tr("back")), KeyHint(.nextDifference, tr("next difference")),
        KeyHint(.previousDifference, tr("previous")), KeyHint(.pageDown, tr("next page")),
        KeyHint(.viewRight, tr("scroll right")), KeyHint(.help, tr("keys")),
    ]

    /// It is asked for under that request.
    init(_ request: RequestID, _ places: Pair<Location>) {
        self.request = request
        self.places = places
    }

    /// Gives up what has not come yet.
    var release: Outcome {
        if case .reading = contents { [.stop(request)] } else { .nothing }
    }

    /// Shows the first difference.
    mutating func take(
        _ result: Result<TextDifference, FileSystemError>, _ workspace: Workspace
    ) {
        switch result {
        case .success(let difference):
            let lines = difference.lines
            contents = .read(
                difference, changed: lines.count { $0.owner != .both },
                starts: lines.indices.filter { index in
                    lines[index].owner != .both
                        && (index == 0 || lines[index - 1].owner == .both)
                })
            show(starts.first, workspace)
        case .failure(let error): contents = .failed(error.message)
        }
    }

    private var lines: [TextDifference.Line] {
        if case .read(let difference, _, _) = contents { difference.lines } else { [] }
    }

    private var starts: [Int] {
        if case .read(_, _, let starts) = contents { starts } else { [] }
    }

    private mutating func show(_ line: Int?, _ workspace: Workspace) {
        guard let line else { return }
        scroll.scroll(
            to: line - TextDifferencePage.context, count: lines.count, height: height(workspace))
    }

    private func height(_ workspace: Workspace) -> Int { max(1, workspace.screenBody.height - 1) }

    /// Whether the action was one that scrolls.
    mutating func perform(_ action: Action, _ workspace: Workspace) -> Bool {
        switch action {
        case .viewLeft: sideways = max(0, sideways - 8)
        case .nextDifference:
            show(starts.first { $0 - TextDifferencePage.context > scroll.top }, workspace)
        case .previousDifference:
            show(starts.last { $0 - TextDifferencePage.context < scroll.top }, workspace)
        case .viewRight: sideways = min(16_384, sideways + 8)
        default:
            return scroll.scroll(action, count: lines.count, height: height(workspace))
        }
        return true
    }

    mutating func take(_ mouse: Mouse, _ workspace: Workspace) {
        scroll.scroll(mouse, count: lines.count, height: height(workspace))
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let body = workspace.screenBody
        let name = places.second.path.name?.text(on: places.second.site) ?? ""
        frame.drawScreenTitle(tr("Differences in \(name)"), aside: aside)
        let texts = places.map { PlanText.place($0, workspace) }
        let half = max(4, (body.width - 9) / 2)
        let isPlain = workspace.options.isPlain
        frame.fill(Rect(x: 0, y: body.y, width: body.width, height: 1), role: .transferTitle)
        frame.put(
            "\(isPlain ? "1:" : "-") \(TextFit.cutStart(texts.first, to: half))", x: 1, y: body.y,
            role: .transferTitle)
        frame.put(
            "\(isPlain ? "2:" : "+") \(TextFit.cutStart(texts.second, to: half))",
            x: body.width / 2 + 1, y: body.y,
            role: .transferTitle)
        let height = height(workspace)
        let top = max(0, min(scroll.top, lines.count - height))
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            draw(line, y: body.y + 1 + row, width: body.width, isPlain: isPlain, &frame)
        }
        if lines.isEmpty {
            for (row, line) in TextFit.wrap(note, columns: body.width - 2, limit: 3).enumerated() {
                frame.put(line, x: 1, y: body.y + 1 + row, role: .text)
            }
        }
    }

    private func draw(
        _ line: TextDifference.Line, y: Int, width: Int, isPlain: Bool, _ frame: inout Frame
    ) {
        let (sign, role): (String, Role) =
            switch line.owner {
            case .both: (" ", .text)
            case .first: (isPlain ? "1" : "-", .error)
            case .second: (isPlain ? "2" : "+", .good)
            }
        frame.put(sign, x: 1, y: y, role: role)
        // No more of a line than can be seen.
        let seen = String(line.text.dropFirst(sideways).prefix(width))
        frame.put(TextFit.cut(seen, to: max(0, width - 4)), x: 3, y: y, role: role)
    }

    private var aside: String {
        guard case .read(let difference, let count, _) = contents else { return "" }
        let words = tr(count, one: "\(count) line differs", other: "\(count) lines differ")
        return difference.isCut ? tr("only the beginning") : words
    }

    private var note: String {
        switch contents {
        case .reading: tr("Ferry is reading both files.")
        case .failed(let sentence): sentence
        case .read: tr("The two have the same lines.")
        }
    }
}
