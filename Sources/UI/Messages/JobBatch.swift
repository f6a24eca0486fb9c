package import Files
package import Jobs

/// What goes to the queue together. The requests are made where they are asked for: of a million
/// names that takes longer than a key may.
package struct JobBatch: Sendable {
    /// What is done with a number of entries of one directory.
    struct Plan: Hashable, Sendable {
        var operation: Job.Operation
        var source: Location
        var chosen: Selection
        /// Where it goes; nil for a delete.
        var target: Location?
        /// The name there, where it is not the same.
        var name: Name?
        var policy: ConflictPolicy = .ask
        var links: LinkPolicy = .keep
        var modes: ModePolicy = .source
    }

    private enum Content: Hashable, Sendable {
        case requests([JobRequest])
        case plan(Plan)
    }

    private let content: Content

    /// Requests that are there already.
    package init(_ requests: [JobRequest]) {
        content = .requests(requests)
    }

    init(_ plan: Plan) {
        content = .plan(plan)
    }

    /// The sites that it speaks to.
    package var sites: Set<Site> {
        switch content {
        case .requests(let requests):
            Set(requests.map(\.source.site) + requests.compactMap(\.target?.site))
        case .plan(let plan):
            Set([plan.source.site] + (plan.target.map { [$0.site] } ?? []))
        }
    }

    /// The new name that the only one of them is to get. Where that is a directory by now, it is
    /// meant to go into it (`Destination`): only the file system knows. Nil where none was given.
    package var newName: Location? {
        guard case .plan(let plan) = content, let target = plan.target, let name = plan.name,
            plan.operation != .pack
        else { return nil }
        return Location(site: target.site, path: target.path.appending(name))
    }

    /// The same into a directory, under the names that they have.
    package func going(into directory: Location) -> JobBatch {
        guard case .plan(var plan) = content else { return self }
        plan.target = directory
        plan.name = nil
        return JobBatch(plan)
    }

    /// All of them, in the order in which they were shown: not for the main thread.
    package var requests: [JobRequest] {
        switch content {
        case .requests(let requests): requests
        case .plan(let plan):
            plan.requestTogether.map { [$0] } ?? plan.chosen.entries.map { plan.request(for: $0) }
        }
    }

    /// Entries that each get a row of the queue; more go as one.
    package static let mostRows = 20_000
}

extension JobBatch.Plan {
    /// All of them as one job, where they are too many to have a row each.
    fileprivate var requestTogether: JobRequest? {
        guard chosen.count > JobBatch.mostRows || operation == .pack,
            let name = source.path.name ?? chosen.first.first?.name
        else { return nil }
        return JobRequest(
            operation: operation, source: source, entry: Entry(name: name, kind: .directory),
            target: packed ?? target, root: target?.path, policy: policy, links: links,
            modes: modes, chosen: chosen.together)
    }

    /// The archive to be made; nil for anything else.
    private var packed: Location? {
        guard operation == .pack, let target, let name else { return nil }
        return Location(site: target.site, path: target.path.appending(name))
    }

    fileprivate func request(for entry: Entry) -> JobRequest {
        JobRequest(
            operation: operation,
            source: Location(site: source.site, path: source.path.appending(entry.name)),
            entry: entry,
            target: target.map { target in
                Location(
                    site: target.site,
                    path: target.path.appending(
                        name ?? entry.name.carried(from: source.site, to: target.site)))
            },
            root: target?.path, policy: policy, links: links, modes: modes)
    }
}

extension JobBatch: Hashable {
    /// Whether both lead to the same requests.
    package static func == (left: JobBatch, right: JobBatch) -> Bool {
        left.content == right.content || left.requests == right.requests
    }

    /// By the sites alone: to make the requests takes long.
    package func hash(into hasher: inout Hasher) { hasher.combine(sites) }
}

/// Directories whose content is to be counted, and what is counted already.
package struct TallyRequest: Hashable, Sendable {
    /// The files that stand beside the directories.
    package let start: Tally
    private let parent: Path
    private let chosen: Selection
    private let others: [Path]

    /// The directories among `chosen` in `parent`; its files are in `start`.
    init(_ chosen: Selection, in parent: Path, start: Tally) {
        self.chosen = chosen
        self.parent = parent
        self.start = start
        others = []
    }

    /// These, with nothing counted yet.
    package init(_ paths: [Path]) {
        start = Tally()
        parent = .root
        chosen = Selection()
        others = paths
    }

    /// In the order shown: not for the main thread.
    package var paths: [Path] { others + chosen.directories.map { parent.appending($0) } }
}
