import Files
import Jobs
import Transfers
import Words

/// The directory in which a mirror keeps what it takes away: made as far as it is needed, and for nobody
/// else to look into.
final class AsideDirectory {
    private let directory: Path
    private let files: any FileSystem
    private let note: (UndoStep?) -> Void
    private var made: Set<Path> = []

    init(_ directory: Path, on files: any FileSystem, note: @escaping (UndoStep?) -> Void) {
        self.directory = directory
        self.files = files
        self.note = note
    }

    /// Gives something the path of these names below it.
    func put(_ path: Path, as names: [Name]) throws(FileSystemError) {
        let place = Path(components: directory.components + names)
        do throws(FileSystemError) {
            try make(place.parent)
            note(UndoStep(place, .renamed(from: path)))
            try files.rename(path, to: place)
        } catch {
            if error.endsConnection || error.question != nil { throw error }
            let failure = tr(
                "\(path.text) could not be moved to \(place.parent.text), so it was kept.")
            throw FileSystemError(
                error.kind, path: path, reply: error.reply, detail: "\(failure) \(error.detail)")
        }
    }

    private func make(_ directory: Path) throws(FileSystemError) {
        guard !made.contains(directory) else { return }
        try PrivateDirectories(files) { self.note(UndoStep($0, .madeDirectory)) }.make(directory)
        made.insert(directory)
    }
}
