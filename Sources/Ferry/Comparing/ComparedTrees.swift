import Engine
import Files
import Jobs
import Sync
import Words

/// The two directories that a command compares, once both are known to be there.
struct ComparedTrees {
    let places: Pair<Location>
    /// Whether the second is there.
    let hasSecond: Bool
    /// Whether both sides know permissions, and keep those that they are given.
    let knowModes: Bool

    /// `makesSecond`: the second may be a directory that is still to be made.
    init(_ named: [Place], _ session: HeadlessSession, makesSecond: Bool = false) throws {
        guard let first = named.first, let second = named.last else {
            throw Failure.usage(tr("Name two directories."))
        }
        let one = try ComparedTrees.look(at: first, session)
        let two = try ComparedTrees.look(at: second, session, mayBeMissing: makesSecond)
        places = Pair(one.location, two.location)
        knowModes = one.knowsModes && two.knowsModes
        hasSecond = two.isThere
    }

    private static func look(
        at place: Place, _ session: HeadlessSession, mayBeMissing: Bool = false
    ) throws -> (location: Location, knowsModes: Bool, isThere: Bool) {
        if let refusal = session.session.refusal(of: place.site) {
            throw Failure.usage(refusal.message)
        }
        let place = try session.resolved(place)
        return try session.use(place.site, keeps: true) { files in
            let path = try session.path(of: place, on: files)
            if mayBeMissing, try !path.isRoot && files.entry(at: path) == nil {
                guard try files.isDirectory(path.parent) else {
                    throw Failure.usage(
                        tr("\(Location(site: place.site, path: path.parent).text) does not exist."))
                }
                let setter = files as? any SettingModes
                return (Location(site: place.site, path: path), setter?.setsModes ?? false, false)
            }
            let found = try FoundPlace(path, on: files)
            guard try found.isDirectory(on: files) else {
                throw Failure.usage(
                    tr("\(Location(site: place.site, path: found.path).text) is not a directory."))
            }
            return (
                Location(site: place.site, path: found.path),
                (files as? any SettingModes)?.setsModes ?? false, true
            )
        }
    }
}
