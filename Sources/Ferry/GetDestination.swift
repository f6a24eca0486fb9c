import Files
import Jobs
import Words

/// Where `get` puts what it fetches.
enum GetDestination {
    /// Into this directory, under its own name.
    case into(Path)
    /// Under the very name that the user wrote, whose links are followed.
    case exact(LocalTarget)

    /// `-o` names the file or the directory itself, the last argument means what it means to cp;
    /// without either it is the working directory. `count`: how many things are fetched.
    init(output: ArgumentBytes?, target: ArgumentBytes?, count: Int) throws(FileSystemError) {
        guard let written = output ?? target else {
            self = .into(Place.workingDirectory())
            return
        }
        let found = try LocalTarget(following: written.absoluteBytes)
        let isOutput = output != nil
        var path = Path(written.absoluteBytes)
        if case .directory(let directory) = found { path = directory }
        let destination = try Destination(
            path, endsInSlash: written.endsInSlash, count: count,
            isDirectory: { _ in found.isDirectory && !isOutput })
        switch destination {
        case .into(let directory): self = .into(directory)
        case .named: self = .exact(found)
        }
    }

    /// What is written; a directory's content is never written into a device or a pipe.
    func target(of source: GetSource) throws(FileSystemError) -> LocalTarget {
        let target = try named(for: source)
        guard source.entry.kind == .directory else { return target }
        switch target {
        case .file, .directory: return target
        case .node, .descriptor:
            throw FileSystemError(
                .notDirectory, path: source.location.path,
                detail: tr(
                    "\(source.location.text) is a directory and cannot be written to "
                        + "\(target.text); name a directory."))
        }
    }

    private func named(for source: GetSource) throws(FileSystemError) -> LocalTarget {
        let name = source.location.path.name?.carried(from: source.location.site, to: .local)
        // What is fetched from the root has no name: its content goes into the directory itself.
        switch self {
        case .exact(.directory(let directory)) where source.entry.kind != .directory,
            .into(let directory):
            guard let name else { return .directory(directory) }
            return try LocalTarget(at: directory.appending(name))
        case .exact(let target):
            return target
        }
    }
}
