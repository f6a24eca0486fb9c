package import Files
import Glibc

/// Keeps what is deleted on a server: in `.ferry-trash/DATE/` below the login directory, by giving it
/// another name there. Nothing is copied, and nothing is replaced.
package struct ServerTrash {
    private static let directory = Path(".ferry-trash")
    /// Names that are tried for one that is taken.
    private static let attempts = 1_000

    private let files: any FileSystem
    private let now: () -> Int64
    /// The day's directory, once it is known to be there.
    private var place: Path?

    /// `now`: seconds since the epoch.
    package init(_ files: any FileSystem, now: @escaping () -> Int64 = { Int64(time(nil)) }) {
        self.files = files
        self.now = now
    }

    /// Moves something there; where it is then. What cannot be moved stays as it is.
    package mutating func put(_ path: Path) throws(FileSystemError) -> Path {
        guard let name = path.name else {
            throw FileSystemError(
                .denied, path: path, detail: "The root directory cannot be moved to the trash.")
        }
        let trash = try files.home().appending(ServerTrash.directory)
        if path.isInside(trash) || trash.isInside(path) {
            throw FileSystemError(
                .denied, path: path,
                detail: "\(path.text) is or contains the trash; delete it permanently instead.")
        }
        let place: Path
        if let known = self.place {
            place = known
        } else {
            place = try makePlace(in: trash)
            self.place = place
        }
        let target = place.appending(try freeName(name, in: place))
        try files.rename(path, to: target)
        return target
    }

    private func makePlace(in trash: Path) throws(FileSystemError) -> Path {
        let day = CivilTime(secondsSinceEpoch: now())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = Path("\(day.year)-\(two(day.month))-\(two(day.day))")
        let place = trash.appending(date)
        for directory in [trash, place] {
            do throws(FileSystemError) {
                // Others on the server have no business with what was deleted.
                try files.makeDirectory(directory, mode: 0o700, root: nil)
            } catch {
                guard !error.endsConnection, try files.entry(at: directory)?.kind == .directory
                else { throw ServerTrash.none(directory, error) }
            }
        }
        return place
    }

    private static func none(_ directory: Path, _ error: FileSystemError) -> FileSystemError {
        FileSystemError(
            error.kind, path: directory, reply: error.reply,
            detail: "\(directory.text) could not be created for the trash, so nothing was moved. "
                + error.detail)
    }

    private func freeName(_ name: Name, in place: Path) throws(FileSystemError) -> Name {
        for number in 1...ServerTrash.attempts {
            let suffix = number == 1 ? "" : ".\(number)"
            guard let free = Name(name.bytes + Array(suffix.utf8)) else { continue }
            if try files.entry(at: place.appending(free)) == nil { return free }
        }
        throw FileSystemError(
            .exists, path: place,
            detail: "\(place.text) holds too many files of that name; empty it first.")
    }
}

extension Path {
    fileprivate func appending(_ other: Path) -> Path {
        Path(components: components + other.components)
    }
}
