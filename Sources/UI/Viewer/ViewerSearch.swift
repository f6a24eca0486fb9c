import Terminal
import Words

extension ViewerScreen {
    /// Looks for a text in what is loaded, from the top of the screen on.
    mutating func search(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard !text.isEmpty, var state = file else { return .nothing }
        state.searched = text
        state.pattern = state.encoded(text)
        state.match = nil
        file = state
        return find(forward: true, &workspace)
    }

    /// Goes to the next place, or the one before; round at the ends of what is loaded.
    mutating func find(forward: Bool, _ workspace: inout Workspace) -> Outcome {
        guard var state = file else { return .nothing }
        guard !state.pattern.isEmpty else {
            return workspace.refuse(tr("Type a text to search for first."))
        }
        let all = state.window.start..<state.window.end
        let found: Int?
        if forward {
            let from = state.match.map { $0 + 1 } ?? state.top
            let place = max(all.lowerBound, min(from, all.upperBound))
            found =
                state.window.find(state.pattern, in: place..<all.upperBound)
                ?? state.window.find(state.pattern, in: all)
        } else {
            let from = state.match.map { $0 + state.pattern.count - 1 } ?? state.top
            let place = max(all.lowerBound, min(from, all.upperBound))
            found =
                state.window.findLast(state.pattern, in: all.lowerBound..<place)
                ?? state.window.findLast(state.pattern, in: all)
        }
        guard let found else {
            let loaded = Format.size(UInt64(clamping: all.count))
            let isWhole = state.window.start == 0 && state.window.reachesEnd
            return workspace.refuse(
                isWhole
                    ? tr("This file does not contain '\(state.searched)'.")
                    : tr("The first \(loaded) do not contain '\(state.searched)'."))
        }
        state.match = found
        state.reveal(found, columns: workspace.size.width, height: workspace.screenBody.height)
        file = state
        return read(&workspace)
    }

    /// Goes to `50%`, `1.5M`, `0x1F00` or `123456`.
    mutating func go(to text: String, _ workspace: inout Workspace) -> Outcome {
        guard let state = file else { return .nothing }
        guard let position = ViewerPosition(text) else {
            return workspace.refuse(
                tr("'\(text)' is not a position; type 50%, 1.5M, 0x1F00 or a number of bytes."))
        }
        switch position {
        case .percent(let percent):
            guard let size = state.size else {
                return workspace.refuse(
                    tr("The size of the file is unknown, so type a number of bytes instead."))
            }
            return jump(to: Int(Double(size) * percent / 100), &workspace)
        case .offset(let offset):
            return jump(to: min(offset, state.size ?? ViewerState.largestOffset), &workspace)
        }
    }
}

extension ViewerState {
    /// A text in the file's charset; what Latin-1 lacks stays UTF-8, and is then found nowhere.
    fileprivate func encoded(_ text: String) -> [UInt8] {
        guard charset == .latin1 else { return Array(text.utf8) }
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : Array(text.utf8)
    }
}
