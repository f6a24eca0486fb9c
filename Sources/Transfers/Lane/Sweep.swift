/// A batch whose jobs are all over, and of which earlier runs may have left something.
struct Sweep: Sendable {
    let owner: PartOwner
    private let store: StoreWriter

    init(of owner: PartOwner, _ store: StoreWriter) {
        self.owner = owner
        self.store = store
    }

    /// Lets go of what the store holds for the owner, after what was to be written before: a kill must
    /// not find a job that is not done by the store's word, and what it has made forgotten.
    func end() {
        store.perform { [owner] in owner.close() }
    }
}
