import CLinux
import Glibc

extension ClientSession {
    /// LIST, NLST (RFC 959, 4.1.3) and MLSD (RFC 3659, 7).
    func sendListing(_ verb: Verb, _ argument: [UInt8]) throws(Departure) {
        restart = 0
        let (options, name) = verb == .mlsd ? ([], argument) : ClientSession.splitOptions(argument)
        let isAll = options.contains(0x61)
        let path = resolve(name)
        let lines: [[UInt8]]
        do throws(Folder.Failure) {
            lines = try listingLines(verb, path, prefix: name, isAll: isAll)
        } catch {
            if error.number == ENOTDIR, verb == .mlsd {
                try control.reply(501, "MLSD is for directories; use MLST.")
            } else {
                try refuse(path, error)
            }
            return
        }
        let fault = faults.listing(at: verb.rawValue)
        try run(verb, "Here comes the listing.") { channel throws(Departure) in
            switch fault {
            case .listing(_, let bytes):
                return try ClientSession.send(bytes, to: channel) ?? .complete
            case .endlessListing:
                return try ClientSession.sendEndlessly(verb, to: channel)
            default:
                let bytes = Array(lines.map { $0 + [0x0D, 0x0A] }.joined())
                return try ClientSession.send(bytes, to: channel) ?? .complete
            }
        }
    }

    /// What a folder holds, or the one object that `path` is.
    func entries(
        at path: Folder.Components, isAll: Bool
    ) throws(Folder.Failure) -> (entries: [ListingEntry], isFolder: Bool) {
        let status = try folder.status(of: path)
        guard status.kind == .directory else {
            return ([entry(path.last ?? [], status)], false)
        }
        let directory = try folder.openDirectory(path)
        var entries: [ListingEntry] = []
        for name in try Folder.names(in: directory) {
            // A line end in a name would make two lines of it, and no command could name it.
            guard isAll || name.first != 0x2E, !name.contains(0x0A), !name.contains(0x0D) else {
                continue
            }
            let text = Folder.name(name)
            // What was removed meanwhile is no longer there to be listed.
            guard let status = try? Folder.status(directory, text) else { continue }
            let target = status.kind == .link ? Folder.target(directory, text) : nil
            entries.append(entry(name, status, target: target))
        }
        return (entries, true)
    }

    /// A line of a listing to be.
    func entry(_ name: [UInt8], _ status: FileStatus, target: [UInt8]? = nil) -> ListingEntry {
        ListingEntry(
            name: name, status: status, target: target, owner: accounts.user(status.owner),
            group: accounts.group(status.group))
    }

    private func listingLines(
        _ verb: Verb, _ path: Folder.Components, prefix: [UInt8], isAll: Bool
    ) throws(Folder.Failure) -> [[UInt8]] {
        let falseSize = faults.size
        let (entries, isFolder) = try entries(at: path, isAll: isAll || verb == .mlsd)
        switch verb {
        case .nlst:
            guard isFolder, !prefix.isEmpty else { return entries.map(\.name) }
            let start = prefix.last == 0x2F ? prefix : prefix + [0x2F]
            return entries.map { start + $0.name }
        case .mlsd:
            guard isFolder else { throw Folder.Failure(number: ENOTDIR) }
            let own = try folder.status(of: path)
            let lines = entries.map { Listing.factLine($0, facts, falseSize: falseSize) }
            guard facts.contains(.type) else { return lines }
            let itself = Array("type=cdir;modify=\(Listing.time(own.modified)); .".utf8)
            return [itself] + lines
        default:
            let lines = Listing.long(entries, falseSize: falseSize)
            return isFolder ? [Array("total \(entries.count)".utf8)] + lines : lines
        }
    }

    /// `-la name`: what starts with a dash is options, as in real servers.
    private static func splitOptions(_ argument: [UInt8]) -> (options: [UInt8], name: [UInt8]) {
        var rest = argument[...]
        var options: [UInt8] = []
        while rest.first == 0x2D {
            options += rest.prefix { $0 != 0x20 }
            rest = rest.drop { $0 != 0x20 }.drop { $0 == 0x20 }
        }
        return (options, Array(rest))
    }

    private static func sendEndlessly(
        _ verb: Verb, to channel: DataChannel
    ) throws(Departure) -> DataChannel.Ending {
        var number: UInt64 = 0
        while true {
            var block: [UInt8] = []
            for _ in 0..<1_000 {
                number &+= 1
                let start =
                    switch verb {
                    case .mlsd: "type=file;size=1;modify=20240101000000; "
                    case .nlst: ""
                    default: "-rw-r--r--   1 0 0 1 Jan  1  2024 "
                    }
                block += Array("\(start)file\(number)\r\n".utf8)
            }
            if let ending = try send(block, to: channel) { return ending }
        }
    }
}
