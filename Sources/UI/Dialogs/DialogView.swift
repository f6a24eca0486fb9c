import Files
import Terminal

/// What a dialog shows, before it has a place: a line of text, a field, or buttons.
enum DialogLine {
    case text(String, Role)
    case field(TextField, isFocused: Bool)
    /// A field with a word or two before it.
    case labelled(String, TextField, isFocused: Bool)
    /// One of several below each other.
    case option(String, isFocused: Bool)
    /// Beside each other, in the middle.
    case buttons([(label: String, isFocused: Bool)])
    case blank
}

extension DialogLine {
    /// Without the marks of the keyboard, while it takes no key.
    fileprivate var unfocused: DialogLine {
        switch self {
        case .text, .blank: self
        case .field(let field, _): .field(field, isFocused: false)
        case .labelled(let label, let field, _): .labelled(label, field, isFocused: false)
        case .option(let text, _): .option(text, isFocused: false)
        case .buttons(let buttons): .buttons(buttons.map { ($0.label, false) })
        }
    }
}

/// A dialog as it is drawn: the title, the lines, and how wide it wants to be inside.
struct DialogBox {
    var title: String
    var isDanger = false
    var width = 56
    var lines: [DialogLine]

    /// Where it stands: in the middle, one third from the top, never outside the screen.
    func rect(in size: Size) -> Rect {
        let width = min(size.width - 2, max(20, width) + 4)
        let height = min(size.height, lines.count + 2)
        return Rect(
            x: (size.width - width) / 2, y: max(0, (size.height - height) * 2 / 5), width: width,
            height: height)
    }
}

extension Model {
    func drawDialog(_ dialog: Dialog, into frame: inout Frame) {
        let box = box(of: dialog)
        let rect = box.rect(in: frame.size)
        guard rect.width > 4, rect.height > 2 else { return }
        frame.cursor = nil
        frame.fill(rect, role: .dialog)
        frame.drawBox(rect, glyphs, role: .dialogFrame)
        let title = TextFit.cut(box.title, to: rect.width - 6)
        frame.put(
            " \(title) ", x: rect.x + 2, y: rect.y,
            role: box.isDanger ? .dialogDanger : .dialogTitle)
        let inner = Rect(
            x: rect.x + 2, y: rect.y + 1, width: rect.width - 4, height: rect.height - 2)
        for (row, line) in box.lines.prefix(inner.height).enumerated() {
            let place = Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1)
            draw(dialogs.takesKeys ? line : line.unfocused, place, into: &frame)
        }
    }

    private func draw(_ line: DialogLine, _ place: Rect, into frame: inout Frame) {
        switch line {
        case .blank:
            break
        case .text(let text, let role):
            frame.put(TextFit.cut(text, to: place.width), x: place.x, y: place.y, role: role)
        case .field(let field, let isFocused):
            let cursor = frame.cursor
            drawField(field, place, into: &frame)
            if !isFocused { frame.cursor = cursor }
        case .labelled(let label, let field, let isFocused):
            let used = frame.put(
                (isFocused ? "> " : "  ") + label, x: place.x, y: place.y, role: .dialog)
            let rest = Rect(
                x: place.x + used, y: place.y, width: place.width - used, height: 1)
            draw(.field(field, isFocused: isFocused), rest, into: &frame)
        case .option(let text, let isFocused):
            if isFocused { frame.fill(place, role: .menuCursor) }
            frame.put(
                isFocused ? ">" : " ", x: place.x, y: place.y,
                role: isFocused ? .menuCursor : .dialog)
            frame.put(
                TextFit.cut(text, to: place.width - 2), x: place.x + 2, y: place.y,
                role: isFocused ? .menuCursor : .dialog)
        case .buttons(let buttons):
            for (button, x) in zip(buttons, buttonPlaces(buttons.map(\.label), place)) {
                let text = button.isFocused ? "[>\(button.label)<]" : "[ \(button.label) ]"
                frame.put(
                    text, x: x, y: place.y, role: button.isFocused ? .buttonFocused : .button,
                    limit: place.maxX - x)
            }
        }
    }

    /// Columns at which buttons beside each other start.
    func buttonPlaces(_ labels: [String], _ place: Rect) -> [Int] {
        let widths = labels.map { CharacterWidth.of($0) + 4 }
        let total = widths.reduce(0, +) + 2 * max(0, labels.count - 1)
        var x = place.x + max(0, (place.width - total) / 2)
        return widths.map { width in
            defer { x += width + 2 }
            return x
        }
    }

    func box(of dialog: Dialog) -> DialogBox {
        switch dialog {
        case .input(let dialog): box(of: dialog)
        case .choice(let dialog): box(of: dialog)
        case .confirm(let dialog): box(of: dialog)
        case .transfer(let dialog): box(of: dialog)
        case .delete(let dialog): box(of: dialog)
        case .conflict(let dialog): box(of: dialog)
        case .password(let dialog): box(of: dialog)
        case .trust(let dialog): box(of: dialog)
        case .share(let dialog): box(of: dialog)
        }
    }

    private func box(of dialog: InputDialog) -> DialogBox {
        let width = max(56, min(CharacterWidth.of(dialog.label), size.width - 6))
        var lines: [DialogLine] = TextFit.wrap(dialog.label, columns: min(width, size.width - 6))
            .map { .text($0, .dialog) }
        lines.append(.field(dialog.field, isFocused: true))
        lines += refusalLines(dialog.refusal, width: width)
        lines.append(.text("Enter: go on   Esc: cancel", .dialog))
        return DialogBox(title: dialog.title, width: width, lines: lines)
    }

    /// Why what was written cannot be used; an empty line where it can.
    func refusalLines(_ refusal: String?, width: Int) -> [DialogLine] {
        guard let refusal else { return [.blank] }
        return TextFit.wrap(refusal, columns: min(width, size.width - 6), limit: 3)
            .map { .text($0, .dialogDanger) }
    }

    private func box(of dialog: ChoiceDialog) -> DialogBox {
        let widest = dialog.options.map { CharacterWidth.of($0.label) + 7 }.max() ?? 0
        let width = max(
            dialog.lines.isEmpty ? 24 : min(50, size.width - 6), widest,
            min(50, CharacterWidth.of(dialog.title) + 2))
        var lines = dialog.lines.flatMap { sentence in
            TextFit.wrap(sentence, columns: min(width, size.width - 6), limit: 4)
                .map { DialogLine.text($0, .dialog) }
        }
        if !lines.isEmpty { lines.append(.blank) }
        lines += dialog.options.enumerated().map { row, option in
            DialogLine.option(
                "\(option.key)  \(option.label)\(option.isCurrent ? " \(glyphs.dot)" : "")",
                isFocused: row == dialog.position.cursor)
        }
        return DialogBox(title: dialog.title, width: width, lines: lines)
    }

    private func box(of dialog: ConfirmDialog) -> DialogBox {
        var lines: [DialogLine] = dialog.lines.flatMap { sentence in
            TextFit.wrap(sentence, columns: min(50, size.width - 6), limit: 4)
                .map { DialogLine.text($0, .dialog) }
        }
        lines.append(.blank)
        lines.append(
            .buttons([
                ("\(dialog.yes) (y)", dialog.isYesFocused),
                ("\(dialog.no) (n)", !dialog.isYesFocused),
            ]))
        return DialogBox(title: dialog.title, width: 50, lines: lines)
    }
}
