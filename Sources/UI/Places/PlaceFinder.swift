import Files
import Words

/// What a line that is being typed could lead to: a snapshot of what is known of places when the dialog
/// was opened, and the directories that were read for it since.
struct PlaceFinder: Sendable {
    /// Rows of what was visited, and of bookmarks, beside the completions.
    static let limit = 50

    /// Where the focused pane is.
    private let base: Location
    private let home: Path?
    private let known: KnownSites
    private let titles: SiteTitles
    private let visited: [Location]
    private let bookmarks: [SiteChoice]
    /// Names of the directories that were read, and in them.
    private var names: [Location: [Name]] = [:]

    init(_ workspace: Workspace) {
        let pane = workspace.panes.focused
        home = workspace.options.home
        base = pane.isEmpty ? Location(site: .local, path: home ?? .root) : pane.location
        known = KnownSites(workspace)
        titles = workspace.siteTitles
        visited = workspace.visited.locations
        bookmarks = PlaceFinder.sorted(workspace.sites, around: base.site)
        for pane in [workspace.panes.focused, workspace.panes[workspace.panes.focus.other]]
        where !pane.isEmpty && names[pane.location] == nil {
            names[pane.location] = PathCompletion.names(in: pane.directory)
        }
    }

    /// Those of the account that is shown first.
    private static func sorted(_ sites: [SiteChoice], around site: Site) -> [SiteChoice] {
        let own = sites.filter { $0.origin == .sites }
        return own.filter { $0.site.isSameAccount(as: site) }
            + own.filter { !$0.site.isSameAccount(as: site) }
    }

    /// The names in a directory have come.
    mutating func take(_ listed: [Name], of directory: Location) {
        names[directory] = listed
    }

    // MARK: What was typed

    /// The name that is being typed; nil where the text has none.
    func completion(of text: String) -> PathCompletion? {
        PathCompletion(text, from: base, home: home, known.adopt)
    }

    /// Whether the names in a directory are known.
    func knows(_ directory: Location) -> Bool { names[directory] != nil }

    /// Whether a directory can be read for its names without a login: one of this machine, or of the
    /// server that the pane shows.
    func canRead(_ directory: Location) -> Bool {
        directory.site.isLocal || directory.site == base.site
    }

    /// The line after Tab; nil where nothing can be added to it.
    func completed(_ text: String) -> String? {
        guard let completion = completion(of: text), let known = names[completion.directory] else {
            return nil
        }
        let lines = completion.matching(known).compactMap { line(completion, with: $0) }
        guard let first = lines.first else { return nil }
        if lines.count == 1 { return first == text ? nil : first }
        let common = lines.dropFirst().reduce(first) { common, line in
            String(zip(common, line).prefix { $0 == $1 }.map(\.0))
        }
        return common.count > text.count ? common : nil
    }

    /// What a row makes of the line that is typed; nil where it cannot be written.
    func line(_ text: String, choosing row: PlaceRow) -> String? {
        switch row.target {
        case .site(let choice):
            return choice.address
        case .directory(let site, let path):
            if let completion = completion(of: text), let name = path.name,
                completion.directory == Location(site: site, path: path.parent)
            {
                return line(completion, with: name)
            }
            return EditableLocation.text(of: Location(site: site, path: path), home: home)
        }
    }

    private func line(_ completion: PathCompletion, with name: Name) -> String? {
        completion.text(with: name, from: base, home: home, known.adopt)
    }

    // MARK: Rows

    /// What a text leads to: directories whose names begin so, then visited places and bookmarks that
    /// hold its words. Nothing typed: what was visited, the account that is shown first.
    func rows(for text: String) -> [PlaceRow] {
        guard !text.isEmpty else { return visitedRows(holding: []) }
        let words = PlaceFinder.words(of: text)
        return completionRows(text) + bookmarkRows(holding: words) + visitedRows(holding: words)
    }

    /// The user's own sites that hold all words.
    func bookmarkRows(for text: String) -> [PlaceRow] {
        bookmarkRows(holding: PlaceFinder.words(of: text), limit: 10_000)
    }

    private static func words(of text: String) -> [Substring] {
        text.lowercased().split(whereSeparator: \.isWhitespace)
    }

    private func completionRows(_ text: String) -> [PlaceRow] {
        guard let completion = completion(of: text), let known = names[completion.directory] else {
            return []
        }
        let directory = completion.directory
        return completion.matching(known).map { name in
            let path = directory.path.appending(name)
            return PlaceRow(
                title: name.text(on: directory.site) + "/",
                target: .directory(directory.site, path))
        }
    }

    private func visitedRows(holding words: [Substring]) -> [PlaceRow] {
        let others = visited.filter { $0 != base }
        let near = others.filter { $0.site.isSameAccount(as: base.site) }
        let far = others.filter { !$0.site.isSameAccount(as: base.site) }
        var rows: [PlaceRow] = []
        for location in near + far where rows.count < PlaceFinder.limit {
            let title = self.title(of: location)
            guard PlaceFinder.holds(title, words) else { continue }
            rows.append(
                PlaceRow(
                    title: title, aside: tr("visited"),
                    target: .directory(known.adopt(location.site), location.path)))
        }
        return rows
    }

    private func bookmarkRows(
        holding words: [Substring], limit: Int = PlaceFinder.limit
    ) -> [PlaceRow] {
        var rows: [PlaceRow] = []
        for choice in bookmarks where rows.count < limit {
            guard PlaceFinder.holds("\(choice.shownName) \(choice.address)", words) else {
                continue
            }
            rows.append(
                PlaceRow(
                    title: choice.shownName, aside: choice.address,
                    target: .site(choice)))
        }
        return rows
    }

    private func title(of location: Location) -> String {
        location.site.isLocal
            ? EditableLocation.text(of: location, home: home) : titles.text(of: location)
    }

    private static func holds(_ text: String, _ words: [Substring]) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
