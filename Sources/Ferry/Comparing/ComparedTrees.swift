import Engine
import Files
import Sync

/// The two directories that a command compares, once both are known to be there.
struct ComparedTrees {
    let places: Pair<Location>
    /// Whether both sides know permissions, and keep those that they are given.
    let knowModes: Bool

    init(_ named: [Place], _ session: HeadlessSession) throws {
        guard let first = named.first, let second = named.last else {
            throw Failure.usage("Name two directories.")
        }
        let one = try ComparedTrees.look(at: first, session)
        let two = try ComparedTrees.look(at: second, session)
        places = Pair(one.location, two.location)
        knowModes = one.knowsModes && two.knowsModes
    }

    private static func look(
        at place: Place, _ session: HeadlessSession
    ) throws -> (location: Location, knowsModes: Bool) {
        if let refusal = session.session.refusal(of: place.site) {
            throw Failure.usage(refusal.message)
        }
        let place = try session.resolved(place)
        return try session.use(place.site, keeps: true) { files in
            let found = try FoundPlace(try session.path(of: place, on: files), on: files)
            guard try found.isDirectory(on: files) else {
                throw Failure.usage(
                    "\(Location(site: place.site, path: found.path).text) is not a directory.")
            }
            return (
                Location(site: place.site, path: found.path),
                (files as? any SettingModes)?.setsModes ?? false
            )
        }
    }
}
