import Files
import Terminal
import Words

extension ViewerScreen {
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        guard let viewer = file else { return }
        let body = workspace.screenBody
        frame.drawScreenTitle(viewer.location.text, aside: summary(viewer, body: body))
        if viewer.isHex {
            drawHex(viewer, body: body, into: &frame)
        } else {
            for (row, line) in viewer.rows(columns: body.width, height: body.height).enumerated() {
                var x = 0
                for run in line.runs {
                    // Whoever hears the screen hears the line of the match that was gone to.
                    if run.kind == .match, frame.focus == nil,
                        viewer.match.map({ $0 >= line.start && $0 < line.next }) ?? false
                    {
                        frame.focus = Point(x: x, y: body.y + row)
                    }
                    x += frame.put(run.text, x: x, y: body.y + row, role: run.kind.role)
                }
            }
        }
        if viewer.window.isEmpty {
            frame.put(emptyText(viewer, workspace.glyphs), x: 2, y: body.y + 1, role: .muted)
        }
        drawFoot(typing: typing, workspace, into: &frame)
    }

    private var typing: (TextField, String)? {
        switch file?.typing {
        case .search(let field): (field, tr("Search:"))
        case .position(let field): (field, tr("Go to (50%, 1.5M, 0x1F00):"))
        case nil: nil
        }
    }

    /// `UTF-8  45%  fetched 1.2M of 3.4G`; less where the screen is narrow.
    private func summary(_ viewer: ViewerState, body: Rect) -> String {
        var parts: [String] = []
        if body.width >= 80 {
            parts.append(viewer.isHex ? tr("hex") : viewer.charset.rawValue)
            if !viewer.isHex, !viewer.wraps { parts.append(tr("column \(viewer.sideways + 1)")) }
            parts.append(tr("at \(Format.grouped(UInt64(clamping: viewer.top)))"))
        }
        if let percent = viewer.percent(columns: body.width, height: body.height) {
            parts.append("\(percent)%")
        }
        let fetched = Format.size(UInt64(clamping: viewer.fetched))
        let whole = viewer.size.map { Format.size(UInt64(clamping: $0)) }
        parts.append(
            whole.map { tr("fetched \(fetched) of \($0)") } ?? tr("fetched \(fetched)"))
        return parts.joined(separator: "  ")
    }

    private func emptyText(_ viewer: ViewerState, _ glyphs: Glyphs) -> String {
        if let failure = viewer.failure { return failure }
        return viewer.window.reachesEnd
            ? tr("The file is empty.") : tr("Loading \(glyphs.dash) Esc closes.")
    }

    private func drawHex(_ viewer: ViewerState, body: Rect, into frame: inout Frame) {
        let count = ViewerState.hexCount(columns: body.width)
        let digits = max(8, String(max(viewer.size ?? 0, viewer.window.end), radix: 16).count)
        for row in 0..<body.height {
            let start = viewer.top + row * count
            guard start < viewer.window.end else { break }
            let y = body.y + row
            var x = frame.put(
                Hexadecimal.text(start, digits: digits), x: 0, y: y, role: .muted)
            let textStart = x + 2 + count * 3 + count / 8
            for index in 0..<count {
                if index % 8 == 0 { x += 1 }
                x += 1
                guard let byte = viewer.window[start + index] else {
                    x += 2
                    continue
                }
                let isMatch = viewer.match.map {
                    start + index >= $0 && start + index < $0 + viewer.pattern.count
                }
                let role: Role = isMatch == true ? .paneMatch : .text
                if isMatch == true, frame.focus == nil, viewer.match == start + index {
                    frame.focus = Point(x: x, y: y)
                }
                x += frame.put(Hexadecimal.text(Int(byte), digits: 2), x: x, y: y, role: role)
                let shown = byte >= 0x20 && byte < 0x7F
                frame.put(
                    shown ? String(UnicodeScalar(byte)) : ".", x: textStart + index, y: y,
                    role: isMatch == true ? .paneMatch : shown ? .text : .muted)
            }
        }
    }
}

extension ViewerRow.Kind {
    fileprivate var role: Role {
        switch self {
        case .text: .text
        case .escape: .warning
        case .match: .paneMatch
        }
    }
}
