import ArgumentParser
import Files
import Jobs
import Transfers
import Words

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: tr("Delete files; with -r, directories too."))

    @Flag(name: .short, help: ArgumentHelp(tr("Include directories and everything in them.")))
    var recursive = false

    @Flag(
        help: ArgumentHelp(
            tr("Move files and directories to the trash instead, where there is one.")))
    var trash = false

    @Flag(help: ArgumentHelp(tr("Do not ask before deleting what a pattern matches.")))
    var yes = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("URLs or paths.")))
    var urls: [ArgumentBytes]

    func run() throws {
        let named = try urls.map { try Place($0, options) }
        for (place, url) in zip(named, urls) where url.endsInDots {
            throw Failure.usage(
                tr(
                    "'\(place.text)' ends in '.' or '..' and is not deleted; write the directory's own "
                        + "name."))
        }
        for place in named where place.path?.isRoot ?? (place.below == nil) {
            throw Failure.usage(
                tr(
                    "\(place.site.text)/ is the root directory and is not deleted; name something in "
                        + "it."))
        }
        for place in named where place.namesHome {
            throw Failure.usage(
                tr(
                    "'\(place.text)' is an entire home directory and is not deleted; name something in "
                        + "it."))
        }
        for place in named
        where trash && !place.site.isLocal && !place.site[QueueOptions.hasTrash] {
            throw Failure.usage(
                tr(
                    "'\(place.text)' is on a server, which has no trash; leave out --trash to delete it, or "
                        + "set trash = true for its site."))
        }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let places = try session.expandedAndCounted(named)
        try confirm(places, session)
        if trash { return try moveToTrash(places, session) }
        if !recursive {
            return try removeFiles(places, session)
        }
        var requests: [JobRequest] = []
        let missing = try Grouped.failures(places, session) {
            (place, files) throws(FileSystemError) in
            var found = place.entry
            if let path = place.path, found == nil { found = try files.entry(at: path) }
            guard let path = place.path, let entry = found else {
                throw FileSystemError(
                    .notFound, path: place.path,
                    detail: tr("\(place.path?.text ?? "/") does not exist; check the name."))
            }
            requests.append(
                JobRequest(
                    operation: .delete, source: Location(site: place.site, path: path),
                    entry: entry))
        }
        try HeadlessTransfers(session, TransferOptions.parse([])).run(requests, after: missing)
    }

    /// Asks before more than one is deleted that nobody has named.
    private func confirm(_ places: [Place], _ session: HeadlessSession) throws {
        let count = places.count { $0.entry != nil }
        guard count > 1, !yes else { return }
        guard let terminal = session.terminal else {
            throw Failure.usage(
                tr(
                    count, one: "The pattern matches \(count) name; add --yes to delete it.",
                    other: "The pattern matches \(count) names; add --yes to delete them."))
        }
        let typed = terminal.read(
            tr(count, one: "Delete \(count) name? [y/N]", other: "Delete \(count) names? [y/N]")
                + " ", isHidden: false, limit: 16)
        guard case .line(let bytes) = typed,
            ["y", "yes"].contains(String(decoding: bytes, as: UTF8.self).lowercased())
        else { throw Failure([tr("Nothing was deleted.")]) }
    }

    private func moveToTrash(_ places: [Place], _ session: HeadlessSession) throws {
        var steps: [Site: [UndoStep]] = [:]
        defer { for (site, steps) in steps { UndoKeeping.keep(.trash, steps, on: site, session) } }
        try Grouped.bySite(places, session) { (place, files) throws(FileSystemError) in
            guard let path = place.path else { return }
            if place.site[QueueOptions.hasTrash], place.site.isRemote {
                var trash = ServerTrash(files)
                let moved = try trash.put(path)
                return steps[place.site, default: []].append(
                    UndoStep(moved, .renamed(from: path)))
            }
            guard let answer = (files as? any Trashing)?.moveToTrash([path])[path] else {
                throw FileSystemError.unanswered(path)
            }
            steps[place.site, default: []].append(UndoStep(path, .trashed(try answer.get())))
        }
    }

    /// Those of one site go out together.
    private func removeFiles(_ places: [Place], _ session: HeadlessSession) throws {
        var answers: [Site: [Path: Result<Void, FileSystemError>]] = [:]
        try Grouped.bySite(places, session) { (place, files) throws(FileSystemError) in
            guard let path = place.path else { return }
            if answers[place.site] == nil {
                let paths = Set(places.filter { $0.site == place.site }.compactMap(\.path))
                let window = Array(paths)
                let removed = files.removeFiles(window)
                // Whoever has to ask the user about the server first has removed nothing.
                for case .failure(let error) in removed where error.question != nil { throw error }
                answers[place.site] = Dictionary(removed, of: window)
            }
            guard let answer = answers[place.site]?[path] else {
                throw FileSystemError.unanswered(path)
            }
            try look(into: answer, path, on: files)
        }
    }

    private func look(
        into answer: Result<Void, FileSystemError>, _ path: Path, on files: any FileSystem
    ) throws(FileSystemError) {
        do {
            try answer.get()
        } catch {
            if !error.endsConnection, let entry = try? files.entry(at: path),
                entry.kind == .directory
            {
                throw FileSystemError(
                    .isDirectory, path: path, reply: error.reply,
                    detail: tr(
                        "\(path.text) is a directory; add -r to delete it and everything in "
                            + "it."))
            }
            throw error
        }
    }
}
