import Terminal

extension Workspace {
    /// The newest thing that matters; while a sequence of keys is not complete, its keys.
    func drawStatusBar(y: Int, into frame: inout Frame) {
        let width = frame.size.width
        let role = statusRole
        frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: role)
        var end = width - 1
        if !pendingKeys.isEmpty {
            let keys = pendingKeys.map(\.label).joined(separator: " ") + " …"
            let text = options.isASCII ? keys.dropLast() + "..." : keys
            end -= CharacterWidth.of(text) + 1
            frame.put(text, x: end + 1, y: y, role: .status)
        }
        let hint = status.hint.map { " \(glyphs.dash) \($0)" } ?? ""
        let hintWidth = CharacterWidth.of(hint)
        let room = max(0, end - 2)
        // The hint stays whole where it can: it says what to do.
        let textRoom = hintWidth < room / 2 ? room - hintWidth : room
        let text = TextFit.cut(status.text, to: textRoom) + (hintWidth < room / 2 ? hint : "")
        frame.put(text, x: 1, y: y, role: role, limit: room)
    }

    /// A reply's class colours the bar.
    private var statusRole: Role {
        switch status.code.map({ $0 / 100 }) {
        case 1: return .reply1
        case 2: return .reply2
        case 3: return .reply3
        case 4: return .reply4
        case 5: return .reply5
        default: break
        }
        return switch status.importance {
        case .error: .statusError
        case .warning: .warning
        case .good: .good
        case .quiet: .status
        }
    }
}
