import Terminal

/// Where the palette has what, for drawing and for the mouse.
struct PaletteLayout {
    let box: Rect
    /// Rows for actions, or for a reply.
    let list: Rect
    let field: Rect

    init(size: Size) {
        let width = min(100, size.width - 2)
        let height = max(6, min(16, size.height - 3))
        box = Rect(
            x: (size.width - width) / 2, y: size.height - 1 - height, width: width, height: height)
        list = Rect(x: box.x + 2, y: box.y + 1, width: width - 4, height: height - 3)
        field = Rect(x: box.x + 4, y: box.maxY - 2, width: width - 6, height: 1)
    }
}

extension Model {
    /// The palette: a line at the bottom, and above it what it could mean, or a reply.
    func drawPalette(into frame: inout Frame) {
        guard let palette else { return }
        let layout = PaletteLayout(size: size)
        drawBox(layout.box, title: "Palette: an action, cd PATH or URL, raw LINE", into: &frame)
        if !palette.output.isEmpty {
            drawPaletteOutput(palette, layout, into: &frame)
        } else if PaletteCommand(palette.field.text) != nil {
            frame.put(
                TextFit.cut(paletteAdvice(palette), to: layout.list.width), x: layout.list.x,
                y: layout.list.y, role: .dialog)
        } else {
            drawPaletteMatches(palette, layout, into: &frame)
        }
        frame.put(":", x: layout.field.x - 2, y: layout.field.y, role: .dialogTitle)
        drawField(palette.field, layout.field, into: &frame)
    }

    private func paletteAdvice(_ palette: PaletteState) -> String {
        switch PaletteCommand(palette.field.text) {
        case .raw: "Enter sends the line to the server as it is; Up brings back earlier ones."
        case .go, nil: "Enter takes the focused pane to the path or URL."
        }
    }

    private func drawPaletteMatches(
        _ palette: PaletteState, _ layout: PaletteLayout, into frame: inout Frame
    ) {
        let list = layout.list
        let top = palette.top(height: list.height)
        for (row, action) in palette.matches.dropFirst(top).prefix(list.height).enumerated() {
            let isSelected = top + row == palette.cursor
            drawAction(
                action, Rect(x: list.x, y: list.y + row, width: list.width, height: 1),
                isSelected: isSelected, into: &frame)
        }
        if palette.matches.isEmpty {
            frame.put("No action is named so.", x: list.x, y: list.y, role: .dialog)
        }
    }

    /// An action's title, its name where there is room, and its key at the right.
    func drawAction(
        _ action: Action, _ rect: Rect, isSelected: Bool, showsName: Bool = true,
        into frame: inout Frame
    ) {
        let role: Role = isSelected ? .menuCursor : .menu
        frame.fill(rect, role: role)
        let key = keymap.labels(for: action, in: action.context).first ?? ""
        let keyWidth = CharacterWidth.of(key)
        var room = rect.width - keyWidth - 1
        let used = frame.put(
            TextFit.cut(action.title, to: max(0, room)), x: rect.x, y: rect.y, role: role)
        room -= used + 2
        if showsName, room >= action.rawValue.count, rect.width >= 60 {
            frame.put(
                action.rawValue, x: rect.x + max(used + 2, 44), y: rect.y,
                role: isSelected ? role : .menuKey, limit: max(0, rect.width - keyWidth - 46))
        }
        frame.put(
            key, x: rect.maxX - keyWidth, y: rect.y, role: isSelected ? role : .menuKey)
    }

    private func drawPaletteOutput(
        _ palette: PaletteState, _ layout: PaletteLayout, into frame: inout Frame
    ) {
        let list = layout.list
        let top = max(0, min(palette.outputTop, palette.output.count - list.height))
        // An explanation of one line may be long; a reply's lines stay lines.
        let lines =
            palette.output.count == 1
            ? TextFit.wrap(palette.output[0], columns: list.width, limit: list.height)
            : palette.output.dropFirst(top).prefix(list.height).map {
                TextFit.cut($0, to: list.width)
            }
        for (row, line) in lines.enumerated() {
            frame.put(
                line, x: list.x, y: list.y + row,
                role: palette.isOutputError ? .dialogDanger : .dialog)
        }
        if palette.output.count > list.height {
            let shown = " \(top + 1)-\(top + lines.count) of \(palette.output.count) "
            frame.put(shown, x: list.maxX - shown.count, y: layout.box.y, role: .dialogFrame)
        }
    }

    /// An empty box with a frame and a title.
    func drawBox(_ box: Rect, title: String, into frame: inout Frame) {
        guard box.width >= 2, box.height >= 2 else { return }
        frame.fill(box, role: .dialog)
        let horizontal: Character = options.isASCII ? "-" : "─"
        for y in [box.y, box.maxY - 1] {
            frame.fill(
                Rect(x: box.x, y: y, width: box.width, height: 1), horizontal, role: .dialogFrame)
        }
        for y in box.y + 1..<max(box.y + 1, box.maxY - 1) {
            for x in [box.x, box.maxX - 1] {
                frame.put(options.isASCII ? "|" : "│", x: x, y: y, role: .dialogFrame)
            }
        }
        let corners = options.isASCII ? ["+", "+", "+", "+"] : ["╭", "╮", "╰", "╯"]
        frame.put(corners[0], x: box.x, y: box.y, role: .dialogFrame)
        frame.put(corners[1], x: box.maxX - 1, y: box.y, role: .dialogFrame)
        frame.put(corners[2], x: box.x, y: box.maxY - 1, role: .dialogFrame)
        frame.put(corners[3], x: box.maxX - 1, y: box.maxY - 1, role: .dialogFrame)
        guard !title.isEmpty else { return }
        frame.put(
            " " + TextFit.cut(title, to: box.width - 6) + " ", x: box.x + 2, y: box.y,
            role: .dialogTitle)
    }
}

extension Action {
    /// Where its keys are looked up for showing.
    var context: Keymap.Context {
        switch group {
        case .queue: .queue
        case .log: .log
        case .viewer: .viewer
        case .raw: .raw
        case .moving, .marking, .showing, .files, .screens: .pane
        }
    }
}
