import Files
import Jobs
import Words

/// Where `cp` puts what it copies: the last argument, by the rule of cp(1).
enum CopyTarget {
    case here(GetDestination)
    case there(Site, Destination)

    /// Where one source goes.
    enum End {
        case location(Location)
        /// Into a device, a pipe or a descriptor of this machine.
        case stream(LocalTarget)
    }

    /// `count` things go there. Throws where the directory for them is not there.
    init(
        _ argument: ArgumentBytes, _ place: Place, count: Int, _ session: HeadlessSession
    ) throws {
        guard !place.site.isLocal else {
            self = .here(try GetDestination(output: nil, target: argument, count: count))
            return
        }
        let destination = try session.use(place.site) { files in
            let destination = try session.destination(place, count: count, on: files)
            // A store of rclone's has directories only as far as there is something in them.
            if !place.site.scheme.namesRemote, try !files.isDirectory(destination.root) {
                let text = destination.root.text(on: place.site)
                throw FileSystemError(
                    .notFound, path: destination.root,
                    detail: tr(
                        "There is no directory \(text) on "
                            + "\(VisibleText.make(place.site.host)); create it first with ferry "
                            + "mkdir."))
            }
            return destination
        }
        self = .there(place.site, destination)
    }

    func end(of source: GetSource) throws(FileSystemError) -> End {
        switch self {
        case .here(let destination):
            switch try destination.target(of: source) {
            case .file(let path), .directory(let path):
                return .location(Location(site: .local, path: path))
            case let target: return .stream(target)
            }
        case .there(let site, let destination):
            // What is copied from a root has no name: its content goes into the directory itself.
            let name = source.location.path.name?.carried(from: source.location.site, to: site)
            let path = name.map { destination.path(for: $0) } ?? destination.path
            return .location(Location(site: site, path: path))
        }
    }
}
