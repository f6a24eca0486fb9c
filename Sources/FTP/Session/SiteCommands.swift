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
