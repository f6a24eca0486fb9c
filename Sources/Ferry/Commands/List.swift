import ArgumentParser
import Files
import Glibc
import UI

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List a directory; print one name or JSON object per line.")

    @Flag(name: .short, help: "Include hidden names.")
    var all = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "A URL or a path.")
    var url = ArgumentBytes(".")

    func run() throws {
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        let place = try session.resolved(named)
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
            try output.append(CollectionOfOne(0x0A))
        }
        try output.flush()
    }
}
