package import Files

/// What was chosen for two places to mirror or synchronise: a file of Ferry's own in the state directory,
/// the newest pair first, with a line for the two URLs and one for each choice.
package struct PairChoices: Hashable, Sendable {
    /// The two places, in the order in which they were chosen.
    package var first: Location
    package var second: Location
    /// Words for what was chosen, by what it is about.
    package var values: [String: String]

    /// As many pairs are kept.
    package static let limit = 100
    /// Characters of a choice that are kept; one that is longer is not kept, as some would be wrong.
    package static let lengthLimit = 8_000
    private static let choiceLimit = 20

    /// What was chosen for those two.
    package init(_ first: Location, _ second: Location, _ values: [String: String]) {
        self.first = first
        self.second = second
        self.values = values
    }

    /// Whether it is about these two, in this order, by whatever settings they are reached.
    package func isAbout(_ first: Location, _ second: Location) -> Bool {
        PairChoices.isSame(self.first, first) && PairChoices.isSame(self.second, second)
    }

    private static func isSame(_ one: Location, _ other: Location) -> Bool {
        one.site.isSameAccount(as: other.site) && one.path == other.path
    }

    /// A file that is not there has none, and what cannot be understood is passed over. Of a server only
    /// what its URL says is known.
    package static func load(_ path: String) -> [PairChoices] {
        guard let text = try? TextFile.read(path) else { return [] }
        var found: [PairChoices] = []
        // What is said of a pair that cannot be understood is not said of the one before it.
        var isSkipping = true
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let word = words.first, let rest = words.dropFirst().first else { continue }
            if word == "pair" {
                guard found.count < limit else { break }
                let places = rest.split(separator: " ").compactMap { location(String($0)) }
                isSkipping = places.count != 2
                if !isSkipping { found.append(PairChoices(places[0], places[1], [:])) }
            } else if !isSkipping, rest.count <= lengthLimit, let last = found.indices.last,
                found[last].values.count < choiceLimit
            {
                found[last].values[word] = rest
            }
        }
        return found
    }

    /// Puts it first, in place of what was known of the two, and drops what is too old. Throws where the
    /// file cannot be written.
    package func add(to path: String) throws(SettingsError) {
        TextFile.makeDirectories(above: path)
        try ChangeLock.hold(path) { () throws(SettingsError) in
            let others = PairChoices.load(path).filter { !$0.isAbout(first, second) }
            try PairChoices.write([self] + others.prefix(PairChoices.limit - 1), to: path)
        }
    }

    /// Forgets what was chosen for places of this account; nothing where there is none.
    package static func forget(_ site: Site, from path: String) throws(SettingsError) {
        try ChangeLock.hold(path) { () throws(SettingsError) in
            let all = load(path)
            let kept = all.filter { pair in
                ![pair.first, pair.second].contains { $0.site.isSameAccount(as: site) }
            }
            if kept.count < all.count { try write(kept, to: path) }
        }
    }

    private static func write(_ pairs: [PairChoices], to path: String) throws(SettingsError) {
        try TextFile.write(pairs.map(\.text).joined(), to: path)
    }

    private var text: String {
        let urls = [first, second].map { NamedSite(name: "", site: $0.site, path: $0.path).url }
        let lines = values.sorted { $0.key < $1.key }.compactMap { key, value -> String? in
            guard !value.isEmpty, value.count <= PairChoices.lengthLimit,
                !value.contains(where: \.isNewline)
            else { return nil }
            return "\(key) \(value)\n"
        }
        return "pair \(urls.joined(separator: " "))\n" + lines.joined()
    }

    private static func location(_ url: String) -> Location? {
        guard let target = try? SiteURL.parse(url).target, let path = target.path else {
            return nil
        }
        return Location(site: target.site, path: path)
    }
}
