import Files

/// Puts other programs' sites beside those that are there: each under a name of its own, and none
/// twice.
package struct SiteListMerge {
    /// What became of a site.
    package enum Outcome: Hashable, Sendable {
        /// It is new, by this name.
        case new(NamedSite)
        /// The site of that name is the same place.
        case known(String)
    }

    /// A place under a name, whatever number stands behind that.
    private struct Place: Hashable {
        let name: String
        let scheme: Site.Scheme
        let host: String
        let port: UInt16
        let user: String?
        let path: Path?
        let below: RelativePath?

        init(_ named: NamedSite) {
            name = SiteListMerge.withoutNumber(named.name)
            (scheme, host) = (named.site.scheme, named.site.comparedHost)
            (port, user) = (named.site.port, named.site.user)
            (path, below) = (named.path, named.below)
        }
    }

    private var names: Set<String>
    private var places: [Place: String] = [:]
    /// The number to try next behind a name.
    private var numbers: [String: Int] = [:]
    /// As the last one that is no bookmark is called here.
    private var parent = ""

    /// Beside these.
    package init(_ sites: [NamedSite]) {
        names = Set(sites.map(\.name))
        for site in sites { places[Place(site)] = site.name }
    }

    /// Takes the next one; bookmarks follow the site that they are of.
    package mutating func take(_ site: ImportedSite) -> Outcome {
        var named = site.named
        if let bookmark = site.bookmark { named.name = "\(parent)/\(bookmark)" }
        let place = Place(named)
        if let known = places[place] {
            if site.bookmark == nil { parent = known }
            return .known(known)
        }
        named.name = unused(named.name)
        names.insert(named.name)
        places[place] = named.name
        if site.bookmark == nil { parent = named.name }
        return .new(named)
    }

    private mutating func unused(_ name: String) -> String {
        guard names.contains(name) else { return name }
        var number = numbers[name] ?? 2
        while names.contains("\(name) (\(number))") { number += 1 }
        numbers[name] = number + 1
        return "\(name) (\(number))"
    }

    /// `web01` of `web01 (2)`.
    private static func withoutNumber(_ name: String) -> String {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else {
            return name
        }
        let digits = name[name.index(after: open)...].dropLast()
        let before = name.index(before: open)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            name[before] == " "
        else { return name }
        return String(name[..<before])
    }
}
