/// What FEAT says (RFC 2389 section 3.2). A hint only: servers can more, and less. Does no I/O.
package struct Features: Hashable, Sendable {
    /// Names in capitals, with what follows each.
    private var lines: [String: String] = [:]
    /// What stands behind SITE, in capitals; each has a line of its own.
    private(set) var siteCommands: Set<String> = []

    package init() {}

    /// From the lines of a 211, its first and last included; `211-` before every line is accepted.
    package init(_ reply: Reply) {
        for text in reply.texts.dropFirst() {
            let line = String(decoding: text.prefix(500), as: UTF8.self).trimmed
            let name = line.prefix { $0 != " " }
            guard !name.isEmpty, lines.count < 200 else { continue }
            if name.uppercased() == "SITE" {
                siteCommands.formUnion(
                    line.dropFirst(name.count).split { " ;,".contains($0) }
                        .prefix(100).map { $0.uppercased() })
            }
            lines[name.uppercased()] = String(line.dropFirst(name.count)).trimmed
        }
        if reply.lines.count > 1 { lines["END"] = nil }
    }

    /// All that FEAT names, in the order of the alphabet.
    var names: [String] { lines.keys.sorted() }

    /// Whether FEAT names it.
    package func contains(_ name: String) -> Bool { lines[name] != nil }

    /// What only servers have that were made after RFC 2389, whose authors knew clients that send
    /// ahead. SIZE and MDTM are older, and simple servers have one of them.
    private static let modern: Set<String> = [
        "MLST", "MLSD", "TVFS", "UTF8", "LANG", "EPSV", "EPRT", "MFMT", "MFF", "HOST", "HASH",
        "PRET", "CLNT", "AUTH",
    ]

    /// Whether it is worth trying to send the server several commands at a time.
    package var isModern: Bool {
        restartsStreams || (contains("SIZE") && contains("MDTM"))
            || lines.keys.contains { Features.modern.contains($0) }
    }

    package var listsFacts: Bool { contains("MLST") || contains("MLSD") }
    /// REST before STOR as well (RFC 3659 section 5).
    package var restartsStreams: Bool {
        (lines["REST"] ?? "").uppercased().contains("STREAM")
    }

    /// The algorithms that HASH has (draft-bryan-ftpext-hash section 3): `SHA-256`.
    package var hashes: Set<String> {
        Set(
            (lines["HASH"] ?? "").split(separator: ";").map { name in
                let name = String(name).trimmed.uppercased()
                return name.hasSuffix("*") ? String(name.dropLast()) : name
            })
    }

    /// Whether MFF sets the mode (draft-somers-ftp-mfxx section 5): the line may name its facts.
    package var setsModes: Bool {
        guard let facts = lines["MFF"] else { return false }
        return facts.isEmpty || facts.lowercased().contains("unix.mode")
    }

    /// The facts that MLST can give, in small letters, and whether each is on.
    package var facts: [(name: String, isOn: Bool)] {
        (lines["MLST"] ?? "").split(separator: ";").compactMap { part in
            let name = String(part).trimmed
            guard !name.isEmpty else { return nil }
            let isOn = name.hasSuffix("*")
            return (isOn ? String(name.dropLast()) : name, isOn)
        }
    }

    private static let wanted: Set<String> = [
        "type", "size", "modify", "unix.mode", "unix.owner", "unix.ownername", "unix.group",
        "unix.groupname", "unix.uid", "unix.gid",
    ]

    /// The argument of OPTS MLST that turns the facts on that Ferry wants; nil where they are.
    package var missingFacts: String? {
        let wanted = facts.filter { Features.wanted.contains($0.name.lowercased()) }
        guard wanted.contains(where: { !$0.isOn }) else { return nil }
        return wanted.map { $0.name + ";" }.joined()
    }

    /// Whether MLSD tells the time.
    package var listsTimes: Bool {
        listsFacts
            && (lines["MLST"] == nil || facts.contains { $0.name.lowercased() == "modify" })
    }
}
