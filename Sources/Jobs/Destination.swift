package import Files

/// Where something goes for which a user named a target, by the rule of cp: a directory that is
/// there, or is written with a `/` behind it, is what it goes into, under its own name; any other
/// target is its new name. One rule for `put`, `get`, `mv`, and the panes' copies and moves.
package enum Destination: Hashable, Sendable {
    /// Into this directory.
    case into(Path)
    /// Under this path.
    case named(Path)

    /// What the words alone tell; nil where somebody has to look whether there is a directory.
    /// `endsInSlash`: the target was written with a `/` behind it. `count`: how many things go
    /// there; several can only go into a directory.
    package init?(_ path: Path, endsInSlash: Bool, count: Int) {
        guard path.isRoot || endsInSlash || count > 1 else { return nil }
        self = .into(path)
    }

    /// Looks only where the words do not tell.
    package init(
        _ path: Path, endsInSlash: Bool, count: Int,
        isDirectory: (Path) throws(FileSystemError) -> Bool
    ) throws(FileSystemError) {
        if let told = Destination(path, endsInSlash: endsInSlash, count: count) {
            self = told
        } else {
            self = try isDirectory(path) ? .into(path) : .named(path)
        }
    }

    /// The path of what is called `name` where it comes from.
    package func path(for name: Name) -> Path {
        switch self {
        case .into(let directory): directory.appending(name)
        case .named(let path): path
        }
    }

    /// The target itself.
    package var path: Path {
        switch self {
        case .into(let path), .named(let path): path
        }
    }

    /// The directory that the user chose: nothing outside it is written.
    package var root: Path {
        switch self {
        case .into(let directory): directory
        case .named(let path): path.parent
        }
    }
}
