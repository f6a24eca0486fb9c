import Files

/// The directories that the panes have shown of late, newest first and each once.
struct VisitedPlaces: Sendable {
    /// As many are kept.
    static let limit = 200

    private(set) var locations: [Location] = []

    init() {}

    /// A pane shows this one now; false where it is the newest already.
    mutating func note(_ location: Location) -> Bool {
        guard locations.first != location else { return false }
        locations.removeAll { $0 == location }
        locations.insert(location, at: 0)
        if locations.count > VisitedPlaces.limit { locations.removeLast() }
        return true
    }

    /// What was kept from other times comes after what was seen since.
    mutating func take(_ kept: [Location]) {
        let own = Set(locations)
        locations = Array(
            (locations + kept.filter { !own.contains($0) }).prefix(VisitedPlaces.limit))
    }

    /// Forgets what is on this account.
    mutating func forget(_ site: Site) {
        locations.removeAll { $0.site.isSameAccount(as: site) }
    }
}
