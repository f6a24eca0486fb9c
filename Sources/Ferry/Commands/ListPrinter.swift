import Files
import Glibc
import UI
import Words

/// Prints what `ferry ls` lists.
struct ListPrinter {
    /// Including hidden names.
    var hasHidden = false
    /// Each name ends with NUL instead of a line break.
    var endsWithNull = false
    /// One JSON object a line.
    var isJSON = false

    /// A directory, a file, or what a pattern matches.
    func print(_ url: ArgumentBytes, _ options: any ConnectionChoices) throws {
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        let found = try session.expanded([named])
        guard found.count == 1, let place = found.first, place.entry == nil else {
            return try show(found)
        }
        let directory = try session.use(place.site) { files in
            let path = try session.path(of: place, on: files)
            return try ListPrinter.directoryOrFile(path, on: files)
        }
        try show(directory, in: place.site.nameCharset)
        if directory.isCut {
            throw Failure([
                tr("The listing of \(url.text) exceeds Ferry's limit; the rest is missing.")
            ])
        }
        if !directory.isWhole {
            throw Failure([
                tr("The listing of \(url.text) is incomplete; some names may be missing.")
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
            if isJSON {
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
    private var end: CollectionOfOne<UInt8> { CollectionOfOne(endsWithNull && !isJSON ? 0 : 0x0A) }

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
        arrangement.showsHidden = hasHidden
        var output = Output.standard
        let isTerminal = isatty(output.descriptor) == 1
        for index in arrangement.order(of: directory) {
            let index = Int(index)
            if isJSON {
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
