import Files
import Words

/// Finds what a pattern fits, by listings.
struct GlobWalk {
    private let files: any FileSystem
    private let site: Site
    /// Directories of which the server did not tell everything.
    private(set) var gaps: [Path] = []

    init(_ files: any FileSystem, on site: Site) {
        self.files = files
        self.site = site
    }

    /// What fits the pattern of a place, in the order of the names' bytes; where something is literally called so, just
    /// that, as a place that has no pattern.
    mutating func found(_ place: Place, _ glob: PathGlob) throws(FileSystemError) -> [Place] {
        let literal = try path(of: place, glob.components[...])
        var named = place
        (named.path, named.below, named.glob) = (literal, nil, nil)
        // An FTP server that is asked for a name might take it as a pattern itself.
        if !site.scheme.isFTP, try entry(at: literal) != nil { return [named] }
        let start = glob.components.firstIndex(where: \.isPattern) ?? glob.components.count
        var places: [(path: Path, entry: Entry?)] = [
            (try path(of: place, glob.components[..<start]), nil)
        ]
        var denied: FileSystemError?
        for component in glob.components[start...] {
            var next: [(path: Path, entry: Entry?)] = []
            for place in places {
                do throws(FileSystemError) {
                    next += try fitting(component, in: place)
                } catch {
                    // Of what a pattern fits some may be no directory, or closed.
                    guard place.entry != nil, !GlobWalk.ends(error) else { throw error }
                    denied = denied ?? (error.kind == .denied ? error : nil)
                }
            }
            var seen: Set<Path> = []
            places = next.filter { seen.insert($0.path).inserted }
        }
        var found: [Place] = []
        for (path, entry) in places {
            guard let entry else { continue }
            if place.isDirectory, try !isDirectory(entry, at: path) { continue }
            var one = place
            (one.path, one.below, one.glob, one.entry) = (path, nil, nil, entry)
            found.append(one)
        }
        if found.isEmpty, let denied { throw denied }
        return found.count == 1 && found.first?.path == literal ? [named] : found
    }

    /// Whether nothing more can be asked, or the user has to be asked first.
    private static func ends(_ error: FileSystemError) -> Bool {
        switch error.kind {
        case .connection, .timeout, .cancelled, .login, .security: true
        default: error.question != nil
        }
    }

    /// What is at a path; nil where nothing is, or the server does not say.
    private func entry(at path: Path) throws(FileSystemError) -> Entry? {
        do throws(FileSystemError) {
            return try files.entry(at: path)
        } catch {
            guard !GlobWalk.ends(error) else { throw error }
            return nil
        }
    }

    /// The path of a place as far as these names.
    private func path(
        of place: Place, _ names: ArraySlice<PathGlob.Component>
    ) throws(FileSystemError) -> Path {
        let bytes = Array(names.map(\.literal).joined(separator: [0x2F]))
        do {
            guard place.path == nil else { return try Path([0x2F] + bytes).typed(on: site) }
            guard let below = try RelativePath(bytes)?.typed(on: site) else {
                return try files.home()
            }
            return try files.path(of: below)
        } catch let error as FileSystemError {
            throw error
        } catch {
            throw FileSystemError(.badName, detail: "\(error)")
        }
    }

    /// What fits in one directory; nothing where it is none.
    private mutating func fitting(
        _ component: PathGlob.Component, in place: (path: Path, entry: Entry?)
    ) throws(FileSystemError) -> [(path: Path, entry: Entry?)] {
        if let kind = place.entry?.kind, kind != .directory, kind != .link { return [] }
        switch component {
        case .name([0x2E]): return [place]
        case .name([0x2E, 0x2E]): return [(place.path.parent, nil)]
        case .name(let name):
            let path = try typed(place.path, name)
            return try entry(at: path).map { [(path, $0)] } ?? []
        case .pattern: break
        }
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
                detail: tr(
                    "The listing of \(place.path.text(on: site)) exceeds Ferry's limit, so the "
                        + "pattern may miss names."))
        }
        if !directory.isWhole { gaps.append(place.path) }
        var found: [Entry] = []
        for index in 0..<directory.count {
            let text = text(of: directory.nameBytes(at: index))
            if text == component.literal,
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

    private func typed(_ directory: Path, _ name: [UInt8]) throws(FileSystemError) -> Path {
        do {
            let path = try Path([0x2F] + name).typed(on: site)
            return Path(components: directory.components + path.components)
        } catch {
            throw FileSystemError(.badName, detail: "\(error)")
        }
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
