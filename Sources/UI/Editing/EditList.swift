import Files

/// The files of servers that are being edited, the one begun last at the end.
struct EditList: Sendable {
    private(set) var all: [Edit] = []

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

    mutating func remove(_ id: EditID) {
        all.removeAll { $0.id == id }
    }
}
