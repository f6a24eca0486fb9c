import ArgumentParser
import Engine
import Files
import Words

struct DiskUsage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "du", abstract: tr("Add up the sizes of all files below a directory."))

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A URL or a path.")))
    var url: ArgumentBytes

    /// What was counted.
    private struct Sum {
        var bytes: UInt64 = 0
        var files = 0
        var directories = 0
        /// Files of which the server tells no size.
        var unknown = 0

        mutating func add(_ entry: Entry) {
            switch entry.kind {
            case .directory: directories += 1
            case .file:
                files += 1
                guard let size = entry.size else {
                    unknown += 1
                    return
                }
                let (sum, isTooLarge) = bytes.addingReportingOverflow(size)
                bytes = isTooLarge ? .max : sum
            case .link, .other: break
            }
        }
    }

    func run() throws {
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        var ends: [Failure] = []
        for place in try session.expanded([named]) {
            ends += try Failure.caught { try add(up: place, session) }
        }
        if let failure = Failure(all: ends) { throw failure }
    }

    private func add(up place: Place, _ session: HeadlessSession) throws {
        let (sum, path, failures) = try session.use(place.site, keeps: true) { files in
            var sum = Sum()
            let found = try FoundPlace(try session.path(of: place, on: files), on: files)
            guard try found.isDirectory(on: files) else {
                sum.add(found.entry)
                return (sum, found.path, [FileSystemError]())
            }
            var walk = TreeWalk(files, below: found.path) { entry, _ in sum.add(entry) }
            try walk.run()
            return (sum, found.path, walk.failures)
        }
        var output = PathOutput(place.site)
        try output.append("\(sum.bytes)\t", path.bytes)
        try output.flush()
        if options.verbose {
            StandardError.say(
                Failure.prefix
                    + tr(
                        "\(Plural.count(sum.files, "file")) in "
                            + "\(Plural.count(sum.directories, "directory")) below "
                            + "\(path.text(on: place.site))."))
        }
        var lines = failures.map(\.message)
        if sum.unknown > 0 {
            lines.append(
                tr(
                    "The server does not report the size of \(sum.unknown) of "
                        + "\(Plural.count(sum.files, "file")); the sum leaves them out."))
        }
        if !lines.isEmpty { throw Failure(lines) }
    }
}
