import Files
import Jobs

extension Workspace {
    /// Moves the focused pane's cursor to a row; what visual marking covers follows.
    mutating func moveCursor(to row: Int) {
        self[focus].moveCursor(to: row, height: listHeight(focus))
        self[focus].extendVisual()
    }

    /// Moves the focused pane's cursor by rows.
    mutating func moveCursor(by rows: Int) {
        moveCursor(to: self[focus].cursor + rows)
    }

    /// Goes to a path or a URL that was typed, relative to the focused pane; says why where the
    /// text cannot be used.
    mutating func go(to text: String) -> InputDialog.Submission {
        let pane = self[focus]
        let base =
            pane.isEmpty ? Location(site: .local, path: options.home ?? .root) : pane.location
        do {
            // What is in the directory goes before what it would name elsewhere.
            let isHere = holds(text, pane)
            if !isHere, let named = try SiteReference(text, among: sites) {
                return .accepted(open(focus, named.site, named.path, below: named.below))
            }
            if text.hasPrefix("~"), base.site.scheme == .sftp,
                !holds(String(text.prefix { $0 != "/" }), pane),
                let below = try RelativePath(Array(text.utf8))?.typed(on: base.site)
            {
                return .accepted(open(focus, base.site, nil, below: below))
            }
            let place = try EditableLocation.parse(text, from: base, home: options.home, adopted)
            let login = place.password.map { given($0, for: place.site) } ?? .nothing
            return .accepted(login + open(focus, place.site, place.path, below: place.below))
        } catch {
            return .refused("\(error)")
        }
    }

    private func holds(_ name: String, _ pane: Pane) -> Bool {
        Name(Array(name.utf8)).flatMap { pane.directory.index(of: $0) } != nil
    }
}

extension InputDialog {
    /// Asks for a path or a URL to go to.
    static func openGoTo(_ workspace: Workspace) -> Outcome {
        let pane = workspace.focused
        let here =
            pane.isEmpty
            ? "" : EditableLocation.text(of: pane.location, home: workspace.options.home)
        let dialog = Outcome.present(
            InputDialog(
                title: "Go to",
                label: "A path here, or a URL: ftp://user@host/dir, file:///dir",
                field: TextField(here, isSelected: true)
            ) { $1.go(to: $0) })
        // The names of sites can be typed.
        return dialog + [.loadSites]
    }
}
