import Terminal

/// A dialog as it is drawn: the title, the lines, and how wide it wants to be inside.
struct DialogBox {
    /// What can be pressed.
    enum Part: Hashable {
        /// Counted from the top.
        case option(Int)
        /// In the same way.
        case field(Int)
        case button(isFirst: Bool)
        /// Words that say what this key does.
        case key(Key)
    }

    var title: String
    var isDanger = false
    var width = 56
    var lines: [DialogLine]

    /// Columns for text inside a wide dialog.
    static func wide(in size: Size) -> Int { min(68, size.width - 6) }

    /// Lines without the empty ones where the screen is too low for them.
    static func fitting(_ lines: [DialogLine], in size: Size) -> [DialogLine] {
        lines.count + 2 > size.height ? lines.filter { !$0.isBlank } : lines
    }

    /// Where it stands: in the middle, one third from the top, never outside the screen.
    func rect(in size: Size) -> Rect {
        let width = min(size.width - 2, max(20, width) + 4)
        let height = min(size.height, lines.count + 2)
        return Rect(
            x: (size.width - width) / 2, y: max(0, (size.height - height) * 2 / 5), width: width,
            height: height)
    }

    /// The option or the button at a place of the screen.
    func part(at point: Point, in size: Size) -> Part? {
        let rect = rect(in: size)
        let row = point.y - rect.y - 1
        let inner = DialogBox.inner(of: rect)
        guard inner.contains(point), lines.indices.contains(row) else { return nil }
        switch lines[row] {
        case .option:
            return .option(lines[..<row].count { $0.isOption })
        case .field, .labelled:
            return .field(lines[..<row].count { $0.isField })
        case .buttons(let buttons):
            let labels = buttons.map(\.label)
            let places = DialogLine.buttonPlaces(labels, inner)
            for (index, (label, x)) in zip(labels, places).enumerated()
            where point.x >= x && point.x < x + CharacterWidth.of(label) + 4 {
                return .button(isFirst: index == 0)
            }
            return nil
        case .keys(let keys):
            let places = DialogLine.keyPlaces(keys.map(\.label), inner)
            for ((label, key), x) in zip(keys, places)
            where point.x >= x && point.x < x + CharacterWidth.of(label) {
                return .key(key)
            }
            return nil
        default:
            return nil
        }
    }

    private static func inner(of rect: Rect) -> Rect {
        Rect(x: rect.x + 2, y: rect.y + 1, width: rect.width - 4, height: rect.height - 2)
    }

    /// Draws it over what is there; without the marks of the keyboard where it takes no key.
    func draw(isFocused: Bool, _ glyphs: Glyphs, into frame: inout Frame) {
        let rect = rect(in: frame.size)
        guard rect.width > 4, rect.height > 2 else { return }
        frame.cursor = nil
        frame.fill(rect, role: .dialog)
        frame.drawBox(rect, glyphs, role: .dialogFrame)
        frame.put(
            " \(TextFit.cut(title, to: rect.width - 6)) ", x: rect.x + 2, y: rect.y,
            role: isDanger ? .dialogDanger : .dialogTitle)
        let inner = DialogBox.inner(of: rect)
        for (row, line) in lines.prefix(inner.height).enumerated() {
            let place = Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1)
            line.draw(place, takesKeys: isFocused, into: &frame)
        }
    }
}
