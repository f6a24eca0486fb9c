package import Files
import Words

/// Looks at all that lies below a directory: each entry once, a directory before what is in it, links
/// never entered. What the place can tell of a whole tree at once it is asked for, where a walk has
/// lasted as long as that takes, or is sure to.
package struct TreeWalk {
    /// Directories below one another; what lies deeper may contain itself.
    private static let depth = 100
    /// Directories that are read together where the place does that.
    private static let together = 64

    /// An entry, and the names that lead to it from the directory, its own the last.
    package typealias Visit = (_ entry: Entry, _ names: [Name]) throws -> Void

    private let files: any FileSystem
    private let top: Path
    private let visit: Visit
    /// Whether what seems to be a file may not be a link either.
    private let discernsFiles: Bool
    /// Directories that wait, the next one last.
    private var pending: [[Name]] = [[]]
    private var start: Instant?
    private var listed = 0
    /// Why directories could not be listed.
    package private(set) var failures: [FileSystemError] = []

    /// Below `top`, which must be a directory. Where it `discernsFiles`, links to files are told from
    /// files too, which costs a listing more of each directory on servers that show none.
    package init(
        _ files: any FileSystem, below top: Path, discernsFiles: Bool = false,
        _ visit: @escaping Visit
    ) {
        self.files = files
        self.top = top
        self.discernsFiles = discernsFiles
        self.visit = visit
    }

    /// Visits all. Throws what `visit` throws, and what ends the connection; where `top` itself cannot be
    /// listed, that.
    package mutating func run() throws {
        if files.isConnected { start = .now() }
        while !pending.isEmpty {
            for (names, answer) in next() {
                do throws(FileSystemError) {
                    try take(answer, of: names)
                } catch {
                    if names.isEmpty { throw error }
                    try note(error)
                }
                if let failure = visitFailure { throw failure }
            }
        }
    }

    /// The directories that come next, the first of them first, with what is in each.
    private mutating func next() -> [(names: [Name], answer: DirectoryAnswer)] {
        let count = files is any ListingManyDirectories ? TreeWalk.together : 1
        let batch = Array(pending.suffix(count).reversed())
        pending.removeLast(batch.count)
        let (near, far) = (
            batch.filter { $0.count <= TreeWalk.depth }, batch.filter { $0.count > TreeWalk.depth }
        )
        for names in far {
            let path = path(names)
            failures.append(
                FileSystemError(
                    .protocolViolation, path: path,
                    detail: tr(
                        "\(path.text(on: files.site)) is more than \(TreeWalk.depth) "
                            + "directories deep and may contain itself; Ferry stopped there.")))
        }
        let answers = files.answers(about: near.map { path($0) })
        return near.enumerated().map { index, names in
            let isAnswered = answers.indices.contains(index)
            return (names, isAnswered ? answers[index] : .failed(.unanswered(path(names))))
        }
    }

    private mutating func take(
        _ answer: DirectoryAnswer, of names: [Name]
    ) throws(FileSystemError) {
        switch answer {
        case .listed(let directory): try look(at: discerned(directory, path(names)), names)
        case .large: try look(at: discerned(files.list(path(names)), path(names)), names)
        case .later: pending.append(names)
        case .failed(let error): throw error
        }
    }

    /// What `visit` has thrown.
    private var visitFailure: (any Error)?

    private func path(_ names: [Name]) -> Path { Path(components: top.components + names) }

    private mutating func note(_ error: FileSystemError) throws(FileSystemError) {
        switch error.kind {
        case .connection, .timeout, .cancelled, .login, .security: throw error
        default: failures.append(error)
        }
    }

    private func discerned(
        _ listing: Directory, _ path: Path
    ) throws(FileSystemError) -> Directory {
        try LinkSight(files, discernsFiles: discernsFiles).showLinks(in: listing, of: path)
    }

    private mutating func look(
        at directory: Directory, _ names: [Name]
    ) throws(FileSystemError) {
        if start == nil { start = .now() }
        listed += 1
        if !directory.isWhole {
            let path = path(names).text(on: files.site)
            failures.append(
                FileSystemError(
                    .protocolViolation, path: self.path(names),
                    detail: tr("The listing of \(path) is incomplete; some names may be missing.")))
        }
        var below: [[Name]] = []
        for entry in directory.entries {
            show(entry, names + [entry.name])
            if visitFailure != nil { return }
            if entry.kind == .directory { below.append(names + [entry.name]) }
        }
        if try listAtOnce(names, directory, count: below.count) { return }
        pending += below.reversed()
    }

    private mutating func show(_ entry: Entry, _ names: [Name]) {
        guard visitFailure == nil else { return }
        do {
            try visit(entry, names)
        } catch {
            visitFailure = error
        }
    }

    /// Whether the place has told all that lies deeper, at once.
    private mutating func listAtOnce(
        _ names: [Name], _ directory: Directory, count: Int
    ) throws(FileSystemError) -> Bool {
        guard count > 0, let files = files as? any ListingTrees, let start,
            let delay = files.treeListingDelay
        else { return false }
        let elapsed = Instant.now().seconds(since: start)
        let each = elapsed / Double(listed)
        guard elapsed >= delay || each * Double(count) >= 2 * delay else { return false }
        var failure: (any Error)?
        var unreadable: [[Name]] = []
        let visit = visit
        let isDone = try files.listTree(below: path(names), known: directory) {
            failure != nil
        } _: { finding in
            switch finding {
            case .entry(let entry, let below):
                guard failure == nil else { return }
                do {
                    try visit(entry, names + below)
                } catch {
                    failure = error
                }
            case .unreadable(let below): unreadable.append(names + below)
            }
        }
        visitFailure = failure
        // A walk hears why.
        pending += unreadable
        return isDone
    }
}
