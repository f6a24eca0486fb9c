import Files

/// The names that the user gave accounts, as they are shown.
struct SiteTitles: Sendable {
    private var names: [SiteAccount: String] = [:]

    /// No account has a name.
    init() {}

    init(_ choices: [SiteChoice]) {
        for choice in choices where choice.origin == .sites && !choice.site.isLocal {
            let account = SiteAccount(choice.site)
            // A bookmark is in a folder that is called like its site.
            if let name = names[account],
                SiteTitles.depth(of: name) <= SiteTitles.depth(of: choice.shownName)
            {
                continue
            }
            names[account] = choice.shownName
        }
    }

    private static func depth(of name: String) -> Int { name.count { $0 == "/" } }

    /// Nil where the account has none.
    func name(of site: Site) -> String? {
        names.isEmpty || site.isLocal ? nil : names[SiteAccount(site)]
    }

    /// `web01:/www`, or the URL where the account has no name.
    func text(of location: Location) -> String {
        guard let name = name(of: location.site) else { return location.text }
        let site = location.site
        return name + ":" + (site.archive?.text(on: site) ?? "") + location.path.text(on: site)
    }
}
