import Files
import Listing

/// Measures how far the server's clock is ahead of UTC.
struct ZoneMeter: SessionPart {
    let session: Session

    /// LIST gives times on the server's own clock. The exact UTC time of one listed file tells
    /// how far that is ahead; asked once for all connections of this file system. The newest one
    /// is taken, because its summer time is today's: a server that lists by a clock with summer
    /// time shows the files of the other season an hour off, and nothing in FTP tells its zone.
    func measure(by listing: inout Directory) throws(FileSystemError) {
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
        let reply = try control.exchange(command)
        memory.note(reply, of: .modified)
        guard reply.code == 213, let exact = ReplyValues.time(reply),
            let offset = ZoneOffset.between(listed: newest.seconds, exact: exact)
        else { return }
        memory.zoneOffset = offset
        memory.noteCard(nil)
        listing.place(inZoneAt: offset)
    }
}
