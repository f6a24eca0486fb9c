import ArgumentParser
import Files
import Glibc
import UI

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List a directory: a name, or a JSON object, a line.")

    @Flag(name: .short, help: "Hidden names too.")
    var all = false

    @Flag(help: "One JSON object a line.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "A URL or a path.")
    var url = "."

    func run() throws {
        let place = try Place(url, options)
        let session = try HeadlessSession(options, [place])
        let directory = try session.use(place.site) { (files) throws(FileSystemError) in
            let path = try session.path(of: place, on: files)
            return try List.directoryOrFile(path, on: files)
        }
        try show(directory, in: place.site.nameCharset)
        if directory.isCut {
            throw Failure(["The listing of \(url) is longer than Ferry keeps; the rest is cut."])
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
        var output = Output(descriptor: STDOUT_FILENO)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        for index in arrangement.order(of: directory) {
            let index = Int(index)
            var isOpen = true
            if json {
                guard let entry = directory.entry(at: index) else { continue }
                isOpen = output.append(EntryText.json(entry, in: charset).utf8)
            } else if isTerminal {
                isOpen = output.append(
                    VisibleText.make(directory.nameBytes(at: index), in: charset).utf8)
            } else {
                isOpen = output.append(directory.nameBytes(at: index))
            }
            if isOpen { isOpen = output.append(CollectionOfOne(0x0A)) }
            guard isOpen else { return }
        }
        _ = output.flush()
    }
}
