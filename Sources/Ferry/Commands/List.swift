import ArgumentParser
import Files
import Glibc
import UI

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List a directory; print one name or JSON object per line.")

    @Flag(name: .short, help: "Include hidden names.")
    var all = false

    @Flag(name: .customShort("0"), help: "End each name with NUL instead of a line break.")
    var null = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "A URL or a path.")
    var url = ArgumentBytes(".")

    func run() throws {
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        let found = try session.expanded([named])
        guard found.count == 1, let place = found.first, place.entry == nil else {
            return try show(found)
        }
        let directory = try session.use(place.site) { files in
            let path = try session.path(of: place, on: files)
            return try List.directoryOrFile(path, on: files)
        }
        try show(directory, in: place.site.nameCharset)
        if directory.isCut {
            throw Failure([
                "The listing of \(url.text) exceeds Ferry's limit; the rest is missing."
            ])
        }
    }

    /// What a pattern matches, by its path from the directory that all of them are in.
    private func show(_ found: [Place]) throws {
        guard let site = found.first?.site else { return }
        let paths = found.compactMap(\.path)
        var shared = paths.first?.parent.components ?? []
        for path in paths {
            let names = path.parent.components
            shared = Array(zip(shared, names).prefix { $0 == $1 }.map(\.0))
        }
        var output = Output.standard
        let isTerminal = isatty(output.descriptor) == 1
        for place in found {
            guard let path = place.path, let entry = place.entry else { continue }
            if json {
                let isPlain = path.components.count == shared.count + 1
                let text =
                    isPlain
                    ? EntryText.json(entry, in: site.nameCharset)
                    : EntryText.json(entry, at: path, in: site.nameCharset)
                try output.append(text.utf8)
            } else {
                let name = Array(
                    path.components.dropFirst(shared.count).map(\.bytes)
                        .joined(separator: [0x2F]))
                if isTerminal {
                    try output.append(VisibleText.make(name, in: site.nameCharset).utf8)
                } else {
                    try output.append(name)
                }
            }
            try output.append(end)
        }
        try output.flush()
    }

    /// What ends a name.
    private var end: CollectionOfOne<UInt8> { CollectionOfOne(null && !json ? 0 : 0x0A) }

    /// Of a path that names a file, a listing of that file alone.
    private static func directoryOrFile(
        _ path: Path, on files: any FileSystem
    ) throws(FileSystemError) -> Directory {
        do {
            return try files.list(path)
        } catch {
            guard [.notDirectory, .notFound, .other].contains(error.kind),
                let entry = try? files.entry(at: path), entry.kind != .directory
            else { throw error }
            var builder = DirectoryBuilder()
            builder.append(entry)
            return builder.directory
        }
    }

    private func show(_ directory: Directory, in charset: Charset?) throws {
        var arrangement = Arrangement()
        arrangement.showsHidden = all
        var output = Output.standard
        let isTerminal = isatty(output.descriptor) == 1
        for index in arrangement.order(of: directory) {
            let index = Int(index)
            if json {
                guard let entry = directory.entry(at: index) else { continue }
                try output.append(EntryText.json(entry, in: charset).utf8)
            } else if isTerminal {
                try output.append(
                    VisibleText.make(directory.nameBytes(at: index), in: charset).utf8)
            } else {
                try output.append(directory.nameBytes(at: index))
            }
            try output.append(end)
        }
        try output.flush()
    }
}
