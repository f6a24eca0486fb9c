import Files
import Jobs
import Terminal
import Words

extension PackDialog {
    /// Asks what the archive of what is chosen is called, and where it goes.
    static func open(_ workspace: inout Workspace) -> Outcome {
        if let refusal = refusal(in: workspace) { return workspace.refuse(refusal) }
        let pane = workspace.panes.focused
        let other = workspace.panes[workspace.panes.focus.other]
        let directory =
            other.isEmpty || other.readOnlyRefusal != nil ? pane.location : other.location
        let chosen = pane.chosen
        let name =
            chosen.count == 1
            ? chosen.first.first?.name : pane.path.name ?? chosen.first.first?.name
        let format = workspace.packFormat
        let stem = name?.editableText(on: pane.site) ?? "archive"
        let place =
            directory == pane.location
            ? "" : EditableLocation.text(of: directory, home: workspace.options.home)
        let text = place.isEmpty || place.hasSuffix("/") ? place + stem : place + "/" + stem
        return .present(
            PackDialog(
                side: workspace.panes.focus, source: pane.location, chosen: chosen,
                field: TextField(text + format.ending), proposal: (place, directory),
                format: format))
    }

    /// Why nothing can be packed in the focused pane now; nil where it can.
    static func refusal(in workspace: Workspace) -> String? {
        guard !workspace.panes.focused.chosen.isEmpty else {
            return tr("Move the cursor to a name first, or mark some.")
        }
        return nil
    }

    /// Where the line leads: the directory, and the archive's name there, with the format's ending
    /// where the line has none.
    func destination(
        in workspace: Workspace
    ) throws(SiteURL.Refusal) -> (directory: Location, name: Name, password: Secret?) {
        let text = field.text
        if let slash = text.lastIndex(of: "/"), !proposal.place.isEmpty,
            [String(text[..<slash]), String(text[...slash])].contains(proposal.place)
        {
            let name = String(text[text.index(after: slash)...])
            guard let typed = try? Name.typed(name, on: proposal.directory.site) else {
                throw PackDialog.noName
            }
            return (proposal.directory, try named(typed), nil)
        }
        let isRelative = !text.hasPrefix("/") && !text.hasPrefix("~")
        let place = try EditableLocation.parse(
            text, from: isRelative ? source : proposal.directory, home: workspace.options.home,
            KnownSites(workspace).adopt)
        guard place.below == nil else {
            throw SiteURL.Refusal(
                description: tr("Only the server knows this path; type it from / on."))
        }
        guard !place.isDirectory, let path = place.path, let name = path.name else {
            throw PackDialog.noName
        }
        return (Location(site: place.site, path: path.parent), try named(name), place.password)
    }

    private static let noName = SiteURL.Refusal(description: tr("Type a name for the archive."))

    private func named(_ name: Name) throws(SiteURL.Refusal) -> Name {
        if PackFormat(name) != nil { return name }
        guard let whole = Name(name.bytes + Array(format.ending.utf8)) else {
            throw PackDialog.noName
        }
        return whole
    }

    /// Why no archive can be made there; nil where one can.
    func refusal(
        _ directory: Location, _ name: Name, in workspace: Workspace
    ) -> String? {
        let panes = [workspace.panes.left, workspace.panes.right].filter {
            $0.site == directory.site
        }
        if let refusal = panes.first?.readOnlyRefusal { return refusal }
        guard directory.site == source.site,
            let way = directory.path.appending(name).components(below: source.path)?.first
        else { return nil }
        let text = way.text(on: directory.site)
        if chosen.holdsDirectory(way) {
            return tr("The directory '\(text)' cannot be packed into itself.")
        }
        return chosen.holds(way)
            ? tr("'\(text)' is to be packed itself; type another name or directory.") : nil
    }
}
