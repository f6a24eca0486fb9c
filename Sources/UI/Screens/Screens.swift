/// Every full screen, and which of them fills the terminal.
struct Screens: Sendable {
    private var all: [any Screen] = [
        PanesScreen(),
        QueueScreen(),
        HistoryScreen(),
        FoundScreen(),
        TrashScreen(),
        UndoScreen(),
        PlanScreen(),
        LogScreen(),
        ViewerScreen(),
        ShareScreen(),
        SitesScreen(),
        HelpScreen(),
        RawScreen(),
        SettingsScreen(),
        EditsScreen(),
    ]
    private var position = 0

    /// The one that fills the terminal.
    var top: any Screen {
        get { all[position] }
        _modify { yield &all[position] }
    }

    /// Names the one that fills the terminal.
    var current: ScreenID { type(of: top).id }

    /// Whether a line is being typed that no question may interrupt.
    var isTyping: Bool { all.contains { $0.isTyping } }

    /// A screen by its type; nil where it is not among them.
    subscript<Kind: Screen>(kind: Kind.Type) -> Kind? {
        get { all.lazy.compactMap { $0 as? Kind }.first }
        set {
            guard let newValue, let place = all.firstIndex(where: { $0 is Kind }) else { return }
            all[place] = newValue
        }
    }

    /// Fills the terminal with a screen; nothing for one that there is none of.
    mutating func show(_ id: ScreenID, _ workspace: inout Workspace) -> Outcome {
        guard let place = all.firstIndex(where: { type(of: $0).id == id }) else { return .nothing }
        let old = current
        for index in all.indices { all[index].endTyping() }
        select(place, &workspace)
        workspace.pendingKeys = []
        return (id == .main ? closeAll() : .nothing) + top.opened(from: old, &workspace)
    }

    /// Fills the terminal with a screen that is made anew.
    mutating func open(_ screen: any Screen, _ workspace: inout Workspace) -> Outcome {
        let id = type(of: screen).id
        guard let place = all.firstIndex(where: { type(of: $0).id == id }) else { return .nothing }
        let outcome = all[place].closed()
        all[place] = screen
        select(place, &workspace)
        return outcome
    }

    private mutating func select(_ place: Int, _ workspace: inout Workspace) {
        position = place
        workspace.previousContext = workspace.context
        workspace.context = type(of: top).context
    }

    private mutating func closeAll() -> Outcome {
        all.indices.reduce(into: Outcome.nothing) { $0 += all[$1].closed() }
    }

    /// Where the actions of a group mean something, and why that cannot be shown now; nil where they
    /// mean something everywhere.
    func place(of group: Action.Group) -> (screen: ScreenID, refusal: String?)? {
        all.first { type(of: $0).groups.contains(group) }
            .map { (type(of: $0).id, $0.refusal) }
    }

    /// An action that the screen on top has no meaning of its own for; nil where none has.
    mutating func performElsewhere(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        for index in all.indices {
            let outcome = all[index].performElsewhere(
                action, isOnTop: index == position, &workspace)
            if let outcome { return outcome }
        }
        return nil
    }

    /// Tells every screen what happened; nil where none has to do with it.
    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        var taken: Outcome?
        for index in all.indices {
            guard let outcome = all[index].take(message, &workspace) else { continue }
            taken = (taken ?? .nothing) + outcome
        }
        return taken
    }

    /// Something may have changed: keeps cursors on their rows, and inside of what there is.
    mutating func adjust(_ workspace: inout Workspace) {
        for index in all.indices {
            all[index].adjust(isOnTop: index == position, &workspace)
        }
    }
}
