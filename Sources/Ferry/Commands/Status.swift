import ArgumentParser
import Engine
import Files
import UI

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat", abstract: "Show details of a file, directory or link.")

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "A URL or a path.")
    var url: ArgumentBytes

    func run() throws {
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        let place = try session.resolved(named)
        let found = try session.use(place.site) { files in
            try FoundPlace(try session.path(of: place, on: files), on: files)
        }
        var output = PathOutput(place.site)
        if json {
            try output.append(line: EntryText.json(found.entry, in: place.site.nameCharset))
        } else {
            try show(found, in: place.site.nameCharset, &output)
        }
        try output.flush()
    }

    private func show(
        _ found: FoundPlace, in charset: Charset?, _ output: inout PathOutput
    ) throws {
        let entry = found.entry
        try output.append("path      ", found.path.bytes)
        try output.append(line: "type      \(EntryText.kind(entry.kind))")
        if let size = entry.size { try output.append(line: "size      \(size)") }
        if let time = entry.modified {
            let doubt = time.precision == .second ? "" : " (to the \(time.precision))"
            try output.append(line: "modified  \(EntryText.iso8601(time))\(doubt)")
        }
        if let mode = entry.mode { try output.append(line: "mode      \(Format.mode(mode))") }
        if let owner = entry.owner {
            try output.append(line: "owner     \(VisibleText.make(owner))")
        }
        if let group = entry.group {
            try output.append(line: "group     \(VisibleText.make(group))")
        }
        if let target = entry.target { try output.append("target    ", target) }
    }
}
