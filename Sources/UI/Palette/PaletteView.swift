import Terminal
import Words

extension Palette {
    /// The palette: a line at the bottom, and above it what it could mean, or a reply.
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let layout = PaletteLayout(size: workspace.size)
        frame.drawBox(
            layout.box, title: tr("Command palette: action, place, cd PATH, raw LINE"),
            workspace.glyphs)
        if !output.isEmpty {
            drawOutput(layout, into: &frame)
        } else if PaletteCommand(field.text) != nil {
            frame.put(
                TextFit.cut(advice, to: layout.list.width), x: layout.list.x,
                y: layout.list.y, role: .dialog)
        } else {
            drawMatches(layout, workspace.keymap, into: &frame)
        }
        frame.put(":", x: layout.field.x - 2, y: layout.field.y, role: .dialogTitle)
        frame.drawField(field, layout.field)
        // Whoever hears the screen hears the line that the cursor is in.
        if workspace.options.isPlain, isChosen, output.isEmpty {
            let row = list.cursor - top(height: layout.list.height)
            frame.cursor = Point(x: layout.list.x, y: layout.list.y + row)
        }
    }

    private var advice: String {
        switch PaletteCommand(field.text) {
        case .raw: tr("Enter sends this line to the server unchanged; Up recalls earlier lines.")
        case .go, nil: tr("Enter opens the path or URL in the focused pane.")
        }
    }

    private func drawMatches(
        _ layout: PaletteLayout, _ keymap: Keymap, into frame: inout Frame
    ) {
        let rect = layout.list
        let top = top(height: rect.height)
        for (row, item) in matches.dropFirst(top).prefix(rect.height).enumerated() {
            // Nothing is chosen that Enter would not do.
            let isSelected = top + row == list.cursor && (isSure || isChosen)
            let place = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
            if case .action(let action) = item {
                frame.drawAction(action, place, isSelected: isSelected, keymap)
            } else {
                frame.drawItem(item, place, isSelected: isSelected)
            }
        }
        if matches.isEmpty {
            frame.put(tr("No action matches."), x: rect.x, y: rect.y, role: .dialog)
        }
    }

    private func drawOutput(_ layout: PaletteLayout, into frame: inout Frame) {
        let list = layout.list
        let top = max(0, min(outputScroll.top, output.count - list.height))
        // An explanation of one line may be long; a reply's lines stay lines.
        let lines =
            output.count == 1
            ? TextFit.wrap(output[0], columns: list.width, limit: list.height)
            : output.dropFirst(top).prefix(list.height).map {
                TextFit.cut($0, to: list.width)
            }
        for (row, line) in lines.enumerated() {
            frame.put(
                line, x: list.x, y: list.y + row,
                role: isOutputError ? .dialogDanger : .dialog)
        }
        if output.count > list.height {
            let seen = tr("\(top + 1)-\(top + lines.count) of \(output.count)")
            let x = list.maxX - CharacterWidth.of(seen) - 2
            frame.put(" \(seen) ", x: x, y: layout.box.y, role: .dialogFrame)
        }
    }
}

extension Frame {
    /// What is no action: its title, and at the right what else is known of it.
    fileprivate mutating func drawItem(_ item: PaletteItem, _ rect: Rect, isSelected: Bool) {
        let role: Role = isSelected ? .menuCursor : .menu
        fill(rect, role: role)
        let aside = TextFit.cut(item.aside, to: rect.width / 3)
        let room = rect.width - CharacterWidth.of(aside) - 2
        put(TextFit.cut(item.title, to: room), x: rect.x, y: rect.y, role: role)
        put(
            aside, x: rect.maxX - CharacterWidth.of(aside), y: rect.y,
            role: isSelected ? role : .menuKey)
    }
}
