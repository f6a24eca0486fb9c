import ArgumentParser
import Engine
import Files
import UI
import Words

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat", abstract: tr("Show details of a file, directory or link."))

    @Flag(help: ArgumentHelp(tr("Print a JSON object.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A URL or a path.")))
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
        let labels = Labels()
        try output.append(labels.padded(labels.path), found.path.bytes)
        try output.append(line: labels.padded(labels.type) + Status.title(of: entry.kind))
        if let size = entry.size { try output.append(line: labels.padded(labels.size) + "\(size)") }
        if let time = entry.modified {
            try output.append(line: labels.padded(labels.modified) + Status.text(time))
        }
        if let mode = entry.mode {
            try output.append(line: labels.padded(labels.mode) + Format.mode(mode))
        }
        if let owner = entry.owner {
            try output.append(line: labels.padded(labels.owner) + VisibleText.make(owner))
        }
        if let group = entry.group {
            try output.append(line: labels.padded(labels.group) + VisibleText.make(group))
        }
        if let target = entry.target { try output.append(labels.padded(labels.target), target) }
    }

    /// What stands before the facts, one below the other.
    private struct Labels {
        let path = tr("path")
        let type = tr("type")
        let size = tr("size")
        let modified = tr("modified")
        let mode = tr("mode")
        let owner = tr("owner")
        let group = tr("group")
        let target = tr("target")

        func padded(_ label: String) -> String {
            ColumnText.left(
                label,
                ColumnText.column([path, type, size, modified, mode, owner, group, target]))
        }
    }

    /// How people read it.
    private static func title(of kind: Entry.Kind) -> String {
        switch kind {
        case .file: tr("file")
        case .directory: tr("dir", meaning: "short for directory")
        case .link: tr("link")
        case .other: tr("other", meaning: "neither a file nor a directory nor a link")
        }
    }

    /// With how exact it is, where that is not to the second.
    private static func text(_ time: Timestamp) -> String {
        let text = EntryText.iso8601(time)
        return switch time.precision {
        case .second: text
        case .minute: tr("\(text) (to the minute)")
        case .day: tr("\(text) (to the day)")
        }
    }
}
