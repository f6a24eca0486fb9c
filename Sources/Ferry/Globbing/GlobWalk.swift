import Files

/// Finds what a pattern fits, by listings.
struct GlobWalk {
    private let files: any FileSystem
    private let site: Site

    init(_ files: any FileSystem, on site: Site) {
        self.files = files
        self.site = site
    }

    /// What fits the pattern of a place, in the order of the names' bytes.
    func found(_ place: Place, _ glob: PathGlob) throws(FileSystemError) -> [Place] {
        let start = glob.components.firstIndex(where: \.isPattern) ?? glob.components.count
        var places = [try base(place, glob.components[..<start])]
        for component in glob.components[start...] {
            var next: [(path: Path, entry: Entry?)] = []
            for place in places { next += try fitting(component, in: place) }
            places = next
        }
        var found: [Place] = []
        for (path, entry) in places {
            guard let entry else { continue }
            if place.isDirectory, try !isDirectory(entry, at: path) { continue }
            var one = place
            (one.path, one.below, one.glob, one.entry) = (path, nil, nil, entry)
            found.append(one)
        }
        return found
    }

    /// The directory that is listed first.
    private func base(
        _ place: Place, _ names: ArraySlice<PathGlob.Component>
    ) throws(FileSystemError) -> (path: Path, entry: Entry?) {
        let bytes = Array(names.map(\.literal).joined(separator: [0x2F]))
        do {
            guard place.path == nil else { return (try Path([0x2F] + bytes).typed(on: site), nil) }
            guard let below = try RelativePath(bytes)?.typed(on: site) else {
                return (try files.home(), nil)
            }
            return (try files.path(of: below), nil)
        } catch let error as FileSystemError {
            throw error
        } catch {
            throw FileSystemError(.badName, detail: "\(error)")
        }
    }

    /// What fits in one directory; nothing where it is none.
    private func fitting(
        _ component: PathGlob.Component, in place: (path: Path, entry: Entry?)
    ) throws(FileSystemError) -> [(path: Path, entry: Entry?)] {
        switch component.literal {
        case [0x2E]: return [place]
        case [0x2E, 0x2E]: return [(place.path.parent, nil)]
        default: break
        }
        if let kind = place.entry?.kind, kind != .directory, kind != .link { return [] }
        let directory: Directory
        do throws(FileSystemError) {
            directory = try files.list(place.path)
        } catch {
            guard error.kind == .notFound || error.kind == .notDirectory else { throw error }
            return []
        }
        guard !directory.isCut else {
            throw FileSystemError(
                .other, path: place.path,
                detail: "The listing of \(place.path.text(on: site)) exceeds Ferry's limit, so the "
                    + "pattern may miss names.")
        }
        var found: [Entry] = []
        for index in 0..<directory.count {
            let text = text(of: directory.nameBytes(at: index))
            if component.isPattern, text == component.literal,
                let entry = directory.entry(at: index)
            {
                // It is the very name, and no pattern.
                return [(place.path.appending(entry.name), entry)]
            }
            guard component.fits(text), let entry = directory.entry(at: index) else { continue }
            found.append(entry)
        }
        return found.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
            .map { (place.path.appending($0.name), $0) }
    }

    /// A name in UTF-8, as patterns are written; its bytes where it has no text.
    private func text(of bytes: some Collection<UInt8>) -> [UInt8] {
        site.nameCharset.map { Array($0.text(of: bytes).utf8) } ?? Array(bytes)
    }

    private func isDirectory(_ entry: Entry, at path: Path) throws(FileSystemError) -> Bool {
        switch entry.kind {
        case .directory: true
        case .link: try files.leadsToDirectory(path)
        case .file, .other: false
        }
    }
}

extension PathGlob.Component {
    fileprivate var isPattern: Bool {
        if case .pattern = self { true } else { false }
    }
}
