import Files
import Terminal
import Words

/// Draws what is under the cursor in a box beside the panes.
struct PreviewView {
    /// Seconds without an answer after which the user is told to wait.
    private static let patience = 0.3

    private let preview: PreviewState
    private let workspace: Workspace

    init(_ preview: PreviewState, _ workspace: Workspace) {
        self.preview = preview
        self.workspace = workspace
    }

    /// Where the content is, without the frame.
    static func body(of rect: Rect) -> Rect {
        Rect(
            x: rect.x + 1, y: rect.y + 1, width: max(0, rect.width - 2),
            height: max(0, rect.height - 2))
    }

    private var isLate: Bool {
        guard let asked = preview.asked else { return false }
        return workspace.instant.seconds(since: asked.since) > PreviewView.patience
    }

    func draw(_ rect: Rect, into frame: inout Frame) {
        let body = PreviewView.body(of: rect)
        frame.fill(rect, role: .text)
        frame.drawBox(rect, workspace.glyphs, role: .paneFrame)
        let name = preview.request?.location.path.name
        let title =
            name.map { $0.text(on: preview.request?.location.site ?? .local) } ?? tr("Preview")
        frame.put(
            " \(NameFit.cut(title, to: max(0, rect.width - 6))) ", x: rect.x + 2, y: rect.y,
            role: .paneTitle)
        if isLate {
            frame.put(
                TextFit.cut(tr("Loading the preview."), to: body.width), x: body.x, y: body.y,
                role: .muted)
            return
        }
        drawContent(body, into: &frame)
        let foot = TextFit.cut(self.foot(body), to: max(0, rect.width - 6))
        if !foot.isEmpty {
            frame.put(" \(foot) ", x: rect.x + 2, y: rect.maxY - 1, role: .paneDetail)
        }
    }

    private func drawContent(_ body: Rect, into frame: inout Frame) {
        switch preview.content {
        case .none(let sentence):
            let lines = TextFit.wrap(sentence, columns: body.width, limit: body.height)
            for (row, line) in lines.enumerated() {
                frame.put(line, x: body.x, y: body.y + row, role: .muted)
            }
        case .file(let file, _):
            if file.isHex {
                drawHex(file, body, into: &frame)
            } else {
                drawText(file, body, into: &frame)
            }
        case .entries(let entries, _, let site):
            for (row, entry) in entries.prefix(body.height).enumerated() {
                draw(entry, site, y: body.y + row, body, into: &frame)
            }
        case .archive(let entries, _, let site):
            for (row, nested) in entries.prefix(body.height).enumerated() {
                // Deeper ones are not moved out of the box.
                let indent = min(nested.depth * 2, body.width / 2)
                draw(nested.entry, site, indent: indent, y: body.y + row, body, into: &frame)
            }
        case .picture(let picture):
            guard !workspace.options.isPlain else {
                frame.put(tr("A picture."), x: body.x, y: body.y, role: .muted)
                return
            }
            frame.picture = PlacedPicture(picture, at: Point(x: body.x, y: body.y))
        }
    }

    /// What it is, in a word or two.
    private func foot(_ body: Rect) -> String {
        switch preview.content {
        case .none: return ""
        case .file(let file, let note):
            if file.window.isEmpty { return tr("empty", meaning: "a file") }
            let form = file.isHex ? tr("hex") : file.charset.rawValue
            let words =
                file.window.reachesEnd
                ? form : tr("\(form), the first \(Format.amount(UInt64(file.window.end)))")
            return [note, words].compactMap(\.self).joined(separator: "  ")
        case .archive(_, let count, _):
            return tr("archive") + "  " + Format.count(count, "item")
        case .entries(_, let count, _): return Format.count(count, "item")
        case .picture: return tr("picture")
        }
    }

    private func drawText(_ file: ViewerState, _ body: Rect, into frame: inout Frame) {
        for (row, line) in file.rows(columns: body.width, height: body.height).enumerated() {
            var x = body.x
            for run in line.runs {
                x += frame.put(
                    run.text, x: x, y: body.y + row,
                    role: run.kind == .escape ? .warning : .text, limit: max(0, body.maxX - x))
            }
        }
    }

    private func drawHex(_ file: ViewerState, _ body: Rect, into frame: inout Frame) {
        // Two columns and a blank for each, and its character behind.
        let count = body.width >= 77 ? 16 : body.width >= 43 ? 8 : 4
        for row in 0..<body.height {
            let start = file.top + row * count
            guard start < file.window.end else { break }
            let y = body.y + row
            var x = body.x
            x += frame.put(Hexadecimal.text(start, digits: 8), x: x, y: y, role: .muted) + 2
            let characters = x + count * 3 + 1
            for index in 0..<count {
                guard let byte = file.window[start + index] else { break }
                frame.put(
                    Hexadecimal.text(Int(byte), digits: 2), x: x + index * 3, y: y, role: .text,
                    limit: max(0, body.maxX - x - index * 3))
                let isShown = byte >= 0x20 && byte < 0x7F
                frame.put(
                    isShown ? String(UnicodeScalar(byte)) : ".", x: characters + index, y: y,
                    role: isShown ? .text : .muted, limit: max(0, body.maxX - characters - index))
            }
        }
    }

    private func draw(
        _ entry: Entry, _ site: Site, indent: Int = 0, y: Int, _ body: Rect,
        into frame: inout Frame
    ) {
        let size: String =
            switch entry.kind {
            case .directory: tr("dir")
            case .link: tr("link")
            case .file, .other: entry.size.map { Format.size($0) } ?? ""
            }
        let room = max(0, body.width - 7 - indent)
        let name = entry.name.text(on: site) + (entry.kind == .directory ? "/" : "")
        let role: Role = entry.kind == .directory ? .paneDirectory : .paneFile
        frame.put(NameFit.cut(name, to: room), x: body.x + indent, y: y, role: role)
        frame.put(TextFit.right(size, 6), x: body.maxX - 6, y: y, role: .text)
    }
}
