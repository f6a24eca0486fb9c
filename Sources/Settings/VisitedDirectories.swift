package import Files

/// The directories that the panes have shown of late, newest first: a file of Ferry's own in the state
/// directory, one URL a line.
package enum VisitedDirectories {
    /// As many are kept.
    package static let limit = 200

    /// A file that is not there has none, and a line that cannot be understood is passed over: nothing
    /// in it is the user's own work. Of a server only its account and its charset of names are known.
    package static func load(_ path: String) -> [Location] {
        guard let text = try? TextFile.read(path) else { return [] }
        var seen: Set<Location> = []
        let lines = text.split(separator: "\n").prefix(limit)
        return lines.compactMap { line in
            guard let target = try? SiteURL.parse(String(line)).target, let path = target.path
            else { return nil }
            let location = Location(site: target.site, path: path)
            return seen.insert(location).inserted ? location : nil
        }
    }

    /// Puts these first, the last one first of all, and drops what is too old.
    package static func add(
        _ locations: [Location], to path: String
    ) throws(SettingsError) {
        TextFile.makeDirectories(above: path)
        try ChangeLock.hold(path) { () throws(SettingsError) in
            var lines: [String] = []
            var seen: Set<String> = []
            let older = load(path)
            for location in Array(locations.reversed()) + older where lines.count < limit {
                let line = NamedSite(name: "", site: location.site, path: location.path).url
                guard seen.insert(line).inserted else { continue }
                lines.append(line)
            }
            try TextFile.write(lines.map { $0 + "\n" }.joined(), to: path)
        }
    }

    /// Forgets the directories of this account; nothing where there are none.
    package static func forget(_ site: Site, from path: String) throws(SettingsError) {
        try ChangeLock.hold(path) { () throws(SettingsError) in
            let all = load(path)
            let kept = all.filter { !$0.site.isSameAccount(as: site) }
            guard kept.count < all.count else { return }
            let lines = kept.map { NamedSite(name: "", site: $0.site, path: $0.path).url + "\n" }
            try TextFile.write(lines.joined(), to: path)
        }
    }
}
