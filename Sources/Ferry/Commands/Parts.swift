import ArgumentParser
import Files
import Jobs
import Transfers
import Words

struct Parts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parts",
        abstract: tr("List partial files and the jobs they belong to; remove abandoned ones."))

    @Flag(help: ArgumentHelp(tr("Remove files that no job needs and no process is writing.")))
    var remove = false

    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let store = try Queue.open(options)
        let registry = PartRegistry(store)
        let listings: [PartRegistry.Listing]
        do {
            listings = try registry.list()
        } catch {
            throw Failure([error.description])
        }
        let session = try HeadlessSession(options, [])
        defer { session.close() }
        var output = Output.standard
        var failures: [String] = []
        for listing in listings {
            do {
                let found = try UnfinishedFiles(of: listing, session, asksServers: remove)
                for line in found.lines { try output.append(line: line) }
                guard remove, !listing.isAlive, !listing.isWanted else { continue }
                try found.remove(with: session)
                try registry.forget(listing)
            } catch let error as Failure {
                failures += error.lines
            } catch let error as StoreError {
                failures.append(error.description)
            }
        }
        try output.flush()
        if !failures.isEmpty { throw Failure(failures) }
    }
}

/// What one owner has left on disks and servers.
private struct UnfinishedFiles {
    private struct Found {
        var site: Site
        var part: Part
        var root: Path?
        /// Bytes; nil where that was not asked.
        var size: UInt64?
        /// Of what it is a part, where that is known.
        var source: Location?
    }

    private let listing: PartRegistry.Listing
    private var found: [Found] = []
    /// Directories on servers, which are looked at only where it is worth a connection.
    private var unseen: [PartRegistry.Directory] = []

    /// Looks for what is there. Servers are asked only where `asksServers`.
    init(
        of listing: PartRegistry.Listing, _ session: HeadlessSession, asksServers: Bool
    ) throws {
        self.listing = listing
        for part in listing.parts {
            var size: UInt64?
            if part.site.isLocal || asksServers {
                size = try session.use(part.site) { (files) throws(FileSystemError) in
                    let size = try files.size(of: part.part, root: part.root)
                    // A server may have copied a directory under that name.
                    guard size == nil, !part.part.isInPlace else { return size.map(part.count) }
                    return try files.entry(at: part.part.path).map { $0.size ?? 0 }
                }
                guard size != nil || part.part.aside != nil else { continue }
            }
            found.append(
                Found(
                    site: part.site, part: part.part, root: part.root, size: size,
                    source: part.source))
        }
        for directory in listing.directories {
            guard directory.site.isLocal || asksServers else {
                unseen.append(directory)
                continue
            }
            found += try UnfinishedFiles.look(in: directory, listing, session)
        }
    }

    private static func look(
        in directory: PartRegistry.Directory, _ listing: PartRegistry.Listing,
        _ session: HeadlessSession
    ) throws -> [Found] {
        let known = Set(listing.parts.map(\.part.id))
        return try session.use(directory.site) { (files) throws(FileSystemError) in
            let entries: Directory
            do throws(FileSystemError) {
                entries = try files.list(directory.path)
            } catch {
                // A directory that is gone holds nothing.
                guard error.kind == .notFound || error.kind == .notDirectory else { throw error }
                return []
            }
            return entries.indices(beginningWith: PartID.start).compactMap { index in
                guard let name = Name(entries.nameBytes(at: index)), let id = PartID(name),
                    id.token == listing.token, !known.contains(id)
                else { return nil }
                return Found(
                    site: directory.site,
                    part: Part(id: id, file: directory.path.appending(name), place: .beside(name)),
                    root: directory.root, size: entries.size(at: index))
            }
        }
    }

    private var owner: String {
        let whose = listing.batch.map { tr("queue, batch \($0.rawValue)") } ?? tr("a command")
        if listing.isAlive {
            return
                tr("\(whose), being written by process \(listing.process) on \(listing.host)")
        }
        return listing.isWanted ? tr("\(whose), to be resumed") : tr("\(whose), abandoned")
    }

    /// One for each: where, how much of it, for what, whose.
    var lines: [String] {
        var lines = found.map { found in
            var text = Location(site: found.site, path: found.part.path).text
            if found.part.isInPlace { text = tr("\(text) (in place)") }
            if let size = found.size { text += "\t" + tr("\(size) bytes") }
            if let source = found.source { text += "\t" + tr("of \(source.text)") }
            if let aside = found.part.aside {
                text += "\t" + tr("the previous file is saved as \(aside.text)")
            }
            return text + "\t\(owner)"
        }
        lines += unseen.map { directory in
            let place = Location(site: directory.site, path: directory.path).text
            return "\(place)/\t\(tr("may contain some; --remove checks"))\t\(owner)"
        }
        return lines
    }

    /// Throws the parts away. What was written in place, and what waits aside, is the user's.
    func remove(with session: HeadlessSession) throws {
        for found in found {
            if let aside = found.part.aside {
                throw Failure([
                    tr(
                        "\(found.part.file.text) was being replaced; the previous file is saved as "
                            + "\(aside.text). Rename it back, or delete it.")
                ])
            }
            _ = try session.use(found.site) { (files) throws(FileSystemError) -> Bool in
                try files.discard(found.part, root: found.root)
                return true
            }
        }
    }
}
