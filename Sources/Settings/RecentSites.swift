package import Files

/// Where the user has been of late, newest first: a file of Ferry's own in the state directory.
package enum RecentSites {
    /// As many are kept.
    package static let limit = 20

    /// A file that is not there, or that cannot be understood, has none: nothing in it is the
    /// user's own work.
    package static func load(_ path: String, settings: [SiteSetting]) -> [NamedSite] {
        guard let text = try? TextFile.read(path) else { return [] }
        let file = try? SitesFile(text, file: path, settings: settings, isVisited: true)
        return file?.sites ?? []
    }

    /// Puts this first, used at `time` (seconds since the epoch), and drops what is too old.
    package static func add(
        _ location: Location, to path: String, settings: [SiteSetting], at time: Int64
    ) throws(SettingsError) {
        guard !location.site.isLocal else { return }
        var newest = NamedSite(name: "", site: location.site, path: location.path)
        newest.name = newest.url
        newest.lastUsed = time
        let older = load(path, settings: settings).filter { $0.name != newest.name }
            .prefix(limit - 1)
        let blocks = ([newest] + older).map { SitesFile.block($0, settings) }
        try TextFile.write(blocks.joined(separator: "\n"), to: path)
    }
    /// Forgets the places of this account; nothing where there are none.
    package static func forget(
        _ site: Site, from path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        let all = load(path, settings: settings)
        let kept = all.filter { !$0.site.isSameAccount(as: site) }
        guard kept.count < all.count else { return }
        let blocks = kept.map { SitesFile.block($0, settings) }
        try TextFile.write(blocks.joined(separator: "\n"), to: path)
    }
}
