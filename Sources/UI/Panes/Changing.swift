import Files
import Terminal

/// What is changed at once, without the queue.
extension Workspace {
    /// Renames an entry of the focused pane to what was typed.
    mutating func rename(_ entry: Entry, to text: String) -> Outcome {
        switch Change.name(text, on: self[focus].site) {
        case .failure(let refusal):
            status.show(refusal.description, .error)
            return .nothing
        case .success(let name):
            guard name != entry.name else { return .nothing }
            return rename(entry, to: name, side: focus)
        }
    }

    /// Renames an entry of a pane.
    mutating func rename(_ entry: Entry, to name: Name, side: Side) -> Outcome {
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

    /// A change that was asked for is done, or why it is not.
    mutating func take(
        _ result: Result<Void, FileSystemError>, of request: RequestID
    ) -> Outcome {
        guard let change = changes.removeValue(forKey: request) else { return .nothing }
        switch result {
        case .failure(let error):
            status.show(error, side: change.side)
            return .nothing
        case .success:
            let name = change.name.text(on: change.location.site)
            let sentence =
                switch change.kind {
                case .makeDirectory: "Directory '\(name)' made."
                case .makeFile: "File '\(name)' made."
                case .rename: "Renamed to '\(name)'."
                }
            status.show(sentence, .good)
            var outcome = Outcome.nothing
            for side in Side.allCases
            where !self[side].isEmpty && self[side].location == change.location {
                // A listing that is on its way may be older than the change, or lead elsewhere.
                if let pending = self[side].pending, !pending.isReread { continue }
                outcome += reread(
                    side, isQuiet: true, cursorOn: side == change.side ? change.name : nil)
            }
            return outcome
        }
    }
}

extension InputDialog {
    /// Asks for the name of a directory to be made.
    static let makeDirectory = InputDialog(title: "Make a directory", label: "Its name") {
        make($0, mayBeFile: false, &$1)
    }

    /// Asks for the name of a file or a directory to be made.
    static let make = InputDialog(
        title: "Make a file or directory",
        label: "A name makes a file, one that ends in / a directory"
    ) { make($0, mayBeFile: true, &$1) }

    /// Makes a directory, or a file where `text` does not end in a slash and may be one.
    private static func make(
        _ text: String, mayBeFile: Bool, _ workspace: inout Workspace
    ) -> Submission {
        let pane = workspace.focused
        guard !pane.isEmpty else { return .refused("This pane shows no directory yet.") }
        let side = workspace.focus
        let isDirectory = !mayBeFile || text.hasSuffix("/")
        var bare = text[...]
        while bare.hasSuffix("/") { bare.removeLast() }
        let name: Name
        switch Change.name(String(bare), on: pane.site) {
        case .success(let typed): name = typed
        case .failure(let refusal): return .refused(refusal.description)
        }
        let location = Location(site: pane.site, path: pane.path.appending(name))
        let request = workspace.makeRequest()
        workspace.changes[request] = Change(
            kind: isDirectory ? .makeDirectory : .makeFile, side: side, location: pane.location,
            name: name)
        return .accepted([
            isDirectory
                ? .makeDirectory(request, side, location) : .makeFile(request, side, location)
        ])
    }
}

extension Change {
    private static let badNameText = "A name cannot be empty, '.' or '..', nor hold '/'."

    /// A name as the site writes it.
    fileprivate static func name(_ text: String, on site: Site) -> Result<Name, SiteURL.Refusal> {
        Result { () throws(SiteURL.Refusal) in
            let name: Name?
            do throws(Charset.Unencodable) {
                name = try Name.typed(text, on: site)
            } catch {
                throw SiteURL.Refusal(description: error.description)
            }
            guard let name else { throw SiteURL.Refusal(description: Change.badNameText) }
            return name
        }
    }
}
