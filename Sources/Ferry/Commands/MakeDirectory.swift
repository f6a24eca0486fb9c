import ArgumentParser
import Files
import Words

struct MakeDirectory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mkdir", abstract: tr("Create directories."))

    @Flag(
        name: .short, help: ArgumentHelp(tr("Create parent directories too; ignore existing ones."))
    )
    var parents = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("URLs or paths.")))
    var urls: [ArgumentBytes]

    func run() throws {
        let named = try urls.map { try Place($0, options) }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let places = try session.resolved(named)
        try Grouped.bySite(places, session) { (place, files) throws(FileSystemError) in
            let path = try session.path(of: place, on: files)
            guard parents else { return try files.makeDirectory(path, root: nil) }
            try makeAll(path, on: files)
        }
    }

    /// From the deepest that exists downwards: most often only the last is missing.
    private func makeAll(_ path: Path, on files: any FileSystem) throws(FileSystemError) {
        if path.isRoot { return }
        do {
            try files.makeDirectory(path, root: nil)
        } catch {
            if let entry = try files.entry(at: path) {
                guard entry.kind == .directory || entry.kind == .link else { throw error }
                return
            }
            guard error.kind == .notFound || error.kind == .other || error.kind == .denied,
                path.components.count > 1
            else { throw error }
            try makeAll(path.parent, on: files)
            try files.makeDirectory(path, root: nil)
        }
    }
}
