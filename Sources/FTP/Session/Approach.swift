import Files

/// What a transfer or a listing needs to be said first, in one write with what follows: the type,
/// and the way to its directory.
struct Approach {
    let type: Command?
    let way: WorkingDirectory.Way?

    var commands: [Command] { (type.map { [$0] } ?? []) + (way?.commands ?? []) }
}
