import Terminal

/// A key that the last line of a full screen names, and the word for what it does.
struct KeyHint: Sendable {
    var action: Action
    var label: String
    /// Where its key is looked up; nil is where all keys of the screen are.
    var context: Keymap.Context?

    init(_ action: Action, _ label: String, in context: Keymap.Context? = nil) {
        self.action = action
        self.label = label
        self.context = context
    }
}

/// The keys in the last line of a full screen: `Space pause  P all …`, from the keymap.
struct KeyHints {
    private struct Place {
        var hint: KeyHint
        var key: String
        var columns: Range<Int>
    }

    private let size: Size
    private var places: [Place] = []

    /// As many of `hints` as fit, the most wanted first; where a field takes letters, only keys
    /// that are none.
    init(
        _ hints: [KeyHint], context: Keymap.Context, takesLetters: Bool, _ workspace: Workspace
    ) {
        size = workspace.size
        var x = 1
        for hint in hints {
            let labels = workspace.keymap.labels(
                for: hint.action, in: hint.context ?? context)
            // In a box letters are text.
            let usable = labels.filter { !takesLetters || CharacterWidth.of($0) > 1 }
            // Not every terminal tells Enter with Alt or Ctrl from Enter.
            let sure = usable.first { !$0.hasPrefix("F") && !$0.hasSuffix("-Enter") }
            // The keys of another context are the function keys, as in its own last line.
            guard let key = (hint.context == nil ? sure : nil) ?? usable.first else { continue }
            let width = CharacterWidth.of(key) + 1 + CharacterWidth.of(hint.label)
            guard x + width < size.width else { continue }
            places.append(Place(hint: hint, key: key, columns: x..<x + width))
            x += width + 2
        }
    }

    func draw(into frame: inout Frame) {
        let y = size.height - 1
        frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: .keybar)
        for place in places {
            let x = place.columns.lowerBound
            let used = frame.put(place.key, x: x, y: y, role: .keybarNumber)
            frame.put(place.hint.label, x: x + used + 1, y: y, role: .keybarLabel)
        }
    }

    /// The action whose hint was pressed.
    func action(at mouse: Mouse) -> Action? {
        guard mouse.isPress, mouse.button == .left, mouse.point.y == size.height - 1 else {
            return nil
        }
        return places.first { $0.columns.contains(mouse.point.x) }?.hint.action
    }
}
