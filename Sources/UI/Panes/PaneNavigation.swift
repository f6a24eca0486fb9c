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

    /// Enters the directory under the cursor, or looks at the file.
    mutating func enter() -> Outcome {
        let pane = self[focus]
        if pane.isEmpty { return pane.failed == nil ? .show(.sites) : retry(focus) }
        if pane.isOnParent { return goToParent() }
        guard let entry = pane.current else { return .nothing }
        let path = pane.path.appending(entry.name)
        switch entry.kind {
        case .directory:
            return open(focus, pane.site, path)
        case .link:
            let outcome = open(focus, pane.site, path)
            self[focus].pending?.link = entry
            return outcome
        case .file:
            return ViewerScreen.open(entry, at: Location(site: pane.site, path: path), &self)
        case .other:
            status.show(
                "'\(entry.name.text(on: pane.site))' is a device, a socket or a pipe: it has no content."
            )
            return .nothing
        }
    }

    mutating func goToParent() -> Outcome {
        let pane = self[focus]
        guard !pane.isEmpty, !pane.path.isRoot else { return .nothing }
        return open(focus, pane.site, pane.path.parent, cursorOn: pane.path.name)
    }

    mutating func goHome() -> Outcome {
        guard !self[focus].isEmpty else { return .nothing }
        if self[focus].site.isLocal { return open(focus, .local, options.home) }
        return open(focus, self[focus].site, nil)
    }

    /// Shows the focused pane's directory in the other one, too.
    mutating func otherToSame() -> Outcome {
        let pane = self[focus]
        guard !pane.isEmpty else { return .nothing }
        return open(focus.other, pane.site, pane.path, cursorOn: pane.current?.name)
    }

    /// Goes to a path or a URL that was typed, relative to the focused pane; says why where the
    /// text cannot be used.
    mutating func go(to text: String) -> InputDialog.Submission {
        let pane = self[focus]
        let base =
            pane.isEmpty ? Location(site: .local, path: options.home ?? .root) : pane.location
        do throws(SiteURL.Refusal) {
            let place = try EditableLocation.parse(text, from: base, home: options.home, adopted)
            let login = place.password.map { given($0, for: place.site) } ?? .nothing
            return .accepted(login + open(focus, place.site, place.path))
        } catch {
            return .refused(error.description)
        }
    }

    /// Asks for a path or a URL to go to.
    func askWhereTo() -> Outcome {
        let pane = self[focus]
        let here = pane.isEmpty ? "" : EditableLocation.text(of: pane.location, home: options.home)
        return .present(
            InputDialog(
                title: "Go to",
                label: "A path here, or a URL: ftp://user@host/dir, file:///dir",
                field: TextField(here, isSelected: true)
            ) { $1.go(to: $0) })
    }
}
