import Disk
import Files
import Glibc
import Words

/// The place where something is to be, which need not be there yet.
enum NewPlace {
    /// The open folder that is to hold `path`, and the name there; 409 where there is no such folder
    /// (RFC 4918, section 9.7.1).
    static func find(
        _ path: Path, in folder: SharedFolder
    ) throws(Refusal) -> (DirectoryHandle, Name) {
        if let name = path.name { try folder.check(name) }
        guard !folder.isMacFile(path) else {
            throw Refusal(.forbidden, tr("This share keeps no files of macOS on its disk."))
        }
        do throws(Refusal) {
            return try folder.parent(of: path)
        } catch {
            guard error.status == .notFound else { throw error }
            throw missing
        }
    }

    /// For what has no directory to be in.
    static let missing = Refusal(
        .conflict, tr("There is no directory to put it in; create that first."))

    /// Nil where nothing is there yet.
    static func status(_ path: Path, in folder: SharedFolder) throws(Refusal) -> FileStatus? {
        do throws(Refusal) {
            return try folder.status(of: path)
        } catch {
            guard error.status == .notFound else { throw error }
            return nil
        }
    }

    /// Brings the names in these folders to the disk. What was to be done is done then, but may be
    /// undone by a power failure where this throws.
    static func sync(_ directories: DirectoryHandle...) throws(Refusal) {
        for answer in Durability.sync(names: directories) {
            if case .failure(let error) = answer {
                throw Refusal(
                    .serverError,
                    tr("The share's disk cannot store that reliably (\(error.words))."))
            }
        }
    }
}
