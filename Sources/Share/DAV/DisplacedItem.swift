import Files

/// What was at a destination until something else takes its place: kept under a hidden name, so that
/// it can come back when the other cannot be there.
struct DisplacedItem {
    private let target: Destination
    private let hiddenName = IncomingFile.newHiddenName()

    /// Nil where nothing was there. Refuses what a visitor may not remove.
    init?(_ target: Destination, showsHidden: Bool) throws(Refusal) {
        guard let status = target.status else { return nil }
        try Removal.check(target.name, status, in: target.directory, showsHidden: showsHidden)
        self.target = target
        let code = NewPlace.give(
            target.name.bytes, in: target.directory, to: hiddenName, in: target.directory)
        guard code == 0 else { throw SharedFolder.refusal(code) }
    }

    func restore() {
        _ = NewPlace.give(
            hiddenName, in: target.directory, to: target.name.bytes, in: target.directory)
    }

    func remove() {
        Removal.removeOwn(hiddenName, in: target.directory)
    }
}
