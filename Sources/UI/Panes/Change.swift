import Files

/// One thing that is to be changed at once, without the queue.
struct Change: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case makeDirectory, makeFile, rename
    }

    var kind: Kind
    var side: Side
    /// Where the pane was; it is read again where it still is there.
    var location: Location
    /// The name that is to be there afterwards.
    var name: Name
}
