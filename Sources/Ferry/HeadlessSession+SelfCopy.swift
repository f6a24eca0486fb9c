import Engine
import Files
import Jobs
import Words

// Refuses copies that would write over their own source, into it, or over one another.
extension HeadlessSession {
    /// What the words alone tell of sources and, last, the target; throws wrong usage.
    static func checkWords(of places: [Place]) throws {
        guard let target = places.last, let end = target.path else { return }
        for place in places.dropLast() where place.path == end {
            guard place.site.holdsSameFiles(as: target.site) else { continue }
            throw Failure.usage(
                tr(
                    "'\(place.site.text)\(end.text(on: place.site))' and "
                        + "'\(target.site.text)\(end.text(on: target.site))' are the same; nothing was "
                        + "copied."))
        }
    }

    /// Throws wrong usage for requests whose places are the same, or in one another.
    func checkCopies(_ requests: [JobRequest]) throws {
        try refusing { try SelfCopyCheck(self).check(requests) }
    }

    /// Throws wrong usage where one of two directories is in the other, or is it.
    func checkApart(_ one: Location, _ other: Location) throws {
        try refusing { try SelfCopyCheck(self).checkApart(one, other) }
    }

    private func refusing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let refusal as SelfCopyCheck.Refusal {
            throw Failure.usage(refusal.sentence)
        }
    }
}
