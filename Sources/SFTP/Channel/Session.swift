import Files

/// A conversation, and what is under way on it: it is all gone with the connection.
final class Session {
    let channel: Channel
    let handles: OpenFiles
    let sides: SideChannels
    let refusals: Refusals
    let readAhead: ReadAhead
    let writeAhead: WriteAhead
    let accounts: Accounts
    let shell: Shell
    /// What room there was where the last listing was read, asked for with it.
    var listedSpace: (directory: Path, space: (free: UInt64, total: UInt64)?)?
    /// What room there is where a large file goes, asked for ahead.
    var spaceAhead: SpaceAhead?
    /// Whether the server is known to rename.
    var renames = false
    /// What is known of parts that are written and not committed.
    var written: [PartID: WrittenPart] = [:]

    /// `another` starts one more carrier, without asking anybody; `shell` a shell on the connection, that
    /// reads a script.
    init(
        _ channel: Channel, _ handles: OpenFiles, _ refusals: Refusals,
        _ another: @escaping SideChannels.Opener,
        shell: @escaping ([UInt8]) throws(FileSystemError) -> ShellOpening
    ) {
        self.shell = Shell(beside: channel, refusals, shell)
        sides = SideChannels(besides: channel, another)
        self.channel = channel
        self.refusals = refusals
        self.handles = handles
        readAhead = ReadAhead(channel, handles, sides)
        writeAhead = WriteAhead(channel, handles, sides, refusals)
        accounts = Accounts(channel)
        guard handles.isUntold else { return }
        // What comes next has waited for that.
        handles.whenTold = { [readAhead, writeAhead] in
            readAhead.begin()
            writeAhead.begin()
        }
    }

    var site: Site { channel.site }

    func has(_ known: Extension) -> Bool { channel.version.has(known) }

    // MARK: Single questions

    /// Of a link, the link itself; nil where there is nothing.
    func linkStatus(_ path: Path) throws(FileSystemError) -> Attributes? {
        try status(.linkStatus(path), path)
    }

    private func status(_ request: Request, _ path: Path) throws(FileSystemError) -> Attributes? {
        let site = site
        do throws(FileSystemError) {
            return try channel.ask(request) { answer throws(FileSystemError) in
                try Answer(answer, .examine, path, on: site).attributes()
            }
        } catch {
            guard [.notFound, .notDirectory].contains(error.kind) else { throw error }
            return nil
        }
    }

    /// What room there is in a directory, as it was asked for ahead, or asked for now.
    func space(at directory: Path) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        guard let ahead = spaceAhead, ahead.directory == directory else {
            return try SpaceQuestion(channel: channel).space(at: directory)
        }
        spaceAhead = nil
        return try ahead.space()
    }

    /// Does one thing that is done or refused.
    func apply(
        _ request: Request, _ attempt: Attempt, _ path: Path
    ) throws(FileSystemError) {
        let site = site
        try channel.ask(request) { answer throws(FileSystemError) in
            try Answer(answer, attempt, path, on: site).done()
        }
    }

    /// Does the same to many, each with its answer in their order.
    func apply(
        to paths: [Path], _ attempt: Attempt, _ request: (Int) -> Request?
    ) -> [Result<Void, FileSystemError>] {
        let site = site
        var results: [Int: Result<Void, FileSystemError>] = [:]
        do throws(FileSystemError) {
            results = try RequestWindow(channel: channel).ask(paths.count, request) {
                index, answer throws(FileSystemError) in
                try Answer(answer, attempt, paths[index], on: site).done()
            }
        } catch {
            // Those that were answered before are lost with it: what is gone is seen when it is
            // tried again.
            return paths.map { _ in .failure(error) }
        }
        return paths.indices.map { index in
            results[index] ?? .failure(FileSystemError.unanswered(paths[index]))
        }
    }
}
