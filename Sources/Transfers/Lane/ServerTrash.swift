package import Files
import Glibc
import Words

/// Keeps what is deleted on a server: in a directory of its own in `.ferry-trash/DATE/` below the login
/// directory, by giving it another name there. Nothing is copied, and nothing is replaced: many a server
/// would, where two had one name there.
package struct ServerTrash {
    private static let directory = Path(".ferry-trash")

    /// What this one has made, and the names that it has put there.
    private struct Place {
        let path: Path
        var names: Set<String> = []
    }

    private let files: any FileSystem
    private let now: () -> Int64
    private var place: Place?

    /// `now`: seconds since the epoch.
    package init(_ files: any FileSystem, now: @escaping () -> Int64 = { Int64(time(nil)) }) {
        self.files = files
        self.now = now
    }

    /// Moves something there; where it is then. What cannot be moved stays as it is.
    package mutating func put(_ path: Path) throws(FileSystemError) -> Path {
        guard let name = path.name else {
            throw FileSystemError(
                .denied, path: path, detail: tr("The root directory cannot be moved to the trash."))
        }
        let trash = try files.home().appending(ServerTrash.directory)
        if path.isInside(trash) || trash.isInside(path) {
            throw FileSystemError(
                .denied, path: path,
                detail: tr("\(path.text) is or contains the trash; delete it permanently instead."))
        }
        var place: Place
        if let known = self.place {
            place = known
        } else {
            place = Place(path: try makePlace(in: trash))
        }
        let target = place.path.appending(try ServerTrash.take(name, in: &place))
        self.place = place
        try files.rename(path, to: target)
        return target
    }

    /// A directory that nobody else puts anything into.
    private func makePlace(in trash: Path) throws(FileSystemError) -> Path {
        let moment = CivilTime(secondsSinceEpoch: now())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = trash.appending(
            Path("\(moment.year)-\(two(moment.month))-\(two(moment.day))"))
        for directory in [trash, day] {
            do throws(FileSystemError) {
                // Others on the server have no business with what was deleted.
                try files.makeDirectory(directory, mode: 0o700, root: nil)
            } catch {
                guard !error.endsConnection, try files.entry(at: directory)?.kind == .directory
                else { throw ServerTrash.none(directory, error) }
            }
        }
        let place = day.appending(Path(String(UInt64.random(in: 0 ... .max), radix: 36)))
        do throws(FileSystemError) {
            try files.makeDirectory(place, mode: 0o700, root: nil)
        } catch {
            throw ServerTrash.none(place, error)
        }
        return place
    }

    private static func none(_ directory: Path, _ error: FileSystemError) -> FileSystemError {
        let failure = tr(
            "\(directory.text) could not be created for the trash, so nothing was moved.")
        return FileSystemError(
            error.kind, path: directory, reply: error.reply, detail: "\(failure) \(error.detail)")
    }

    /// A name that nothing has there, nor on a server to which large and small letters are the same.
    private static func take(
        _ name: Name, in place: inout Place
    ) throws(FileSystemError) -> Name {
        for number in 1...place.names.count + 1 {
            let suffix = number == 1 ? "" : ".\(number)"
            let bytes = name.bytes + Array(suffix.utf8)
            guard let free = Name(bytes) else { continue }
            let folded = String(decoding: bytes, as: UTF8.self).lowercased()
            if place.names.insert(folded).inserted { return free }
        }
        throw FileSystemError(
            .exists, path: place.path,
            detail: tr(
                "\(place.path.text) has no free name for \(name.text); delete it permanently."))
    }
}

extension Path {
    fileprivate func appending(_ other: Path) -> Path {
        Path(components: components + other.components)
    }
}
