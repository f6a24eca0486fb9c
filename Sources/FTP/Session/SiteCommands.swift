import Files

/// The commands that the server knows behind SITE, by what it says itself.
struct SiteCommands: SessionPart {
    let session: Session

    /// Whether SITE HELP names the command, which is in capitals. Asked once of a server.
    func contain(_ name: String) throws(FileSystemError) -> Bool {
        if let known = memory.siteCommands { return known.contains(name) }
        let reply = try control.exchange(Command("SITE", "HELP"))
        if let loss = control.loss { throw loss }
        let names = reply.isSuccess ? SiteCommands.names(in: reply) : []
        memory.siteCommands = names
        return names.contains(name)
    }

    /// Whether a path is the same after the server has taken the line behind SITE apart into words, and
    /// put the words together again with a blank between each: some do, and act on another file.
    static func keeps(_ path: Path) -> Bool {
        let blank = UInt8(ascii: " ")
        let bytes = path.bytes
        guard let first = path.name?.bytes.first, let last = bytes.last else { return true }
        if first == blank || last == blank || first == UInt8(ascii: "\"") { return false }
        return !bytes.contains(UInt8(ascii: "\t"))
            && !zip(bytes, bytes.dropFirst()).contains { one, next in
                one == blank && (next == blank || next == UInt8(ascii: "\""))
            }
    }

    /// Whether nothing in a path is a reason to refuse it: letters and digits of ASCII, and the signs that
    /// stand in most names.
    static func isPlain(_ path: Path) -> Bool {
        path.bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    /// The words of a reply that are written in capitals.
    static func names(in reply: Reply) -> Set<String> {
        var names: Set<String> = []
        for text in reply.texts {
            let words = text.split { !(0x41...0x5A).contains($0) && $0 != 0x2A && $0 != 0x5F }
            for word in words where names.count < 200 && (2...20).contains(word.count) {
                // A star behind a name means that it is not done (RFC 959's example).
                guard word.last != 0x2A else { continue }
                names.insert(String(decoding: word, as: UTF8.self))
            }
        }
        return names
    }
}
