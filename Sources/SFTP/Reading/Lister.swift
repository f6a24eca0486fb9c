import Files

/// Reads directories, many at once.
struct Lister {
    /// Directories that are read at once, as far as the server opens as many.
    private static let most = OpenFiles.usual
    /// How often one is asked for that may have been refused because others were open: the second
    /// time once that is settled, the last time alone.
    private static let mostTries = 3

    let session: Session
    let limits: DirectoryBuilder.Limits

    /// A directory, and what room there is in it, which costs no round trip of its own. `progress`
    /// hears now and then how many entries have come in.
    func list(
        _ directory: Path, _ progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        session.listedSpace = nil
        let results = try list([directory], progress) { askForSpace(in: directory) }
        guard let result = results[directory] else { throw .unanswered(directory) }
        return try result.get()
    }

    /// Many, each with its answer; their requests overlap. Throws only what lost the connection.
    func list(
        _ directories: [Path], _ progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> [Path: Result<Directory, FileSystemError>] {
        try list(directories, progress) {}
    }

    private func list(
        _ directories: [Path], _ progress: (_ count: Int) -> Void, begun: () -> Void
    ) throws(FileSystemError) -> [Path: Result<Directory, FileSystemError>] {
        var turns = Turns(directories)
        var running: [DirectoryReading] = []
        var read: [DirectoryReading] = []
        var results: [Path: Result<Directory, FileSystemError>] = [:]
        let changes = Changes()
        var count = 0
        while true {
            while running.count < Lister.most,
                let path = turns.next(session.handles, isAlone: running.isEmpty)
            {
                running.append(
                    DirectoryReading(path, over: session, limits: limits) { changes.count += 1 })
            }
            if changes.count == 0 { begun() }
            if running.isEmpty { break }
            let before = changes.count
            try session.channel.wait { changes.count > before }
            if let loss = session.channel.loss { throw loss }
            progress(count + running.reduce(0) { $0 + $1.count })
            running.removeAll { reading in
                switch reading.result {
                case nil: return false
                case .success: read.append(reading)
                case .failure(let error):
                    let isRefused = reading.isCrowded && error.kind == .other
                    if !isRefused || !turns.putBack(reading.path, tries: Lister.mostTries) {
                        results[reading.path] = .failure(error)
                    }
                }
                count += reading.count
                return true
            }
        }
        try session.accounts.wait()
        for reading in read { results[reading.path] = .success(reading.finish()) }
        session.channel.flushAvailable()
        return results
    }

    private func askForSpace(in directory: Path) {
        guard let request = SpaceQuestion(channel: session.channel).request(about: directory) else {
            return
        }
        session.channel.send(request) { [session] answer in
            // A listing is one without it, too.
            let space = try? SpaceQuestion.read(answer, directory, on: session.site)
            session.listedSpace = (directory, space ?? nil)
        }
    }

    /// How often something has changed.
    private final class Changes {
        var count = 0
    }

    /// Directories that are still to be read, in their order.
    private struct Turns {
        private var fresh: ArraySlice<Path>
        /// Those that were refused while others were open.
        private var refused: [Path] = []
        private var tries: [Path: Int] = [:]

        init(_ directories: [Path]) {
            var seen: Set<Path> = []
            fresh = directories.filter { seen.insert($0).inserted }[...]
        }

        /// The next one that may be opened now; one always may where nothing else is under way.
        mutating func next(_ handles: OpenFiles, isAlone: Bool) -> Path? {
            guard isAlone || handles.hasRoom else { return nil }
            let ready = refused.firstIndex { path in
                isAlone || (tries[path] == 1 && !handles.isInDoubt)
            }
            if let ready { return refused.remove(at: ready) }
            return fresh.popFirst()
        }

        /// False where it was tried often enough.
        mutating func putBack(_ path: Path, tries most: Int) -> Bool {
            tries[path, default: 0] += 1
            guard tries[path, default: 0] < most else { return false }
            refused.append(path)
            return true
        }
    }
}
