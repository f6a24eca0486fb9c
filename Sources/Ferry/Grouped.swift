import Files

/// Several places, one connection for each site.
enum Grouped {
    /// Runs `body` for each place; every failure is collected, and thrown at the end.
    static func bySite(
        _ places: [Place], _ session: HeadlessSession,
        _ body: (Place, any FileSystem) throws(FileSystemError) -> Void
    ) throws {
        var sites: [Site] = []
        for place in places where !sites.contains(place.site) { sites.append(place.site) }
        var failures: [String] = []
        for site in sites {
            try session.use(site) { (files) throws(FileSystemError) in
                for place in places where place.site == site {
                    do throws(FileSystemError) {
                        try body(place, files)
                    } catch {
                        failures.append(error.message)
                    }
                }
            }
        }
        if !failures.isEmpty { throw Failure(failures) }
    }
}
