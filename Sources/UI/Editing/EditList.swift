import Files

/// The files of servers that are being edited, the one begun last at the end.
struct EditList: Sendable {
    private(set) var all: [Edit] = []
    /// Editors that could not have the terminal yet.
    private var orders: [EditID: EditorOrder] = [:]

    subscript(id: EditID) -> Edit? { all.first { $0.id == id } }

    /// The one of a server's file, where it is being edited already.
    func edit(of location: Location) -> Edit? { all.first { $0.location == location } }

    /// Those with changes that their servers may not have.
    var unsent: [Edit] { all.filter(\.isUnsent) }

    mutating func put(_ edit: Edit) {
        if let index = all.firstIndex(where: { $0.id == edit.id }) {
            all[index] = edit
        } else {
            all.append(edit)
        }
    }

    mutating func setState(_ state: EditState, of id: EditID) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        all[index].state = state
    }

    /// The editor may have the terminal, or will once the user says so (`isWaiting`). False where
    /// the edit is over.
    mutating func take(_ order: EditorOrder, isWaiting: Bool) -> Bool {
        guard let index = all.firstIndex(where: { $0.id == order.id }) else { return false }
        orders[order.id] = isWaiting ? order : nil
        switch (order.work, all[index].state) {
        case (.edit, .fetching), (.edit, .saved), (.open, .fetching), (.open, .saved):
            all[index].state = .open
        // What is being merged is on no server yet.
        case (.merge, _), (.edit, .conflicted), (.open, .conflicted):
            all[index].state = .unsent
        case (.edit, _), (.open, _): break
        }
        return true
    }

    /// The editor that waits for the terminal, once.
    mutating func takeOrder(of id: EditID) -> EditorOrder? {
        orders.removeValue(forKey: id)
    }

    mutating func remove(_ id: EditID) {
        orders[id] = nil
        all.removeAll { $0.id == id }
    }
}
