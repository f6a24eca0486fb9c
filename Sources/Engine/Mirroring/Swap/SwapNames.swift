import Files
import Jobs
import Words

/// Where the new directory is written and where the old one waits: beside the one that both are for.
struct SwapNames {
    /// How often a name is tried that is taken.
    private static let tries = 8

    let target: Path
    let new: Path
    let old: Path

    /// Names of which neither is taken.
    init(beside target: Path, on files: any FileSystem) throws(FileSystemError) {
        for _ in 0..<SwapNames.tries {
            let names = SwapNames(target, token: PartID.newToken())
            if try files.entry(at: names.new) == nil, try files.entry(at: names.old) == nil {
                self = names
                return
            }
        }
        throw FileSystemError(
            .exists, path: target.parent,
            detail: tr(
                "\(target.parent.text) seems to have no name left for a new directory; check "
                    + "what the server says of it."))
    }

    private init(_ target: Path, token: String) {
        self.target = target
        new = target.parent.appending(PartID(token: token, number: 1).name)
        old = target.parent.appending(PartID(token: token, number: 2).name)
    }

    /// Whether a path is one under which a new directory is written.
    static func isNew(_ path: Path, beside target: Path) -> Bool {
        guard path.parent == target.parent, let name = path.name, let id = PartID(name) else {
            return false
        }
        return SwapNames(target, token: id.token).new == path
    }

    /// What is renamed, in that order: the old directory away, the new one in, what moves along, and in
    /// the end the old one to `backup`.
    func steps(hasTarget: Bool, along: [[Name]], backup: Path?) -> [UndoStep] {
        var steps: [UndoStep] = []
        if hasTarget { steps.append(UndoStep(old, .renamed(from: target))) }
        steps.append(UndoStep(target, .renamed(from: new)))
        guard hasTarget else { return steps }
        steps += along.map { UndoStep(target.below($0), .renamed(from: old.below($0))) }
        if let backup { steps.append(UndoStep(backup, .renamed(from: old))) }
        return steps
    }
}
