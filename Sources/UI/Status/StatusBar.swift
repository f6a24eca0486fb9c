import Terminal

/// The newest thing that matters; while a sequence of keys is not complete, what may follow.
struct StatusBar {
    private let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    func draw(y: Int, into frame: inout Frame) {
        let width = frame.size.width
        let role = self.role
        frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: role)
        if !workspace.pendingKeys.isEmpty { return drawPending(y: y, into: &frame) }
        let end = width - 1
        let hint = workspace.status.hint.map { " \(workspace.glyphs.dash) \($0)" } ?? ""
        let hintWidth = CharacterWidth.of(hint)
        let room = max(0, end - 2)
        // The hint stays whole where it can: it says what to do.
        let textRoom = hintWidth < room / 2 ? room - hintWidth : room
        let text =
            TextFit.cut(workspace.status.text, to: textRoom) + (hintWidth < room / 2 ? hint : "")
        let used = frame.put(text, x: 1, y: y, role: role, limit: room)
        // What has happened comes before what could be done.
        if workspace.context == .pane, let words = workspace.hints.text(workspace.keymap),
            used + CharacterWidth.of(words) + 4 <= end
        {
            frame.put(words, x: end - CharacterWidth.of(words), y: y, role: role)
        }
    }

    /// The keys so far, and those that may follow with what they do, as many as there is room for.
    private func drawPending(y: Int, into frame: inout Frame) {
        let width = frame.size.width
        frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: .status)
        let dots = workspace.glyphs.isASCII ? "..." : "…"
        let keys = workspace.pendingKeys.map(\.label).joined(separator: " ") + " \(dots)"
        let end = width - 2 - CharacterWidth.of(keys)
        frame.put(keys, x: end + 1, y: y, role: .status)
        var x = 1
        let following = workspace.keymap.continuations(
            of: workspace.pendingKeys, in: workspace.context)
        for (label, action) in following {
            let text = action.shortTitle
            let needed = CharacterWidth.of(label) + 1 + CharacterWidth.of(text)
            guard x + needed < end else { break }
            x += frame.put(label, x: x, y: y, role: .titleTabActive) + 1
            x += frame.put(text, x: x, y: y, role: .status) + 2
        }
    }

    /// A reply's class colours the bar.
    private var role: Role {
        switch workspace.status.code.map({ $0 / 100 }) {
        case 1: return .reply1
        case 2: return .reply2
        case 3: return .reply3
        case 4: return .reply4
        case 5: return .reply5
        default: break
        }
        return switch workspace.status.importance {
        case .error: .statusError
        case .warning: .warning
        case .good: .good
        case .quiet: .status
        }
    }
}
