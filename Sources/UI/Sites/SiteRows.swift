import Files

/// The sites in the order in which they are shown: the user's own, folder by folder, ssh's hosts,
/// rclone's remotes, and of what was visited the newest on each host that has no name.
struct SiteRows {
    let choices: [SiteChoice]

    /// `known`: the sites file, ssh's hosts, and visits, the newest first.
    init(_ known: [SiteChoice], remotes: [SiteChoice]) {
        let named = known.filter { $0.origin == .sites }
        let accounts = Set(named.map { SiteAccount($0.site) })
        var hosts: Set<Server> = []
        let visits = known.filter { choice in
            choice.origin == .recent && !accounts.contains(SiteAccount(choice.site))
                && hosts.insert(Server(choice.site)).inserted
        }
        choices =
            SiteRows.byFolder(named) + known.filter { $0.origin == .ssh } + remotes + visits
    }

    /// Those in no folder first; in a folder they stay in the order of the file.
    private static func byFolder(_ named: [SiteChoice]) -> [SiteChoice] {
        let folders = named.map { choice in
            choice.name.lastIndex(of: "/").map { choice.name[..<$0].lowercased() } ?? ""
        }
        return named.indices
            .sorted { (folders[$0], $0) < (folders[$1], $1) }
            .map { named[$0] }
    }

    /// A machine; at a port of its own it may be another one behind the same address.
    private struct Server: Hashable {
        private let host: String
        private let port: UInt16?
        private let isRemote: Bool

        init(_ site: Site) {
            host = site.comparedHost
            port = site.port == site.scheme.defaultPort ? nil : site.port
            isRemote = site.scheme.namesRemote
        }
    }
}
