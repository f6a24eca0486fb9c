import Files
import Listing
import Words

/// What there is of a name: MLST, or SIZE, MDTM and CWD, or else a listing.
struct EntryLookup: SessionPart {
    let session: Session

    /// The same on any connection.
    static func entry(
        at path: Path, over connection: Connection
    ) throws(FileSystemError) -> Entry? {
        try connection.perform(.always) { session throws(FileSystemError) in
            try EntryLookup(session: session).entry(at: path)
        }
    }

    /// Nil where there is nothing of that name; of the root nothing is known.
    func entry(at path: Path) throws(FileSystemError) -> Entry? {
        guard let name = path.name else { return nil }
        if path.parent.isRoot, !memory.style.hasRoot {
            let isThere = try session.directory.enter(path) == nil
            return isThere ? Entry(name: name, kind: .directory) : nil
        }
        let approach = try session.approach(path.parent, binary: true)
        var commands = approach.commands
        let usesFacts = memory.listsFacts
        let asksSize = !usesFacts && memory.knows(.size)
        let asksTime = !usesFacts && memory.knows(.modified)
        if usesFacts { commands.append(try Command("MLST", name.bytes, path: path)) }
        if asksSize { commands.append(try Command("SIZE", name.bytes, path: path)) }
        if asksTime { commands.append(try Command("MDTM", name.bytes, path: path)) }
        let tickets = try control.send(commands)
        let own = tickets.dropFirst(approach.commands.count)
        let refused = try session.complete(approach, tickets.prefix(approach.commands.count))
        var replies: [Reply] = []
        for ticket in own { replies.append(try control.final(for: ticket)) }
        if let loss = control.loss { throw loss }
        if let refused {
            // Without the directory there is nothing in it.
            if saysMissing(refused) { return nil }
            throw session.refusal(refused, .open, path.parent)
        }
        guard usesFacts else {
            return try read(
                size: asksSize ? replies.first : nil, time: asksTime ? replies.last : nil,
                of: path)
        }
        if saysMissing(replies[0]) { return nil }
        if replies[0].isSuccess, let entry = readFacts(replies[0], name) { return entry }
        return try lookUp(name, in: path.parent)
    }

    /// Whether a refusal means that there is nothing; another reason says nothing about that.
    private func saysMissing(_ reply: Reply) -> Bool {
        [550, 553].contains(reply.code)
            && ![.denied, .isDirectory, .full].contains(ReplyMeaning.kind(reply))
    }

    /// The entry of an MLST; nil where it cannot be read.
    func readFacts(_ reply: Reply, _ name: Name) -> Entry? {
        for line in reply.lines.dropFirst() {
            // MLST's line begins with a blank, and may name the whole path.
            var parser = ListingParser(now: 0, form: .facts)
            guard let blank = line.dropFirst().firstIndex(of: 0x20) else { continue }
            let bytes = Array(line.dropFirst()[...blank]) + name.bytes
            bytes.withUnsafeBytes { parser.feed($0) }
            if let entry = parser.finish().entries.first { return entry }
        }
        return nil
    }

    private func read(
        size: Reply?, time: Reply?, of path: Path
    ) throws(FileSystemError) -> Entry? {
        guard let name = path.name else { return nil }
        if let size { memory.note(size, of: .size) }
        if let time { memory.note(time, of: .modified) }
        let modified = time.flatMap { ReplyValues.time($0) }.map { Timestamp(seconds: $0) }
        if let size, size.code == 213 {
            // A server that says something else to every name knows none of them.
            guard let bytes = ReplyValues.size(size) else {
                return try lookUp(name, in: path.parent)
            }
            return Entry(name: name, kind: .file, size: bytes, modified: modified)
        }
        if try session.directory.enter(path) == nil {
            guard try entersAnything(beside: path) else {
                return Entry(name: name, kind: .directory, modified: modified)
            }
            return try lookUp(name, in: path.parent)
        }
        if let loss = control.loss { throw loss }
        if let size, saysMissing(size) { return nil }
        return try lookUp(name, in: path.parent)
    }

    /// Whether CWD tells nothing, because the server enters whatever it is told, as small ones do
    /// that have no directories: tried once, with a name that nobody has.
    private func entersAnything(beside path: Path) throws(FileSystemError) -> Bool {
        if let known = memory.entersAnything { return known }
        guard memory.style == .unix else { return false }
        let nobodys = PartID(token: PartID.newToken(), number: 1).name
        let isEntered = try session.directory.enter(path.parent.appending(nobodys)) == nil
        if let loss = control.loss { throw loss }
        memory.entersAnything = isEntered
        if isEntered {
            log.remark(
                tr(
                    "\(VisibleText.make(site.host)) accepts CWD to anything, so Ferry finds "
                        + "directories through listings."))
        }
        return isEntered
    }

    /// Looks for the name in its directory's listing: the way where no command answers.
    private func lookUp(
        _ name: Name, in directory: Path
    ) throws(FileSystemError) -> Entry? {
        let listing = try Lister(session: session).list(directory)
        return listing.index(of: name).flatMap { listing.entry(at: $0) }
    }
}
