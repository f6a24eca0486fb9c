import Files
import Jobs

extension Model {
    /// Moves the focused pane's cursor to a row; what visual marking covers follows.
    mutating func moveCursor(to row: Int) {
        self[focus].moveCursor(to: row, height: listHeight(focus))
        extendVisual()
    }

    mutating func moveCursor(by rows: Int) {
        moveCursor(to: self[focus].cursor + rows)
    }

    /// After the layout or the lists have changed.
    mutating func keepCursorsVisible() {
        for side in Side.allCases {
            self[side].moveCursor(to: self[side].cursor, height: listHeight(side))
        }
        keepRawVisible()
    }

    /// Enters the directory under the cursor, or looks at the file.
    mutating func enter() -> [Effect] {
        let pane = self[focus]
        if pane.isEmpty { return pane.failed == nil ? show(.sites) : retry(focus) }
        if pane.isOnParent { return goToParent() }
        guard let entry = pane.current else { return [] }
        let path = pane.path.appending(entry.name)
        switch entry.kind {
        case .directory:
            return open(focus, pane.site, path)
        case .link:
            let effects = open(focus, pane.site, path)
            self[focus].pending?.link = entry
            return effects
        case .file:
            return openViewer(entry, at: Location(site: pane.site, path: path))
        case .other:
            status.show(
                "'\(entry.name.text(on: pane.site))' is a device, a socket or a pipe: it has no content."
            )
            return []
        }
    }

    mutating func goToParent() -> [Effect] {
        let pane = self[focus]
        guard !pane.isEmpty, !pane.path.isRoot else { return [] }
        return open(focus, pane.site, pane.path.parent, cursorOn: pane.path.name)
    }

    mutating func goHome() -> [Effect] {
        guard !self[focus].isEmpty else { return [] }
        if self[focus].site.isLocal { return open(focus, .local, options.home) }
        return open(focus, self[focus].site, nil)
    }

    /// Shows the focused pane's directory in the other one, too.
    mutating func otherToSame() -> [Effect] {
        let pane = self[focus]
        guard !pane.isEmpty else { return [] }
        return open(focus.other, pane.site, pane.path, cursorOn: pane.current?.name)
    }

    mutating func askWhereTo() -> [Effect] {
        let pane = self[focus]
        let here = pane.isEmpty ? "" : EditableLocation.text(of: pane.location, home: options.home)
        dialogs.append(
            .input(
                InputDialog(
                    title: "Go to",
                    label: "A path here, or a URL: ftp://user@host/dir, file:///dir",
                    field: TextField(here, isSelected: true), purpose: .goTo)))
        return []
    }

    /// Goes to a path or a URL that was typed, relative to the focused pane; says why where the
    /// text cannot be used.
    mutating func go(to text: String) -> (effects: [Effect], refusal: String?) {
        let pane = self[focus]
        let base =
            pane.isEmpty ? Location(site: .local, path: options.home ?? .root) : pane.location
        do throws(SiteURL.Refusal) {
            let place = try EditableLocation.parse(text, from: base, home: options.home, adopted)
            var effects: [Effect] = []
            if let password = place.password {
                effects += given(password, for: place.site)
            }
            return (effects + open(focus, place.site, place.path), nil)
        } catch {
            return ([], error.description)
        }
    }
}
