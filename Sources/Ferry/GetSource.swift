import Files
import Words

/// What is copied from, as `get` and `cp` name it.
struct GetSource {
    let location: Location
    var entry: Entry

    /// A file, as far as anybody knows.
    init(file place: Place) throws(FileSystemError) {
        guard let path = place.path, let name = path.name else {
            throw FileSystemError(
                .isDirectory, detail: tr("\(place.site.text)/ is a directory; name a file in it."))
        }
        location = Location(site: place.site, path: path)
        entry =
            place.entry.flatMap { $0.kind == .link ? nil : $0 } ?? Entry(name: name, kind: .file)
    }

    /// Asks the server what it is, unless the URL says that it is a directory.
    init(
        _ place: Place, on files: any FileSystem, _ session: HeadlessSession
    ) throws(FileSystemError) {
        let path = try session.path(of: place, on: files)
        location = Location(site: place.site, path: path)
        guard let name = path.name else {
            // The root has no name of its own; the job needs one only to be shown.
            guard let host = Name(place.site.host) ?? Name("root") else {
                throw FileSystemError(
                    .badName, path: path, detail: tr("The URL does not name a directory."))
            }
            entry = Entry(name: host, kind: .directory)
            return
        }
        if place.isDirectory {
            entry = Entry(name: name, kind: .directory)
            return
        }
        if let known = place.entry {
            entry = known
            return
        }
        guard let found = try files.entry(at: path) else {
            throw FileSystemError(
                .notFound, path: path,
                detail: place.site.isLocal
                    ? tr("\(path.text(on: place.site)) does not exist here; check the name.")
                    : tr(
                        "\(path.text(on: place.site)) does not exist on \(place.site.text); check the "
                            + "name."))
        }
        entry = found
    }
}
