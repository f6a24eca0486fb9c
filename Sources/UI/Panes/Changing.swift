import Files
import Terminal

extension Model {
    /// Makes a directory, or a file where `text` does not end in a slash and may be one.
    mutating func make(_ text: String, mayBeFile: Bool) -> (effects: [Effect], refusal: String?) {
        let pane = self[focus]
        guard !pane.isEmpty else { return ([], "This pane shows no directory yet.") }
        let isDirectory = !mayBeFile || text.hasSuffix("/")
        var bare = text[...]
        while bare.hasSuffix("/") { bare.removeLast() }
        let name: Name
        switch typedName(String(bare), on: pane.site) {
        case .success(let typed): name = typed
        case .failure(let refusal): return ([], refusal.description)
        }
        let location = Location(site: pane.site, path: pane.path.appending(name))
        let request = makeRequest()
        changes[request] = Change(
            kind: isDirectory ? .makeDirectory : .makeFile, side: focus, location: pane.location,
            name: name)
        return (
            [
                isDirectory
                    ? .makeDirectory(request, focus, location) : .makeFile(request, focus, location)
            ], nil
        )
    }

    static let badNameText = "A name cannot be empty, '.' or '..', nor hold '/'."

    mutating func rename(_ entry: Entry, to text: String) -> [Effect] {
        switch typedName(text, on: self[focus].site) {
        case .failure(let refusal):
            status.show(refusal.description, .error)
            return []
        case .success(let name):
            guard name != entry.name else { return [] }
            return rename(entry, to: name, side: focus)
        }
    }

    /// A name as the site writes it.
    private func typedName(_ text: String, on site: Site) -> Result<Name, SiteURL.Refusal> {
        Result { () throws(SiteURL.Refusal) in
            let name: Name?
            do throws(Charset.Unencodable) {
                name = try Name.typed(text, on: site)
            } catch {
                throw SiteURL.Refusal(description: error.description)
            }
            guard let name else { throw SiteURL.Refusal(description: Model.badNameText) }
            return name
        }
    }

    mutating func rename(_ entry: Entry, to name: Name, side: Side) -> [Effect] {
        let pane = self[side]
        let request = makeRequest()
        changes[request] = Change(
            kind: .rename, side: side, location: pane.location, name: name)
        return [
            .rename(
                request, side, pane.site, from: pane.path.appending(entry.name),
                to: pane.path.appending(name))
        ]
    }

    mutating func takeFinished(
        _ request: RequestID, _ result: Result<Void, FileSystemError>
    ) -> [Effect] {
        guard let change = changes.removeValue(forKey: request) else { return [] }
        switch result {
        case .failure(let error):
            status.show(error, side: change.side)
            return []
        case .success:
            let name = change.name.text(on: change.location.site)
            let sentence =
                switch change.kind {
                case .makeDirectory: "Directory '\(name)' made."
                case .makeFile: "File '\(name)' made."
                case .rename: "Renamed to '\(name)'."
                }
            status.show(sentence, .good)
            var effects: [Effect] = []
            for side in Side.allCases
            where !self[side].isEmpty && self[side].location == change.location {
                // A listing that is on its way may be older than the change, or lead elsewhere.
                if let pending = self[side].pending, !pending.isReread { continue }
                effects += reread(
                    side, isQuiet: true, cursorOn: side == change.side ? change.name : nil)
            }
            return effects
        }
    }

    mutating func askForDirectory() -> [Effect] {
        ask(
            InputDialog(
                title: "Make a directory", label: "Its name", field: TextField(),
                purpose: .makeDirectory))
    }

    mutating func askForName() -> [Effect] {
        ask(
            InputDialog(
                title: "Make a file or directory",
                label: "A name makes a file, one that ends in / a directory",
                field: TextField(), purpose: .make))
    }

    /// Opens a dialog about the focused pane's directory; none where there is no directory.
    private mutating func ask(_ input: InputDialog) -> [Effect] {
        guard !self[focus].isEmpty else { return [] }
        dialogs.append(.input(input))
        return []
    }
}
