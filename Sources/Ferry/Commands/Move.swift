import ArgumentParser
import Files
import Jobs

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv", abstract: "Rename or move, also from one server to another.")

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "What to move: a URL or a path.")
    var source: String

    @Argument(help: "The new name, or a directory to move into.")
    var target: String

    func run() throws {
        let from = try Place(source, options)
        let to = try Place(target, options)
        let session = try HeadlessSession(options, [from, to])
        guard let fromPath = from.path, let name = fromPath.name else {
            throw Failure.usage("'\(VisibleText.make(source))' names nothing that can be moved.")
        }
        let place = try session.use(to.site) { (files) throws(FileSystemError) -> Path in
            let path = try session.path(of: to, on: files)
            var isInto = to.isDirectory
            if !isInto { isInto = try files.entry(at: path)?.kind == .directory }
            return isInto ? path.appending(name.carried(from: from.site, to: to.site)) : path
        }
        if from.site == to.site {
            return try session.use(from.site) { (files) throws(FileSystemError) in
                try files.rename(fromPath, to: place)
            }
        }
        let entry = try session.use(from.site) { (files) throws(FileSystemError) -> Entry in
            guard let entry = try files.entry(at: fromPath) else {
                throw FileSystemError(
                    .notFound, path: fromPath,
                    detail: "There is no \(fromPath.text) to move; check the name.")
            }
            return entry
        }
        let request = JobRequest(
            operation: .move, source: Location(site: from.site, path: fromPath), entry: entry,
            target: Location(site: to.site, path: place), root: place.parent, policy: .skip)
        try HeadlessTransfers(session, TransferOptions.parse([])).run([request])
    }
}
