import Files

/// What a listing has so far.
struct ListingReading {
    /// A link, which waits for its target.
    struct Link {
        let name: Name
        var entry: Entry
        let owner: UInt16
        let group: UInt16
    }

    /// Links whose targets are asked for.
    static let linkLimit = 10_000
    private static let dots: [[UInt8]] = [[0x2E], [0x2E, 0x2E]]

    private let accounts: Accounts
    private var builder: DirectoryBuilder
    private(set) var links: [Link] = []
    /// The numbers in the listing of users and groups whose names are still to be told.
    private var users: [UInt32: UInt16] = [:]
    private var groups: [UInt32: UInt16] = [:]

    init(_ accounts: Accounts, limits: DirectoryBuilder.Limits) {
        self.accounts = accounts
        builder = DirectoryBuilder(limits: limits)
    }

    var count: Int { builder.directory.count + links.count }
    var isCut: Bool { builder.directory.isCut }

    /// Adds a packet's names; how many there were.
    mutating func add(_ names: ListedNames) throws(PacketFault) -> Int {
        var names = names
        let count = names.count
        while let listed = try names.next() {
            let name = listed.name.bindMemory(to: UInt8.self)
            if ListingReading.dots.contains(where: { $0.elementsEqual(name) }) { continue }
            add(listed, name)
        }
        return count
    }

    private mutating func add(_ listed: ListedName, _ name: UnsafeBufferPointer<UInt8>) {
        let attributes = listed.attributes
        let long = LongName(listed.longName)
        let kind = attributes.kind ?? long.kind ?? .file
        let (owner, group) = owners(attributes, long)
        if kind == .link, links.count < ListingReading.linkLimit, count < builder.limits.entries,
            let own = Name(name)
        {
            var entry = attributes.entry(own)
            entry.kind = .link
            entry.size = nil
            return links.append(Link(name: own, entry: entry, owner: owner, group: group))
        }
        builder.append(
            name: name, kind: kind, size: kind == .file ? attributes.size : nil,
            modified: attributes.modified, mode: attributes.mode, owner: owner, group: group,
            target: UnsafeBufferPointer(start: nil, count: 0))
    }

    private mutating func owners(
        _ attributes: Attributes, _ long: LongName
    ) -> (UInt16, UInt16) {
        guard let owner = attributes.owner else {
            guard let told = long.accounts else { return (0, 0) }
            return (builder.number(of: told.user), builder.number(of: told.group))
        }
        if !accounts.isTold, let told = long.accounts {
            return (builder.number(of: told.user), builder.number(of: told.group))
        }
        return (number(of: owner.user, .user), number(of: owner.group, .group))
    }

    private mutating func number(of account: UInt32, _ kind: Accounts.Kind) -> UInt16 {
        if let known = kind == .user ? users[account] : groups[account] { return known }
        accounts.want(kind, account)
        // A user and a group of one number are two, until they have their names.
        let number = builder.number(of: kind == .user ? "\(account)/u" : "\(account)/g")
        switch kind {
        case .user: users[account] = number
        case .group: groups[account] = number
        }
        return number
    }

    /// Where a link of `links` leads, as the server wrote it.
    mutating func setTarget(_ target: [UInt8], of index: Int) {
        guard links.indices.contains(index) else { return }
        links[index].entry.target = target
    }

    /// All of it, under the names that are known by now.
    mutating func finish() -> Directory {
        for link in links {
            link.name.bytes.withUnsafeBufferPointer { name in
                (link.entry.target ?? []).withUnsafeBufferPointer { target in
                    builder.append(
                        name: name, kind: .link, size: nil, modified: link.entry.modified,
                        mode: link.entry.mode, owner: link.owner, group: link.group,
                        target: target)
                }
            }
        }
        for (account, number) in users {
            builder.rename(account: number, to: accounts.name(.user, account))
        }
        for (account, number) in groups {
            builder.rename(account: number, to: accounts.name(.group, account))
        }
        return builder.directory
    }
}
