package import Files
import Glibc
import Listing
import Transport

extension FTPFileSystem {
    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        try perform(.always) { session throws(FileSystemError) in
            try list(directory, on: session, progress)
        }
    }

    func list(
        _ directory: Path, on session: Session, _ progress: (Int) -> Void = { _ in }
    ) throws(FileSystemError) -> Directory {
        // Before the server is asked anything, its home has to be known for some of them.
        if directory.isRoot, !memory.style.hasRoot { return rootListing() }
        if memory.listsFacts {
            switch try fetch("MLSD", directory, form: .facts, on: session, progress) {
            case .listing(let listed) where !listed.isUnread: return listed.directory
            // LIST may be clearer.
            case .listing: break
            case .refused(let reply):
                guard reply.isUnknownCommand else {
                    throw refusal(reply, "listed", directory, session)
                }
                memory.refuse(.factListing)
            }
        }
        var listing = try listWithDates(directory, on: session, progress)
        try measureZone(by: &listing, on: session)
        return listing
    }

    /// LIST, with `-a` where that shows hidden names. Servers may take it for a file's name, so it
    /// is kept only where `.` and `..` show that it was understood, or where it gives at least
    /// what LIST alone does; found out once.
    private func listWithDates(
        _ directory: Path, on session: Session, _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        var all: Directory?
        if memory.listsHidden ?? !memory.style.prefersNames,
            case .listing(let listed) = try fetch(
                "LIST -a", directory, form: .list, on: session, progress)
        {
            if listed.showsItself { memory.listsHidden = true }
            if memory.listsHidden ?? false {
                return try understood(listed, directory, on: session, progress)
            }
            // So many names are no answer to a file called `-a`; they are not read twice to see
            // whether hidden ones are among them.
            if listed.directory.count > FTPFileSystem.comparedNames { return listed.directory }
            all = listed.directory
        }
        let plain: Directory
        switch try fetch("LIST", directory, form: .list, on: session, progress) {
        case .listing(let listed):
            if listed.isUnread, let all, !all.isEmpty { return all }
            plain = try understood(listed, directory, on: session, progress)
        case .refused(let reply):
            // A server without LIST may know NLST, which gives names alone.
            guard reply.isUnknownCommand,
                let names = try listNames(directory, insteadOf: nil, on: session, progress)
            else { throw refusal(reply, "listed", directory, session) }
            return names
        }
        // Two empty listings say nothing.
        guard memory.listsHidden == nil, !plain.isEmpty || all?.isEmpty == false else {
            return plain
        }
        memory.listsHidden = false
        guard let all, !all.isEmpty, !plain.isCut else { return plain }
        let names = Set((0..<all.count).map { Array(all.nameBytes(at: $0)) })
        let isMore = (0..<plain.count).allSatisfy { names.contains(Array(plain.nameBytes(at: $0))) }
        memory.listsHidden = isMore
        return isMore ? all : plain
    }

    /// A listing of which no line is understood is no empty directory: its names are asked for.
    private func understood(
        _ listed: Listed, _ directory: Path, on session: Session, _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory {
        guard listed.isUnread else { return listed.directory }
        log.remark("The listing is in no form that Ferry knows; asking for names alone.")
        if let names = try listNames(directory, insteadOf: listed, on: session, progress) {
            return names
        }
        let line = VisibleText.make(listed.firstUnread ?? [], on: site)
        throw FileSystemError(
            .unsupported, path: directory,
            detail:
                "The listing of \(directory.text(on: site)) is in no form that Ferry knows; its first line is '\(line)'. Have the server list as Unix does."
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

    /// A listing as it came.
    struct Listed {
        var directory = Directory()
        /// Whether `.` or `..` was there.
        var showsItself = false
        /// The first line that was not understood.
        var firstUnread: [UInt8]?

        /// Whether there was something, and no line of it was understood.
        var isUnread: Bool {
            directory.isEmpty && firstUnread != nil && !showsItself && directory.droppedCount == 0
                && !directory.isCut
        }
    }

    enum Fetched {
        case listing(Listed)
        case refused(Reply)
    }

    /// Enters the directory and lists it without naming it, so that no server takes its name for
    /// an option or a pattern.
    func fetch(
        _ verb: String, _ directory: Path, form: ListingParser.Form, on session: Session,
        _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Fetched {
        let approach = try session.approach(directory, binary: false)
        let command = try Command(verb)
        let purpose = DataConnector.Purpose(command: command, path: directory)
        let passive = try session.data.passiveCommands(for: purpose)
        let asksPlace = directory.components.count >= FTPFileSystem.suspiciousDepth
        let tickets = try session.control.send(
            approach.commands + (asksPlace ? [Command("PWD")] : []) + passive.commands)
        var placeTicket = asksPlace ? tickets[approach.commands.count] : nil
        var asked: DataConnector.PassiveRequest? = DataConnector.PassiveRequest(
            mode: passive.mode, tickets: tickets.suffix(passive.commands.count))
        if let reply = try session.complete(approach, tickets.prefix(approach.commands.count)) {
            guard try session.directory.enterByName(directory) else {
                throw refusal(reply, "entered", directory, session)
            }
            // Whatever was answered to what came after the refusal was passed over.
            (asked, placeTicket) = (nil, nil)
        }
        if let placeTicket {
            try checkLoop(directory, session.control.final(for: placeTicket), on: session)
        }
        let data = try session.data.open(for: purpose, asked: asked)
        let transfer = try Transfer(
            command, .down, over: data, of: directory, on: session)
        if let reply = try transfer.begin() {
            return ReplyMeaning.isEmptyDirectory(reply)
                ? .listing(Listed()) : .refused(reply)
        }
        var parser = ListingParser(
            now: Int64(time(nil)), form: form, system: memory.system,
            zoneOffset: memory.zoneOffset, limits: listingLimits)
        let buffer = Buffer(capacity: 256 << 10)
        let end = Deadline.after(seconds: timeouts.listing)
        while true {
            let count = try transfer.read(into: buffer.bytes)
            if count == 0 { break }
            if end.hasPassed {
                transfer.abort()
                throw FileSystemError(
                    .timeout, path: directory,
                    detail:
                        "The listing of \(directory.text(on: site)) did not end within \(Int(timeouts.listing)) seconds."
                )
            }
            parser.feed(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
            progress(parser.count)
            if parser.isFull {
                log.trouble("The listing passes Ferry's limits; the rest is left out.")
                transfer.abort()
                return .listing(
                    Listed(directory: parser.finish(), showsItself: parser.showsItself))
            }
        }
        let final = try transfer.finalReply()
        if transfer.isBroken, final.isSuccess {
            throw FileSystemError(
                .truncated, path: directory,
                detail: "The listing of \(directory.text(on: site)) was cut off; list it again.",
                isTransient: true)
        }
        guard final.isSuccess else {
            if ReplyMeaning.isEmptyDirectory(final), transfer.count == 0 {
                return .listing(Listed())
            }
            return .refused(final)
        }
        let listing = parser.finish()
        if listing.droppedCount > 0 {
            log.trouble(
                "\(listing.droppedCount) names in the listing are no names of files; left out.")
        }
        if let line = parser.firstUnread {
            log.trouble(
                "Lines of the listing that were not understood: \(listing.unreadCount). The first is '"
                    + VisibleText.make(line, on: site) + "'.")
        }
        return .listing(
            Listed(
                directory: listing, showsItself: parser.showsItself,
                firstUnread: parser.firstUnread))
    }

    /// Components from which on a directory may be one that holds itself.
    private static let suspiciousDepth = 16

    /// Links on the server can lead back up, so that a tree has no end. So far down, the server is
    /// asked where it is: above what was entered means in a circle. The root means nothing: servers
    /// without PWD say it everywhere.
    private func checkLoop(
        _ directory: Path, _ reply: Reply, on session: Session
    ) throws(FileSystemError) {
        if reply.code == 421, let loss = session.control.loss { throw loss }
        guard reply.isSuccess,
            let place = DirectoryReply.directory(in: reply).map(memory.style.path), !place.isRoot,
            place != directory, directory.isInside(place)
        else { return }
        throw FileSystemError(
            .other, path: directory, reply: reply.text,
            detail: "\(directory.text) leads back to \(place.text), so Ferry goes no further.")
    }

    /// LIST gives times on the server's own clock. The exact UTC time of one listed file tells
    /// how far that is ahead; asked once for all connections of this file system. The newest one
    /// is taken, because its summer time is today's: a server that lists by a clock with summer
    /// time shows the files of the other season an hour off, and nothing in FTP tells its zone.
    private func measureZone(
        by listing: inout Directory, on session: Session
    ) throws(FileSystemError) {
        guard memory.zoneOffset == nil, memory.zoneTries < 3, memory.knows(.modified) else {
            return
        }
        var newest: (index: Int, seconds: Int64)?
        for index in 0..<listing.count where listing.kind(at: index) == .file {
            guard let time = listing.modified(at: index), time.precision != .day, !time.isZoned,
                time.seconds > newest?.seconds ?? .min
            else { continue }
            newest = (index, time.seconds)
        }
        guard let newest,
            let command = try? Command("MDTM", Array(listing.nameBytes(at: newest.index)))
        else { return }
        memory.zoneTries += 1
        let reply = try session.control.exchange(command)
        memory.note(reply, of: .modified)
        guard reply.code == 213, let exact = ReplyValues.time(reply),
            let offset = ZoneOffset.between(listed: newest.seconds, exact: exact)
        else { return }
        memory.zoneOffset = offset
        listing.place(inZoneAt: offset)
    }
}
