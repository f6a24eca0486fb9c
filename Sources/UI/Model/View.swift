package import Terminal

extension Model {
    /// The smallest terminal that Ferry draws itself on.
    package static let smallestSize = Size(width: 60, height: 16)

    /// Whether there is room for more than the sentence that there is none.
    var isLargeEnough: Bool {
        size.width >= Model.smallestSize.width && size.height >= Model.smallestSize.height
    }

    /// The screen as it should be now.
    package func view() -> Frame {
        var frame = Frame(size: size)
        guard isLargeEnough else {
            drawTooSmall(into: &frame)
            return frame
        }
        switch screen {
        case .main: drawMain(into: &frame)
        case .queue: drawQueue(into: &frame)
        case .log: drawLog(into: &frame)
        case .viewer: drawViewer(into: &frame)
        case .share: drawShare(into: &frame)
        case .sites: drawSites(into: &frame)
        case .help: drawHelp(into: &frame)
        case .raw: drawRaw(into: &frame)
        }
        for dialog in dialogs { drawDialog(dialog, into: &frame) }
        if menu != nil { drawMenu(into: &frame) }
        if palette != nil { drawPalette(into: &frame) }
        return frame
    }

    private func drawTooSmall(into frame: inout Frame) {
        let needed = "\(Model.smallestSize.width)x\(Model.smallestSize.height)"
        let sentence = "Ferry needs \(needed); this is \(size.width)x\(size.height)."
        var words = sentence.split(separator: " ")[...]
        var y = max(0, size.height / 2 - 1)
        while !words.isEmpty, y < size.height {
            var line = String(words.removeFirst())
            while let word = words.first, line.count + 1 + word.count <= size.width {
                line += " " + word
                words.removeFirst()
            }
            frame.put(line, x: max(0, (size.width - line.count) / 2), y: y, role: .warning)
            y += 1
        }
    }
}
