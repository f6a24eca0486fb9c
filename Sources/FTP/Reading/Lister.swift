import Files
import Listing
import Words

/// Lists directories in the form that tells most: MLSD (RFC 3659 section 7), LIST with or without
/// `-a`, or NLST.
struct Lister: SessionPart {
    let session: Session

    private var fetcher: ListingFetcher { ListingFetcher(session: session) }
    private var nameLister: NameLister { NameLister(session: session) }

    /// `progress` hears now and then how many entries have come in so far.
    func list(
        _ directory: Path, _ progress: (Int) -> Void = { _ in }
    ) throws(FileSystemError) -> Directory {
        // Before the server is asked anything, its home has to be known for some of them.
        if directory.isRoot, !memory.style.hasRoot { return rootListing() }
        if memory.listsFacts {
            switch try fetcher.fetch("MLSD", directory, form: .facts, progress) {
            case .listing(let listed) where !listed.isUnread: return listed.directory
            // LIST may be clearer.
            case .listing: break
            case .refused(let reply):
                guard reply.isUnknownCommand else {
                    throw session.refusal(reply, .list, directory)
                }
                memory.refuse(.factListing)
            }
        }
        var listing = try listWithDates(directory, progress)
        try ZoneMeter(session: session).measure(by: &listing)
        return listing
    }

    /// LIST, with `-a` where that shows hidden names. Servers may take it for a file's name, so it
    /// is kept only where `.` and `..` show that it was understood, or where it gives at least
    /// what LIST alone does; found out once.
    private func listWithDates(
        _ directory: Path, _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        var all: Directory?
        if memory.listsHidden ?? !memory.style.prefersNames,
            case .listing(let listed) = try fetcher.fetch(
                "LIST -a", directory, form: .list, progress)
        {
            if listed.showsItself { (memory.listsHidden, memory.listsItself) = (true, true) }
            if memory.listsHidden ?? false {
                // Every other directory is in its own listing.
                if memory.listsItself, listed.isSilent, !directory.isRoot {
                    throw unreadable(directory)
                }
                return try understood(listed, directory, progress)
            }
            // So many names are no answer to a file called `-a`; they are not read twice to see
            // whether hidden ones are among them.
            if listed.directory.count > Lister.comparedNames { return listed.directory }
            all = listed.directory
        }
        let plain: Directory
        switch try fetcher.fetch("LIST", directory, form: .list, progress) {
        case .listing(let listed):
            if listed.isUnread, let all, !all.isEmpty { return all }
            plain = try understood(listed, directory, progress)
        case .refused(let reply):
            // A server without LIST may know NLST, which gives names alone.
            guard reply.isUnknownCommand,
                let found = try nameLister.list(directory, insteadOf: nil, progress)
            else {
                if ReplyMeaning.isUnopened(reply) { throw unreadable(directory, reply.text) }
                throw session.refusal(reply, .list, directory)
            }
            return found
        }
        // Two empty listings say nothing.
        guard memory.listsHidden == nil, !plain.isEmpty || all?.isEmpty == false else {
            return plain
        }
        memory.listsHidden = false
        guard let all, !all.isEmpty, !plain.isCut else { return plain }
        let shown = Set((0..<all.count).map { Array(all.nameBytes(at: $0)) })
        let isMore = (0..<plain.count).allSatisfy { shown.contains(Array(plain.nameBytes(at: $0))) }
        memory.listsHidden = isMore
        return isMore ? all : plain
    }

    /// The server sends nothing of a directory that it may not read, or just its program's complaint, and
    /// calls that a success. `reply` is what it says, where it does.
    private func unreadable(_ directory: Path, _ reply: String? = nil) -> FileSystemError {
        FileSystemError(
            .denied, path: directory, reply: reply,
            detail: tr(
                "\(directory.text(on: site)) could not be listed: the server may not read it. "
                    + "Check its permissions."))
    }

    /// A listing of which no line is understood is no empty directory: its names are asked for.
    private func understood(
        _ listed: FetchedListing, _ directory: Path, _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        if listed.isRefusal, let line = listed.firstUnread {
            let text = VisibleText.make(line, on: site)
            // `ls` says so where a pattern of the server's own matches nothing: the directory is empty.
            guard !text.contains("No such file or directory") else { return listed.directory }
            throw unreadable(directory, text)
        }
        guard listed.isUnread else { return listed.directory }
        log.remark(
            tr("Ferry does not know the format of the listing and asks for the names alone."))
        if let found = try nameLister.list(directory, insteadOf: listed, progress) {
            return found
        }
        let line = VisibleText.make(listed.firstUnread ?? [], on: site)
        throw FileSystemError(
            .unsupported, path: directory,
            detail:
                tr(
                    "Ferry does not know the listing format of \(directory.text(on: site)); its first "
                        + "line is '\(line)'. Set the server to the Unix format.")
        )
    }

    /// Where the server has no directory above all others, Ferry's root holds the device, the
    /// drive or the qualifier that home is on.
    private func rootListing() -> Directory {
        var builder = DirectoryBuilder()
        if let name = memory.home?.components.first {
            builder.append(Entry(name: name, kind: .directory))
        }
        return builder.directory
    }

    /// Names of a listing that are compared with those of another form of it.
    private static let comparedNames = 1_000
}
