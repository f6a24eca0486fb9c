package import Files

/// The last name of a path or a URL that is being typed, and the directory that it is in.
package struct PathCompletion: Sendable {
    /// Names that are offered at most.
    static let limit = 1_000
    /// Names that are looked at, at most, in a directory.
    static let scanLimit = 20_000

    /// What was typed up to the last slash, and with it.
    let head: String
    /// What was typed of the name.
    let leaf: String
    /// What the head names.
    let directory: Location

    /// Nil where the text does not lead to a directory by its path: `~user`, a server's name.
    init?(_ text: String, from base: Location, home: Path?, _ adopt: (Site) -> Site) {
        guard let slash = text.lastIndex(of: "/") else {
            guard !text.hasPrefix("~"), !text.contains(":") else { return nil }
            (head, leaf, directory) = ("", text, base)
            return
        }
        head = String(text[...slash])
        leaf = String(text[text.index(after: slash)...])
        guard
            let place = try? EditableLocation.parse(head, from: base, home: home, adopt),
            let path = place.path
        else { return nil }
        directory = Location(site: place.site, path: path)
    }

    /// The names of directories, and of links, which may lead to some.
    package static func names(in directory: Directory) -> [Name] {
        var names: [Name] = []
        for index in 0..<min(directory.count, scanLimit) where names.count < limit {
            let kind = directory.kind(at: index)
            guard kind == .directory || kind == .link else { continue }
            if let name = Name(Array(directory.nameBytes(at: index))) { names.append(name) }
        }
        return names
    }

    /// Those of the names that what was typed may become, in order; hidden ones only after a dot.
    /// Where the case fits none, it does not count.
    func matching(_ names: [Name]) -> [Name] {
        let texts = names.map { (name: $0, text: $0.text(on: directory.site)) }
            .filter { leaf.hasPrefix(".") || !$0.text.hasPrefix(".") }
        var fitting = texts.filter { $0.text.hasPrefix(leaf) }
        if fitting.isEmpty {
            let lower = leaf.lowercased()
            fitting = texts.filter { $0.text.lowercased().hasPrefix(lower) }
        }
        return fitting.sorted { $0.text < $1.text }.map(\.name)
    }

    /// What the whole line is with a name in it; nil where it would not be read back as that name.
    func text(
        with name: Name, from base: Location, home: Path?, _ adopt: (Site) -> Site
    ) -> String? {
        var shown = name.text(on: directory.site)
        if SiteURL.looksLikeURL(head) { shown = shown.replacing("%", with: "%25") }
        let text = head + shown + "/"
        let place = try? EditableLocation.parse(text, from: base, home: home, adopt)
        guard place?.site == directory.site, place?.path == directory.path.appending(name) else {
            return nil
        }
        return text
    }
}
