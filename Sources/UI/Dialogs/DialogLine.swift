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
    /// What keys do here; a press on the words does the same.
    case keys([(label: String, key: Key)])
    case blank

    /// Why what was written cannot be used; an empty line where it can.
    static func refusal(_ refusal: String?, columns: Int) -> [DialogLine] {
        guard let refusal else { return [.blank] }
        return TextFit.wrap(refusal, columns: columns, limit: 3).map { .text($0, .dialogDanger) }
    }

    var isBlank: Bool {
        if case .blank = self { return true }
        return false
    }

    var isField: Bool {
        switch self {
        case .field, .labelled: true
        default: false
        }
    }

    var isOption: Bool {
        if case .option = self { return true }
        return false
    }

    /// Without the marks of the keyboard, while it takes no key.
    private var unfocused: DialogLine {
        switch self {
        case .text, .keys, .blank: self
        case .field(let field, _): .field(field, isFocused: false)
        case .labelled(let label, let field, _): .labelled(label, field, isFocused: false)
        case .option(let text, _): .option(text, isFocused: false)
        case .buttons(let buttons): .buttons(buttons.map { ($0.label, false) })
        }
    }

    /// Draws it in a place of one row; `takesKeys` says whether the dialog does.
    func draw(_ place: Rect, takesKeys: Bool, into frame: inout Frame) {
        guard takesKeys else { return unfocused.draw(place, takesKeys: true, into: &frame) }
        switch self {
        case .blank:
            break
        case .text(let text, let role):
            frame.put(TextFit.cut(text, to: place.width), x: place.x, y: place.y, role: role)
        case .field(let field, let isFocused):
            let cursor = frame.cursor
            frame.drawField(field, place)
            if !isFocused { frame.cursor = cursor }
        case .labelled(let label, let field, let isFocused):
            // Whatever a language says before it, the field keeps some columns.
            let used = frame.put(
                (isFocused ? "> " : "  ") + label, x: place.x, y: place.y, role: .dialog,
                limit: max(2, place.width - 8))
            let rest = Rect(
                x: place.x + used, y: place.y, width: place.width - used, height: 1)
            DialogLine.field(field, isFocused: isFocused).draw(rest, takesKeys: true, into: &frame)
        case .keys(let keys):
            for (words, x) in zip(keys, DialogLine.keyPlaces(keys.map(\.label), place))
            where x < place.maxX {
                frame.put(words.label, x: x, y: place.y, role: .button, limit: place.maxX - x)
            }
        case .option(let text, let isFocused):
            if isFocused { frame.fill(place, role: .menuCursor) }
            frame.put(
                isFocused ? ">" : " ", x: place.x, y: place.y,
                role: isFocused ? .menuCursor : .dialog)
            frame.put(
                TextFit.cut(text, to: place.width - 2), x: place.x + 2, y: place.y,
                role: isFocused ? .menuCursor : .dialog)
        case .buttons(let buttons):
            let places = DialogLine.buttonPlaces(buttons.map(\.label), place)
            for (button, x) in zip(buttons, places) {
                let text = button.isFocused ? "[>\(button.label)<]" : "[ \(button.label) ]"
                frame.put(
                    text, x: x, y: place.y, role: button.isFocused ? .buttonFocused : .button,
                    limit: place.maxX - x)
            }
        }
    }

    /// Columns at which the words on keys start: from the left, three apart.
    static func keyPlaces(_ labels: [String], _ place: Rect) -> [Int] {
        var x = place.x
        return labels.map { label in
            defer { x += CharacterWidth.of(label) + 3 }
            return x
        }
    }

    /// Columns at which buttons beside each other start.
    static func buttonPlaces(_ labels: [String], _ place: Rect) -> [Int] {
        let widths = labels.map { CharacterWidth.of($0) + 4 }
        let total = widths.reduce(0, +) + 2 * max(0, labels.count - 1)
        var x = place.x + max(0, (place.width - total) / 2)
        return widths.map { width in
            defer { x += width + 2 }
            return x
        }
    }
}
