import Files

/// A path below the shared folder, equal to each other one by which the disk finds the same name: where a directory
/// does not tell capitals from small letters, `File` is `FILE`. Second names (hard links) are names of their own.
struct SharedPath: Hashable, Sendable {
    private enum Step: Hashable {
        case exact(Name)
        case folded(String)
    }

    /// As it was written first.
    private(set) var path: Path
    private var steps: [Step]

    static let root = SharedPath(path: .root, steps: [])

    /// A path of this machine, up to the shared folder, with this one behind it.
    func below(_ root: Path) -> SharedPath {
        SharedPath(
            path: Path(components: root.components + path.components),
            steps: root.components.map(Step.exact) + steps)
    }

    /// `folds`: whether its directory takes names for one that differ only in capitals.
    func appending(_ name: Name, folds: Bool) -> SharedPath {
        SharedPath(
            path: path.appending(name),
            steps: steps + [folds ? .folded(FoldedName.text(of: name.bytes)) : .exact(name)])
    }

    var isRoot: Bool { path.isRoot }

    /// The root's is the root.
    var parent: SharedPath { SharedPath(path: path.parent, steps: steps.dropLast()) }

    /// Whether it is `other`, or lies below it.
    func isInside(_ other: SharedPath) -> Bool { steps.starts(with: other.steps) }

    static func == (left: SharedPath, right: SharedPath) -> Bool { left.steps == right.steps }

    func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}
