import Files
import Terminal

extension Model {
    /// Shows a file over the whole screen; `location` is the file's own.
    mutating func openViewer(_ entry: Entry, at location: Location) -> [Effect] {
        let old = closeViewer()
        viewer = ViewerState(location: location, size: entry.size)
        screen = .viewer
        return old + readForViewer()
    }

    /// Forgets the file; what is still being fetched is stopped.
    mutating func closeViewer() -> [Effect] {
        let stream = viewer?.stream?.request ?? viewer?.reading?.request
        viewer = nil
        return stream.map { [.stop($0)] } ?? []
    }

    /// A field that is open at the bottom takes the keys.
    mutating func interceptInViewer(_ key: Key) -> [Effect]? {
        guard let typing = viewer?.typing else { return nil }
        switch key.code {
        case .escape:
            viewer?.typing = nil
        case .enter:
            let text = viewer?.field.text ?? ""
            viewer?.typing = nil
            return typing == .search ? searchInViewer(text) : goInViewer(to: text)
        default:
            _ = viewer?.field.handle(key)
        }
        return []
    }

    mutating func pasteInViewer(_ text: String) -> [Effect] {
        if viewer?.typing != nil { viewer?.field.insert(text) }
        return []
    }

    mutating func performInViewer(_ action: Action) -> [Effect]? {
        guard var state = viewer else { return nil }
        let columns = size.width
        let height = screenBody.height
        switch action {
        case .up: state.move(by: -1, columns: columns, height: height)
        case .down: state.move(by: 1, columns: columns, height: height)
        case .pageUp: state.move(by: 1 - height, columns: columns, height: height)
        case .pageDown: state.move(by: height - 1, columns: columns, height: height)
        case .halfUp: state.move(by: -height / 2, columns: columns, height: height)
        case .halfDown: state.move(by: height / 2, columns: columns, height: height)
        case .viewLeft: state.sideways = state.wraps ? 0 : max(0, state.sideways - 8)
        case .viewRight: state.sideways = state.wraps ? 0 : min(16_384, state.sideways + 8)
        case .top: return jumpInViewer(to: 0)
        case .bottom: return jumpToEndInViewer()
        case .viewHex:
            state.isHex.toggle()
            state.show(state.top, columns: columns, height: height)
        case .viewWrap:
            state.wraps.toggle()
            state.sideways = 0
            state.show(state.top, columns: columns, height: height)
        case .find:
            state.typing = .search
            state.field = TextField(state.searched, isSelected: true)
        case .goTo:
            state.typing = .position
            state.field = TextField()
        case .findNext: return findInViewer(forward: true)
        case .findPrevious: return findInViewer(forward: false)
        default: return nil
        }
        state.failure = nil
        viewer = state
        return readForViewer()
    }

    mutating func takeMouseInViewer(_ mouse: Mouse) -> [Effect] {
        if let action = keyHint(at: mouse) { return perform(action) }
        guard mouse.isPress, var state = viewer else { return [] }
        switch mouse.button {
        case .wheelUp: state.move(by: -3, columns: size.width, height: screenBody.height)
        case .wheelDown: state.move(by: 3, columns: size.width, height: screenBody.height)
        default: return []
        }
        viewer = state
        return readForViewer()
    }
}
