/// The tabs of one side, in the order in which they are shown. The pane that is seen is kept by `Panes`,
/// the others are kept here.
struct SideTabs: Sendable {
    /// A tab that is not seen.
    struct Hidden: Sendable {
        let id: TabID
        var pane: Pane
    }

    /// As many can be open on a side: each has a digit.
    static let limit = 9

    private(set) var before: [Hidden] = []
    private(set) var shown: TabID
    private(set) var after: [Hidden] = []
    /// The number of the tab that is opened next.
    private var next = 1

    /// The first tab of a side alone.
    init(_ side: Side) {
        shown = TabID(side: side, number: 0)
    }

    var count: Int { before.count + 1 + after.count }

    /// Where the tab that is seen is among them, from 0.
    var position: Int { before.count }

    /// All of them, from left to right.
    var ids: [TabID] { before.map(\.id) + [shown] + after.map(\.id) }

    /// A tab that is not seen; nil where there is none of that name.
    func hidden(_ id: TabID) -> Pane? {
        (before + after).first { $0.id == id }?.pane
    }

    /// Changes a tab that is not seen.
    mutating func changeHidden(_ id: TabID, _ change: (inout Pane) -> Void) {
        if let index = before.firstIndex(where: { $0.id == id }) {
            change(&before[index].pane)
        } else if let index = after.firstIndex(where: { $0.id == id }) {
            change(&after[index].pane)
        }
    }

    /// Changes all tabs that are not seen.
    mutating func changeAllHidden(_ change: (inout Pane) -> Void) {
        for index in before.indices { change(&before[index].pane) }
        for index in after.indices { change(&after[index].pane) }
    }

    /// Shows the tab at a position, and keeps the pane that was seen; nothing outside.
    mutating func show(_ position: Int, _ pane: inout Pane) {
        guard (0..<count).contains(position) else { return }
        while position < before.count, let last = before.popLast() {
            after.insert(Hidden(id: shown, pane: pane), at: 0)
            (shown, pane) = (last.id, last.pane)
        }
        while position > before.count, let first = after.first {
            after.removeFirst()
            before.append(Hidden(id: shown, pane: pane))
            (shown, pane) = (first.id, first.pane)
        }
    }

    /// Opens a tab right of the one that is seen, which is kept, and shows it.
    mutating func open(_ new: Pane, _ pane: inout Pane) {
        before.append(Hidden(id: shown, pane: pane))
        shown = TabID(side: shown.side, number: next)
        next += 1
        pane = new
    }

    /// Lets go of the tab that is seen and shows the next one, or the one before it; false where there
    /// is no other.
    mutating func close(_ pane: inout Pane) -> Bool {
        if !after.isEmpty {
            let first = after.removeFirst()
            (shown, pane) = (first.id, first.pane)
        } else if let last = before.popLast() {
            (shown, pane) = (last.id, last.pane)
        } else {
            return false
        }
        return true
    }

    /// Moves the tab that is seen to the left or to the right of its neighbour; false at the end.
    mutating func move(isRight: Bool) -> Bool {
        if isRight {
            guard !after.isEmpty else { return false }
            before.append(after.removeFirst())
        } else {
            guard let last = before.popLast() else { return false }
            after.insert(last, at: 0)
        }
        return true
    }
}
