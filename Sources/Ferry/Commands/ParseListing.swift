import ArgumentParser
import Engine
import Files
import Glibc
import Listing
import UI
import Words

struct ParseListing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listing", abstract: tr("Show how Ferry reads a directory listing from stdin.")
    )

    @Option(help: ArgumentHelp(tr("Use this time as the current time."), valueName: "ISO8601"))
    var now: String?

    @Option(help: ArgumentHelp(tr("The server's reply to SYST."), valueName: "SYST"))
    var system: String?

    @Option(
        help: ArgumentHelp(
            tr("Offset of the server's clock from UTC: +02:00, -0530, Z."), valueName: "OFFSET"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            tr("Charset of names that are not UTF-8, such as GB18030 or Shift_JIS."),
            valueName: "NAME"))
    var charset: String?

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line.")))
    var json = false

    func run() throws {
        var moment = Int64(WallClock.now())
        if let now {
            guard let time = ISOTime.read(now) else {
                throw Failure.usage(
                    tr("'\(now)' is not an ISO 8601 time; write 2026-11-20T23:51:00Z."))
            }
            moment = time
        }
        var offset: Int?
        if let zone {
            guard let seconds = ISOTime.readZone(zone) else {
                throw Failure.usage(tr("'\(zone)' is not a UTC offset; write +02:00 or Z."))
            }
            offset = seconds
        }
        let names = charset.flatMap { Charset(named: $0) }
        if let charset, names == nil {
            throw Failure.usage(ConnectionOptions.unknownCharset(charset))
        }
        var parser = ListingParser(now: moment, system: system, zoneOffset: offset)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while !parser.isFull {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StandardInput.failure(errno) }
            guard count > 0 else { break }
            parser.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        let directory = parser.finish()
        var output = Output.standard
        for index in 0..<directory.count {
            guard let entry = directory.entry(at: index) else { continue }
            let line = json ? EntryText.json(entry, in: names) : ParseListing.text(entry, in: names)
            try output.append(line: line)
        }
        try output.flush()
        if directory.droppedCount > 0 {
            StandardError.say(
                Failure.prefix
                    + tr("Skipped \(Format.count(directory.droppedCount, "invalid name"))."))
        }
        if directory.unreadCount > 0 {
            let first = VisibleText.make(parser.firstUnread ?? [], in: names)
            StandardError.say(
                Failure.prefix
                    + tr(
                        "\(Format.count(directory.unreadCount, "line")) could not be read; the "
                            + "first is '\(first)'."))
        }
        if directory.isCut {
            throw Failure([
                tr(
                    "The listing exceeds Ferry's limit; the rest is "
                        + "missing.")
            ])
        }
    }

    private static func text(_ entry: Entry, in charset: Charset?) -> String {
        let kind =
            switch entry.kind {
            case .file: "-"
            case .directory: "d"
            case .link: "l"
            case .other: "?"
            }
        let mode = entry.mode.map(Format.mode) ?? "?????????"
        let size = entry.size.map { String($0) } ?? "?"
        let time = entry.modified.map(EntryText.iso8601) ?? "?"
        let target = entry.target.map { " -> " + VisibleText.make($0, in: charset) } ?? ""
        let owner = "\(entry.owner ?? "?"):\(entry.group ?? "?")"
        return
            "\(kind)\(mode) \(owner) \(size) \(time) \(VisibleText.make(entry.name.bytes, in: charset))\(target)"
    }
}
