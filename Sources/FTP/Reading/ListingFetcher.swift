import Files
import Glibc
import Listing
import Transport
import Words

/// Fetches listings, each over a data connection, as they come.
struct ListingFetcher: SessionPart {
    let session: Session

    /// What the server made of a listing command.
    enum Answer {
        case listing(FetchedListing)
        case refused(Reply)
    }

    /// Enters the directory and lists it without naming it, so that no server takes its name for
    /// an option or a pattern.
    func fetch(
        _ verb: String, _ directory: Path, form: ListingParser.Form,
        _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Answer {
        let approach = try session.approach(directory, binary: false)
        let command = try Command(verb)
        let purpose = DataConnector.Purpose(command, path: directory)
        let passive = try session.data.passiveCommands(for: purpose)
        let asksPlace = directory.components.count >= ListingFetcher.suspiciousDepth
        let tickets = try control.send(
            approach.commands + (asksPlace ? [Command("PWD")] : []) + passive.commands)
        var placeTicket = asksPlace ? tickets[approach.commands.count] : nil
        var asked: DataConnector.PassiveRequest? = DataConnector.PassiveRequest(
            mode: passive.mode, tickets: tickets.suffix(passive.commands.count))
        if let reply = try session.complete(approach, tickets.prefix(approach.commands.count)) {
            guard try session.directory.enterByName(directory) else {
                throw session.refusal(reply, .open, directory)
            }
            // Whatever was answered to what came after the refusal was passed over.
            (asked, placeTicket) = (nil, nil)
        }
        if let placeTicket {
            try checkLoop(directory, control.final(for: placeTicket))
        }
        let data = try session.data.open(for: purpose, asked: asked)
        let transfer = try Transfer(
            command, .down, over: data, of: directory, on: session)
        if let reply = try transfer.begin() {
            return ReplyMeaning.isEmptyDirectory(reply)
                ? .listing(FetchedListing(isToldEmpty: true)) : .refused(reply)
        }
        var parser = ListingParser(
            now: Int64(time(nil)), form: form, system: memory.system,
            zoneOffset: memory.zoneOffset, limits: session.listingLimits)
        let buffer = Buffer(capacity: 256 << 10)
        let end = Deadline.after(seconds: session.timeouts.listing)
        while true {
            let count = try transfer.read(into: buffer.bytes)
            if count == 0 { break }
            if end.hasPassed {
                transfer.abort()
                throw FileSystemError(
                    .timeout, path: directory,
                    detail: tr(
                        "The listing of \(directory.text(on: site)) did not end within "
                            + "\(Int(session.timeouts.listing)) seconds."))
            }
            parser.feed(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
            progress(parser.count)
            if parser.isFull {
                log.trouble(tr("The listing exceeds Ferry's limits; the rest is not shown."))
                transfer.abort()
                return .listing(
                    FetchedListing(directory: parser.finish(), showsItself: parser.showsItself))
            }
        }
        let final = try transfer.finalReply()
        if transfer.isBroken, final.isSuccess {
            throw FileSystemError(
                .truncated, path: directory,
                detail: tr(
                    "The listing of \(directory.text(on: site)) was cut off; list it again."),
                isTransient: true)
        }
        guard final.isSuccess else {
            if ReplyMeaning.isEmptyDirectory(final), transfer.count == 0 {
                return .listing(FetchedListing(isToldEmpty: true))
            }
            return .refused(final)
        }
        if ReplyMeaning.isUnopened(final), transfer.count == 0 { return .refused(final) }
        let listing = parser.finish()
        if listing.droppedCount > 0 {
            log.trouble(
                tr(
                    "Names in the listing that no file can have were omitted: \(listing.droppedCount)."
                ))
        }
        if let line = parser.firstUnread {
            log.trouble(
                tr(
                    "Ferry did not understand some lines of the listing (\(listing.unreadCount) in "
                        + "all); the first is '\(VisibleText.make(line, on: site))'."))
        }
        return .listing(
            FetchedListing(
                directory: listing, showsItself: parser.showsItself,
                firstUnread: parser.firstUnread, complaintCount: parser.complaintCount))
    }

    /// Components from which on a directory may be one that holds itself.
    private static let suspiciousDepth = 16

    /// Links on the server can lead back up, so that a tree has no end. So far down, the server is
    /// asked where it is: above what was entered means in a circle. The root means nothing: servers
    /// without PWD say it everywhere.
    private func checkLoop(
        _ directory: Path, _ reply: Reply
    ) throws(FileSystemError) {
        if reply.code == 421, let loss = control.loss { throw loss }
        guard reply.isSuccess,
            let place = DirectoryReply.directory(in: reply).map(memory.style.path), !place.isRoot,
            place != directory, directory.isInside(place)
        else { return }
        throw FileSystemError(
            .other, path: directory, reply: reply.text,
            detail: tr("\(directory.text) leads back to \(place.text), so Ferry did not open it."))
    }
}
