import Files
import Jobs
import Words

extension TransferDialog {
    /// Where the line leads: the directory, and the new name where one is meant.
    func destination(
        in workspace: Workspace
    ) throws(SiteURL.Refusal) -> (directory: Location, name: Name?, password: Secret?) {
        let text = field.text
        if let proposal = proposal, proposal.text == text {
            return (proposal.directory, nil, nil)
        }
        // A bare name is a new name beside the source; a path from the root is on the other side.
        let isRelative = !text.hasPrefix("/") && !text.hasPrefix("~")
        let base = isRelative ? source : proposal?.directory ?? source
        let place = try EditableLocation.parse(
            text, from: base, home: workspace.options.home, KnownSites(workspace).adopt)
        guard place.below == nil else {
            throw SiteURL.Refusal(
                description: tr("Only the server knows this path; type it from / on."))
        }
        guard let path = place.path else {
            throw SiteURL.Refusal(
                description: tr("Add the directory, as in \(place.site.text)/directory/."))
        }
        let location = Location(site: place.site, path: path)
        let isInto =
            isKnownDirectory(location, in: workspace)
            || Destination(
                path, endsInSlash: place.isDirectory, count: chosen.count) != nil
        guard !isInto, let name = path.name else { return (location, nil, place.password) }
        return (Location(site: place.site, path: path.parent), name, place.password)
    }

    /// Whether a pane shows this directory or one below it, or shows it as one in its list.
    private func isKnownDirectory(_ location: Location, in workspace: Workspace) -> Bool {
        if source.site == location.site, source.path.isInside(location.path) {
            return true
        }
        for side in Side.allCases
        where !workspace.panes[side].isEmpty && workspace.panes[side].site == location.site {
            if workspace.panes[side].path.isInside(location.path) { return true }
            guard workspace.panes[side].path == location.path.parent, let name = location.path.name,
                let index = workspace.panes[side].directory.index(of: name)
            else { continue }
            return workspace.panes[side].directory.kind(at: index) == .directory
        }
        return false
    }

    /// Why nothing can go there; nil where it can.
    func refusal(
        _ directory: Location, _ name: Name?, in workspace: Workspace
    ) -> String? {
        let panes = [workspace.panes.left, workspace.panes.right].filter {
            $0.site == directory.site
        }
        if let refusal = panes.first?.readOnlyRefusal { return refusal }
        guard directory.site == source.site else { return nil }
        let from = source.path
        if directory.path == from, let entry = chosen.first.first,
            name == nil || name == entry.name
        {
            return tr(
                "'\(entry.name.text(on: directory.site))' is the source itself; type another "
                    + "name or directory.")
        }
        // Only the one on the way to the target could come to lie in itself.
        if let inside = directory.path.components(below: from)?.first,
            chosen.holdsDirectory(inside)
        {
            let name = inside.text(on: directory.site)
            return operation == .move
                ? tr("The directory '\(name)' cannot be moved into itself.")
                : tr("The directory '\(name)' cannot be copied into itself.")
        }
        return nil
    }
}
