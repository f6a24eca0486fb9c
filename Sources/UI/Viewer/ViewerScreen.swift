import Files
import Terminal
import Words

extension ScreenID {
    /// A file's content.
    package static let viewer = ScreenID("viewer")
}

/// The viewer's screen: rows of text, or a hex dump.
struct ViewerScreen: Screen {
    static let id = ScreenID.viewer
    static let context = Keymap.Context.viewer
    static let groups = [Action.Group.viewer]

    /// What is being viewed; nil where nothing is.
    var file: ViewerState?
    /// The screen that it was opened on, where that is not the panes.
    private var origin: ScreenID?

    /// With no file.
    init() {}

    /// Shows a file over the whole screen; `location` is the file's own, and `origin` the screen that
    /// comes back afterwards.
    static func open(
        _ entry: Entry, at location: Location, backTo origin: ScreenID? = nil,
        _ workspace: inout Workspace
    ) -> Outcome {
        var screen = ViewerScreen()
        screen.origin = origin
        screen.file = ViewerState(location: location, size: entry.size)
        let outcome = screen.read(&workspace)
        return .open(screen) + outcome
    }

    var hints: [KeyHint] {
        [
            KeyHint(.cancel, tr("back")), KeyHint(.find, tr("search")),
            KeyHint(.findNext, tr("next")), KeyHint(.viewHex, tr("hex")),
            KeyHint(.viewWrap, tr("wrap")), KeyHint(.goTo, tr("go to")),
            KeyHint(.top, tr("start", meaning: "of a file")),
            KeyHint(.bottom, tr("end", meaning: "of a file")), KeyHint(.help, tr("keys")),
        ]
    }

    var refusal: String? { file == nil ? tr("No file is open in the viewer.") : nil }

    /// Help and the lists stand before the file; only the panes end it. What is still being fetched
    /// is stopped.
    mutating func closed() -> Outcome {
        let stream = file?.stream?.request ?? file?.reading?.request
        file = nil
        return stream.map { [.stop($0)] } ?? .nothing
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        guard case .chunk(let request, let result) = message else { return nil }
        return take(request, result, &workspace)
    }

    /// A field that is open at the bottom takes the keys.
    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard let typing = file?.typing else { return nil }
        switch key.code {
        case .escape:
            file?.typing = nil
        case .enter:
            file?.typing = nil
            switch typing {
            case .search(let field): return search(field.text, &workspace)
            case .position(let field): return go(to: field.text, &workspace)
            }
        default:
            _ = file?.typing?.field.handle(key)
        }
        return Outcome.nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        file?.typing?.field.insert(text)
        return .nothing
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        guard var state = file else { return nil }
        let columns = workspace.size.width
        let height = workspace.screenBody.height
        switch action {
        case .up: state.move(by: -1, columns: columns, height: height)
        case .down: state.move(by: 1, columns: columns, height: height)
        case .pageUp: state.move(by: 1 - height, columns: columns, height: height)
        case .pageDown: state.move(by: height - 1, columns: columns, height: height)
        case .halfUp: state.move(by: -height / 2, columns: columns, height: height)
        case .halfDown: state.move(by: height / 2, columns: columns, height: height)
        case .viewLeft: state.sideways = state.wraps ? 0 : max(0, state.sideways - 8)
        case .viewRight: state.sideways = state.wraps ? 0 : min(16_384, state.sideways + 8)
        case .top: return jump(to: 0, &workspace)
        case .bottom: return jumpToEnd(&workspace)
        case .viewHex:
            state.isHex.toggle()
            state.show(state.top, columns: columns, height: height)
        case .viewWrap:
            state.wraps.toggle()
            state.sideways = 0
            state.show(state.top, columns: columns, height: height)
        case .find: state.typing = .search(TextField(state.searched, isSelected: true))
        case .goTo: state.typing = .position(TextField())
        case .findNext: return find(forward: true, &workspace)
        case .findPrevious: return find(forward: false, &workspace)
        case .edit: return EditQuestions.begin(state.location, &workspace)
        case .openWith: return EditQuestions.openWith(state.location, &workspace)
        case .cancel:
            guard let origin else { return nil }
            return closed() + .show(origin)
        default: return nil
        }
        state.failure = nil
        file = state
        return read(&workspace)
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        let (columns, height) = (workspace.size.width, workspace.screenBody.height)
        switch mouse.button {
        case .wheelUp: file?.move(by: -3, columns: columns, height: height)
        case .wheelDown: file?.move(by: 3, columns: columns, height: height)
        default: return .nothing
        }
        return read(&workspace)
    }
}
