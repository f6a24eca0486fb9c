import Files

/// The answer to a PROPFIND (RFC 4918, section 14.16), made in blocks.
struct Multistatus: BlockSource {
    /// Bytes of a block, about.
    private static let block = 192 << 10

    static let start: StaticString = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:">

        """
    static let end: StaticString = "</D:multistatus>\n"
    static let headers: Headers = [
        "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
    ]

    private let query: PropertyQuery
    private let path: Path
    private let share: String
    private let status: FileStatus
    private let members: [SharedEntry]
    private let room: (free: UInt64, used: UInt64)?
    private let properties: DeadProperties
    /// Nil where nothing can be locked.
    private let locks: KnownLocks?
    /// Members that are told; nil before the thing itself is.
    private var told: Int?
    private var hasEnd = false

    /// What is at `path`, and what is in it.
    init(
        _ query: PropertyQuery, path: Path, share: String, status: FileStatus,
        members: [SharedEntry], room: (free: UInt64, used: UInt64)?,
        properties: DeadProperties, locks: KnownLocks?
    ) {
        self.query = query
        self.path = path
        self.share = share
        self.status = status
        self.members = members
        self.room = room
        self.properties = properties
        self.locks = locks
    }

    mutating func next() throws(Refusal) -> [UInt8]? {
        if hasEnd { return nil }
        var page = Markup()
        if told == nil {
            page.append(Multistatus.start)
            append(path, status, to: &page)
        }
        var index = told ?? 0
        while index < members.count, page.bytes.count < Multistatus.block {
            append(path.appending(members[index].name), members[index].status, to: &page)
            index += 1
        }
        told = index
        if index == members.count {
            page.append(Multistatus.end)
            hasEnd = true
        }
        return page.bytes
    }

    private func append(_ path: Path, _ status: FileStatus, to page: inout Markup) {
        let facts = PropertyFacts(
            name: path.name, share: share, status: status, room: room,
            dead: properties.properties(of: path), locks: locks?.locks(for: path))
        page.append("<D:response><D:href>")
        page.append(
            text: RequestPath.encode(path, isDirectory: status.kind == .directory))
        page.append("</D:href>")
        switch query {
        case .all: appendFound(facts.usual, facts, to: &page)
        case .names:
            page.append("<D:propstat><D:prop>")
            for name in facts.names { name.append(to: &page) }
            page.append("</D:prop>")
            Multistatus.append(.ok, to: &page)
        case .these(let names):
            let known = facts.names
            appendFound(names.filter(known.contains), facts, to: &page)
            let missing = names.filter { !known.contains($0) }
            if !missing.isEmpty {
                page.append("<D:propstat><D:prop>")
                for name in missing { name.append(to: &page) }
                page.append("</D:prop>")
                Multistatus.append(.notFound, to: &page)
            }
        }
        page.append("</D:response>\n")
    }

    private func appendFound(
        _ names: [PropertyName], _ facts: PropertyFacts, to page: inout Markup
    ) {
        if names.isEmpty { return }
        page.append("<D:propstat><D:prop>")
        for name in names {
            name.append(facts.value(of: name), in: facts.dead[name]?.language, to: &page)
        }
        page.append("</D:prop>")
        Multistatus.append(.ok, to: &page)
    }

    /// The status that ends a `propstat`, and its end.
    static func append(_ status: Status, to page: inout Markup) {
        page.append("<D:status>HTTP/1.1 ")
        page.append(status.code)
        page.append(" ")
        page.append(text: status.words)
        page.append("</D:status></D:propstat>")
    }
}
