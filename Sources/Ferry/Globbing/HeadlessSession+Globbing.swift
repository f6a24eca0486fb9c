import Files
import Words

extension HeadlessSession {
    /// Places by their whole paths, with what patterns among them fit in their place. Throws where a pattern fits
    /// nothing.
    func expanded(_ places: [Place]) throws -> [Place] {
        var expanded: [Place] = []
        for place in places {
            guard let glob = place.glob else {
                expanded.append(try resolved(place))
                continue
            }
            let (found, gaps) = try use(place.site, keeps: true) { files in
                var walk = GlobWalk(files, on: place.site)
                return (try walk.found(place, glob), walk.gaps)
            }
            for gap in gaps {
                StandardError.say(
                    Failure.prefix
                        + tr(
                            "The listing of \(gap.text(on: place.site)) is incomplete, so the pattern may "
                                + "miss names."))
            }
            guard !found.isEmpty else {
                throw Failure([
                    tr(
                        "Nothing matches '\(place.text)'. If the name contains * ? or [, write them as %2A "
                            + "%3F or %5B in a URL.")
                ])
            }
            expanded += found
        }
        var seen: Set<Location> = []
        return expanded.filter { place in
            guard place.entry != nil, let path = place.path else { return true }
            return seen.insert(Location(site: place.site, path: path)).inserted
        }
    }

    /// The same of a target, which can only be one directory: no pattern names a file to be replaced. `names` are those
    /// of what goes there: a target that ends in one of them is written as it is meant.
    func expanded(target: Place, names: [Name] = []) throws -> Place {
        if let last = target.glob?.components.last?.literal,
            target.glob?.isPatternAtEndOnly == true,
            names.contains(where: { $0.bytes == last })
        {
            return try resolved(target)
        }
        let found = try expanded([target])
        guard found.contains(where: { $0.entry != nil }) else { return found.first ?? target }
        let directories = found.filter { $0.entry?.kind == .directory }
        guard directories.count == 1, let only = directories.first else {
            let count = directories.count
            throw Failure.usage(
                directories.isEmpty
                    ? tr(
                        "'\(target.text)' matches no directory; as a target it must match exactly one."
                    )
                    : tr(
                        "'\(target.text)' matches \(count) directories; as a target it must match "
                            + "exactly one."))
        }
        return only
    }

    /// The same for a command that changes what is there: how much that is, is said first.
    func expandedAndCounted(_ places: [Place]) throws -> [Place] {
        let expanded = try expanded(places)
        let count = expanded.count { $0.entry != nil }
        if count > 0 {
            let patterns = places.filter { $0.glob != nil }.map { "'\($0.text)'" }
                .joined(separator: ", ")
            StandardError.say(
                Failure.prefix
                    + tr(
                        count, one: "\(patterns): \(count) name matched.",
                        other: "\(patterns): \(count) names matched."))
        }
        return expanded
    }
}
