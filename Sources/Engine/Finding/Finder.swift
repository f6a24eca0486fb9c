import Files
import UI
import Words
import Work

/// Looks below a directory for what fits, and posts it as it is found.
struct Finder {
    /// Seconds between two messages.
    private static let interval = 0.1
    /// Bytes read at a time.
    private static let blockSize = 256 << 10
    /// Files that a server looks into at a time.
    private static let together = 300
    /// Files that a server may be asked to look into; each is kept until then.
    private static let candidateLimit = 200_000

    private let request: RequestID
    private let location: Location
    private let filter: FindFilter
    private let stop: Cancellation
    private let inbox: Inbox
    private var waiting: [FoundEntry] = []
    private var count = 0
    private var lastPost = Instant.now()
    private var end = FindEnd()
    /// Files that a server is still to look into.
    private var candidates: [FoundEntry] = []

    init(
        _ request: RequestID, _ location: Location, _ filter: FindFilter, _ stop: Cancellation,
        _ inbox: Inbox
    ) {
        self.request = request
        self.location = location
        var filter = filter
        filter.charset = location.site.nameCharset
        self.filter = filter
        self.stop = stop
        self.inbox = inbox
    }

    /// How it has ended; nil where it was stopped. On the connection's worker.
    mutating func run(on files: any FileSystem, limit: Int = FoundEntry.limit) -> Message? {
        let result: Result<FindEnd, FileSystemError>
        do {
            try search(files, limit)
            result = .success(end)
        } catch let error as FileSystemError {
            result = .failure(error)
        } catch is Enough {
            end.isCut = true
            result = .success(end)
        } catch {
            result = .failure(FileSystemError(.other, detail: tr("The search failed (\(error)).")))
        }
        post()
        return stop.isCancelled ? nil : .findEnded(request, result)
    }

    /// As many were found as are shown, or nobody waits any more.
    private struct Enough: Error {}

    private mutating func search(_ files: any FileSystem, _ limit: Int) throws {
        try withoutActuallyEscaping({ (entry: Entry, names: [Name]) throws -> Void in
            try take(entry, names, files, limit)
        }) { visit in
            var walk = TreeWalk(files, below: location.path, visit)
            defer { for failure in walk.failures { end.note(failure) } }
            try walk.run()
        }
        if let text = filter.text { try askServer(text, files, limit) }
    }

    private mutating func take(
        _ entry: Entry, _ names: [Name], _ files: any FileSystem, _ limit: Int
    ) throws {
        if stop.isCancelled { throw Enough() }
        guard filter.fits(entry) else {
            if Instant.now().seconds(since: lastPost) >= Finder.interval { post() }
            return
        }
        if let text = filter.text {
            // While a server tells what is below, it cannot be asked for anything else.
            if files.site.isRemote {
                guard candidates.count < Finder.candidateLimit else {
                    end.isCut = true
                    return
                }
                candidates.append(FoundEntry(entry, names: names))
                return
            }
            do throws(FileSystemError) {
                guard
                    try holds(text, Path(components: location.path.components + names), files)
                else { return }
            } catch {
                guard !stop.isCancelled else { throw Enough() }
                end.note(error)
                return
            }
        }
        try tell(FoundEntry(entry, names: names), limit)
    }

    private mutating func tell(_ found: FoundEntry, _ limit: Int) throws {
        if count >= limit { throw Enough() }
        waiting.append(found)
        count += 1
        if Instant.now().seconds(since: lastPost) >= Finder.interval || count == 1 { post() }
    }

    /// Has the server look into files, some hundred at a time.
    private mutating func askServer(
        _ text: FindText, _ files: any FileSystem, _ limit: Int
    ) throws {
        guard !candidates.isEmpty else { return }
        guard let server = files as? any SearchingFiles else {
            throw FileSystemError(
                .unsupported,
                detail: tr(
                    "\(VisibleText.make(files.site.host)) cannot look into files; search "
                        + "without a text."))
        }
        var rest = candidates[...]
        candidates = []
        while !rest.isEmpty {
            if stop.isCancelled { throw Enough() }
            let batch = rest.prefix(Finder.together)
            rest.removeFirst(batch.count)
            let paths = batch.map { Path(components: location.path.components + $0.names) }
            let answers = try server.search(
                paths, for: text.wanted, foldsCase: text.folds
            ) { [stop] in stop.isCancelled }
            for (path, found) in zip(paths, batch) {
                switch answers[path] {
                case true: try tell(found, limit)
                case false: continue
                case nil: end.note(unsearched(path, files))
                }
            }
            post()
        }
    }

    private func unsearched(_ path: Path, _ files: any FileSystem) -> FileSystemError {
        FileSystemError(
            .other, path: path,
            detail: tr(
                "\(path.text(on: files.site)) could not be searched: the server's shell cannot "
                    + "read it, or it was changed just now."))
    }

    /// Whether a file holds a text.
    private func holds(
        _ text: FindText, _ path: Path, _ files: any FileSystem
    ) throws(FileSystemError) -> Bool {
        let source = try files.open(path, from: 0)
        defer { source.cancel() }
        let overlap = text.overlap
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: overlap + Finder.blockSize, alignment: 16)
        defer { buffer.deallocate() }
        var kept = 0
        while !stop.isCancelled {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]))
            guard count > 0 else { return false }
            let filled = kept + count
            if text.isFound(in: UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                return true
            }
            let next = min(overlap, filled)
            if next > 0, let base = buffer.baseAddress {
                base.copyMemory(from: base + (filled - next), byteCount: next)
            }
            kept = next
        }
        return false
    }

    private mutating func post() {
        lastPost = .now()
        guard !waiting.isEmpty, !stop.isCancelled else { return }
        inbox.post(.found(request, waiting))
        waiting = []
    }
}
