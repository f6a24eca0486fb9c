package import Files
package import Terminal
import Words

extension Model {
    /// The smallest terminal that Ferry draws itself on.
    package static let smallestSize = Size(width: 60, height: 16)

    /// The screen as it should be now.
    package func view() -> Frame {
        var frame = Frame(size: workspace.size)
        guard workspace.isLargeEnough else {
            drawTooSmall(into: &frame)
            return frame
        }
        screens.top.draw(workspace, into: &frame)
        if workspace.options.isPlain, !dialogs.isEmpty || !overlays.isEmpty {
            // A line that is read out would go on with what lies behind the dialog.
            frame.fill(
                Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height), role: .text)
            (frame.cursor, frame.focus) = (nil, nil)
        }
        if !workspace.options.isPlain || overlays.isEmpty { dialogs.draw(workspace, into: &frame) }
        overlays.draw(workspace, into: &frame)
        // A picture knows nothing of what lies over it.
        if !dialogs.isEmpty || !overlays.isEmpty { frame.picture = nil }
        if workspace.options.isPlain { frame.cursor = frame.cursor ?? frame.keyboardPlace }
        return frame
    }

    private func drawTooSmall(into frame: inout Frame) {
        let size = frame.size
        let needed = "\(Model.smallestSize.width)x\(Model.smallestSize.height)"
        let sentence =
            tr(
                "Ferry needs a terminal of \(needed), but this one has "
                    + "\(size.width)x\(size.height).")
        let top = max(0, size.height / 2 - 1)
        for (row, line) in TextFit.wrap(sentence, columns: size.width).enumerated() {
            let x = max(0, (size.width - CharacterWidth.of(line)) / 2)
            frame.put(line, x: x, y: top + row, role: .warning)
        }
    }

    /// Whether a pane waits for a directory of this machine, which takes a moment only.
    package var awaitsLocalListing: Bool {
        Side.allCases.contains { workspace.panes[$0].pending?.site.isLocal == true }
    }

    /// Goes to a directory with a pane (nil: where the login puts the user, and `below` from there).
    package mutating func open(
        _ side: Side, _ site: Site, _ path: Path?, below: RelativePath? = nil
    ) -> [Effect] {
        carryOut(PaneDestination(site, path, below: below).open(in: side, &workspace))
    }
}
