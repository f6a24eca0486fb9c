import Files
import Jobs
import Words

/// Archives that are unpacked into the other pane, each into a directory of its own.
enum Extraction {
    /// Archives at a time; more would have to be found beside the main thread.
    private static let most = 1_000

    /// Why it cannot be done in the focused pane now; nil where it can.
    static func refusal(in workspace: Workspace) -> String? {
        let pane = workspace.panes.focused
        guard pane.site.archive == nil else {
            return tr("This pane shows an archive already; copy what you need to the other pane.")
        }
        let chosen = pane.chosen
        guard !chosen.isEmpty, chosen.count <= most,
            chosen.entries.allSatisfy({ $0.kind == .file && $0.name.isOfArchive })
        else { return tr("Move the cursor to an archive first, or mark only archives.") }
        let other = workspace.panes[workspace.panes.focus.other]
        guard !other.isEmpty else { return tr("The other pane does not show a directory yet.") }
        return other.readOnlyRefusal
    }

    /// Puts into the queue that all in each archive goes into a directory of its name.
    static func start(_ workspace: inout Workspace) -> Outcome {
        if let refusal = refusal(in: workspace) { return workspace.refuse(refusal) }
        let pane = workspace.panes.focused
        let target = workspace.panes[workspace.panes.focus.other].location
        let (links, modes) = (workspace.options.links, workspace.options.modes)
        let requests = pane.chosen.entries.map { entry in
            var site = pane.site
            site.archive = pane.path.appending(entry.name)
            let name = directoryName(for: entry.name)
            return JobRequest(
                operation: .copy, source: Location(site: site, path: .root),
                entry: Entry(name: name, kind: .directory),
                target: Location(
                    site: target.site,
                    path: target.path.appending(name.carried(from: pane.site, to: target.site))),
                root: target.path, links: links, modes: modes)
        }
        let number = Format.number(requests.count)
        workspace.status.show(
            tr(
                requests.count, one: "\(number) archive queued to extract.",
                other: "\(number) archives queued to extract."), .good)
        return [.enqueue(JobBatch(requests))]
    }

    /// The archive's name without what says its format: `site` for `site.tar.gz`.
    static func directoryName(for archive: Name) -> Name {
        var bytes = archive.bytes[...]
        if let dot = bytes.lastIndex(of: 0x2E) { bytes = bytes[..<dot] }
        let tar = bytes.suffix(4).map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
        if tar.elementsEqual(".tar".utf8) { bytes = bytes.dropLast(4) }
        return Name(bytes) ?? archive
    }
}
