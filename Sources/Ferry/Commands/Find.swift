import ArgumentParser
import Engine
import Files
import UI
import Words

struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: tr("Find files below a directory; print one path or JSON object per line."))

    @Option(
        help: ArgumentHelp(
            tr("Only names that match a pattern: *, ?, [a-z]; case matters."), valueName: "GLOB"))
    var name: String?

    @Option(
        help: ArgumentHelp(tr("Only files (f), directories (d) or links (l)."), valueName: "f|d|l"))
    var type: FindType?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            tr(
                "Only files larger (+) or smaller (-) than this many bytes; K, M and G multiply by "
                    + "1024."),
            valueName: "+N|-N"))
    var size: FindSize?

    @Option(
        help: ArgumentHelp(
            tr("Only entries changed after this time, such as 2026-11-20T23:51:00Z."),
            valueName: "TIME"
        ))
    var newer: String?

    @Flag(
        name: .customShort("0"),
        help: ArgumentHelp(tr("End each path with NUL instead of a line break.")))
    var null = false

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A URL or a path.")))
    var url: ArgumentBytes

    func validate() throws {
        if let newer, ISOTime.read(newer) == nil {
            throw ValidationError(
                tr(
                    "--newer \(VisibleText.make(newer)) is not a time; write it as 2026-11-20 or "
                        + "2026-11-20T23:51:00Z."))
        }
    }

    func run() throws {
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        let place = try session.resolved(named)
        let filter = FindFilter(
            name: name.map { NamePattern(exact: ArgumentText.bytes(of: $0.composed)) },
            charset: place.site.nameCharset, type: type, size: size,
            newer: newer.flatMap { ISOTime.read($0) })
        var output = PathOutput(place.site, endsWithNull: null && !json)
        let failures = try session.use(place.site) { files in
            let found = try FoundPlace(try session.path(of: place, on: files), on: files)
            guard try found.isDirectory(on: files) else {
                if filter.fits(found.entry) {
                    try show(found.entry, at: found.path, on: place.site, &output)
                }
                return [FileSystemError]()
            }
            var walk = TreeWalk(files, below: found.path) { entry, names in
                guard filter.fits(entry) else { return }
                let path = Path(components: found.path.components + names)
                try show(entry, at: path, on: place.site, &output)
            }
            defer { try? output.flush() }
            try walk.run()
            return walk.failures
        }
        try output.flush()
        if !failures.isEmpty { throw Failure(failures.map(\.message)) }
    }

    private func show(
        _ entry: Entry, at path: Path, on site: Site, _ output: inout PathOutput
    ) throws {
        if json {
            try output.append(line: EntryText.json(entry, at: path, in: site.nameCharset))
        } else {
            try output.append("", path.bytes)
        }
    }
}

extension FindType: ExpressibleByArgument {}

extension FindSize: ExpressibleByArgument {}
