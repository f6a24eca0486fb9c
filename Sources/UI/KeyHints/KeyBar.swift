import Terminal
import Words

/// A label of the key bar, and where it stands.
struct KeyLabel: Hashable {
    var action: Action
    /// The key as it is shown: the number of a function key alone.
    var key: String
    var text: String
    var x: Int

    var width: Int { CharacterWidth.of(key) + CharacterWidth.of(text) }
}

/// The last line of the main screen: what the function keys do here, then the letters worth knowing,
/// as many as fit.
struct KeyBar {
    private let keymap: Keymap
    private let width: Int

    init(_ workspace: Workspace) {
        keymap = workspace.keymap
        width = workspace.size.width
    }

    private var labels: [KeyLabel] {
        let long = functionLabels(from: 1) { $0.label }
        guard let last = long.last, last.x + last.width < width else {
            return functionLabels(from: 0) { $0.shortLabel }
        }
        var x = last.x + last.width + 3
        let letters: [(Action, String)] = [
            (.find, tr("find")), (.queue, tr("queue")), (.log, tr("log")), (.help, tr("keys")),
        ]
        let lettersWidth = letters.reduce(0) { sum, letter in
            guard let key = letterKey(letter.0) else { return sum }
            return sum + CharacterWidth.of(key) + 3 + CharacterWidth.of(letter.1)
        }
        guard x + lettersWidth <= width else { return long }
        var labels = long
        for (action, text) in letters {
            guard let key = letterKey(action) else { continue }
            labels.append(KeyLabel(action: action, key: key + " ", text: text, x: x))
            x += CharacterWidth.of(key) + 3 + CharacterWidth.of(text)
        }
        return labels
    }

    private func functionLabels(from start: Int, _ text: (Action) -> String?) -> [KeyLabel] {
        var labels: [KeyLabel] = []
        var x = start
        for number in 1...10 {
            guard
                case .action(let action) = keymap.lookup([Key(.function(number))], in: .pane),
                let text = text(action)
            else { continue }
            labels.append(KeyLabel(action: action, key: "\(number)", text: text, x: x))
            x += labels[labels.count - 1].width + 1
        }
        return labels
    }

    /// The first key of an action that is no function key.
    private func letterKey(_ action: Action) -> String? {
        keymap.labels(for: action, in: .pane).first { $0.count <= 2 && !$0.hasPrefix("F") }
    }

    func draw(y: Int, into frame: inout Frame) {
        frame.fill(Rect(x: 0, y: y, width: frame.size.width, height: 1), role: .keybar)
        for label in labels {
            let used = frame.put(label.key, x: label.x, y: y, role: .keybarNumber)
            frame.put(label.text, x: label.x + used, y: y, role: .keybarLabel)
        }
    }

    /// What a press in its row means.
    func action(at point: Point) -> Action? {
        labels.first { point.x >= $0.x && point.x < $0.x + $0.width }?.action
    }
}
