import Files

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
            let found = try use(place.site, keeps: true) { files in
                try GlobWalk(files, on: place.site).found(place, glob)
            }
            guard !found.isEmpty else {
                throw Failure([
                    "Nothing matches '\(place.text)'. If the name contains * ? or [, write them as %2A "
                        + "%3F or %5B in a URL."
                ])
            }
            expanded += found
        }
        return expanded
    }

    /// The same of a target, which can only be one place.
    func expanded(target: Place) throws -> Place {
        let found = try expanded([target])
        guard found.count == 1, let only = found.first else {
            throw Failure.usage(
                "'\(target.text)' matches \(found.count) names; the target must be one.")
        }
        return only
    }

    /// The same for a command that changes what is there: how much that is, is said first.
    func expandedAndCounted(_ places: [Place]) throws -> [Place] {
        let expanded = try expanded(places)
        let count = expanded.count { $0.entry != nil }
        if places.contains(where: { $0.glob != nil }) {
            let names = count == 1 ? "1 name" : "\(count) names"
            let patterns = places.filter { $0.glob != nil }.map { "'\($0.text)'" }
            StandardError.say("ferry: \(patterns.joined(separator: ", ")): \(names) matched.")
        }
        return expanded
    }
}
