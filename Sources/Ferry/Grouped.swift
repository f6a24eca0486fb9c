import Files
import Words

/// Several places, one connection for each site.
enum Grouped {
    /// Runs `body` for each place; every failure is collected, and thrown at the end.
    static func bySite(
        _ places: [Place], _ session: HeadlessSession,
        _ body: (Place, any FileSystem) throws(FileSystemError) -> Void
    ) throws {
        let failures = try failures(places, session, body)
        if !failures.isEmpty { throw Failure(failures) }
    }

    /// The same for what goes on with the others: why some of them failed.
    static func failures(
        _ places: [Place], _ session: HeadlessSession,
        _ body: (Place, any FileSystem) throws(FileSystemError) -> Void
    ) throws -> [String] {
        var sites: [Site] = []
        for place in places where !sites.contains(place.site) { sites.append(place.site) }
        var failures: [String] = []
        for site in sites {
            var waiting = places.filter { $0.site == site }[...]
            // How often in a row the connection failed.
            var losses = 0
            try session.use(site) { files in
                while let place = waiting.first {
                    do throws(FileSystemError) {
                        try body(place, files)
                        losses = 0
                    } catch {
                        // The user may be asked, and then it goes on with the same place.
                        if error.question != nil { throw error }
                        failures.append(error.message)
                        losses = error.endsConnection ? losses + 1 : 0
                    }
                    waiting.removeFirst()
                    // What the others would wait for has been waited for twice.
                    guard losses > 1, !waiting.isEmpty else { continue }
                    failures += waiting.map { Grouped.left($0) }
                    waiting = []
                }
            }
        }
        return failures
    }

    private static func left(_ place: Place) -> String {
        tr(
            "\(place.site.text)\(place.path?.text(on: place.site) ?? "") was skipped, because the "
                + "connection failed twice.")
    }
}
