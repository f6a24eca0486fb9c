import Disk
import Files
import Glibc

/// The `StageLog`s beside a store, in a directory of their own. Each is called `TOKEN-N` after its run's
/// first part. The `.ferry-` is left out, so that nobody who looks for unfinished files finds it.
struct StageLogs: Sendable {
    private let parent: Path
    private let name: Name

    /// Of the store at that path; nil where another machine keeps the files: what it has taken may be
    /// refused later, with nobody to hear of it.
    init?(ofStore path: String) {
        let place = Path(path + ".stages")
        guard let name = place.name, !RemoteFileSystem.holds(path) else { return nil }
        self.name = name
        parent = place.parent
    }

    /// A new one, for a run that gives its parts the numbers from this one's on.
    func log(from first: PartID) -> StageLog { StageLog(from: first, in: self) }

    /// What earlier runs of an owner have written. What cannot be read stays where it is, and the files
    /// are looked at instead.
    func records(of token: String) -> [StageLog.Record] {
        guard let directory = try? open() else { return [] }
        return ids(in: directory).filter { $0.token == token }.compactMap { record($0, directory) }
    }

    /// Removes those of owners whose words are not among the `known`. These are asked for after it is
    /// clear which logs there are: an owner becomes known before it makes one.
    func removeUnknown<Refusal: Error>(
        known: () throws(Refusal) -> [String]
    ) throws(Refusal) {
        guard let directory = try? open() else { return }
        let ids = ids(in: directory)
        guard !ids.isEmpty else { return }
        let words = Set(try known())
        remove(ids.filter { !words.contains($0.token) }, directory)
    }

    /// Removes the logs of runs. What cannot be removed now is found again the next time.
    func remove(_ ids: [PartID]) {
        guard !ids.isEmpty, let directory = try? open() else { return }
        remove(ids, directory)
    }

    /// Removes all logs of an owner.
    func remove(of token: String) {
        guard let directory = try? open() else { return }
        remove(ids(in: directory).filter { $0.token == token }, directory)
    }

    private func remove(_ ids: [PartID], _ directory: DirectoryHandle) {
        for id in ids where isLog(id, directory) {
            try? directory.removeFile(StageLogs.name(ofLogFrom: id))
        }
    }

    /// Makes the directory where it is missing. One that is a link is not the store's.
    func make() throws(DiskError) -> DirectoryHandle {
        let parent = try DirectoryHandle(at: parent)
        do throws(DiskError) {
            try parent.makeDirectory(name, mode: 0o700)
        } catch {
            guard error.code == EEXIST else { throw error }
        }
        return try parent.directory(name)
    }

    private func open() throws(DiskError) -> DirectoryHandle {
        try DirectoryHandle(at: parent).directory(name)
    }

    static func name(ofLogFrom first: PartID) -> Name {
        Name(component: Array(first.name.bytes.dropFirst(PartID.start.count)))
    }

    private func ids(in directory: DirectoryHandle) -> [PartID] {
        ((try? directory.names()) ?? []).compactMap { name in
            PartID(Name(component: PartID.start + name.bytes)).flatMap {
                StageLogs.name(ofLogFrom: $0) == name ? $0 : nil
            }
        }
    }

    private func record(_ id: PartID, _ directory: DirectoryHandle) -> StageLog.Record? {
        bytes(of: id, upTo: StageLog.lengthLimit, directory).flatMap {
            StageLog.Record($0, of: id)
        }
    }

    /// False for what only has the name of one. A run that was killed may have written half a header.
    private func isLog(_ id: PartID, _ directory: DirectoryHandle) -> Bool {
        let header = StageLog.header(of: id)
        return bytes(of: id, upTo: header.count, directory).map { header.starts(with: $0) } ?? false
    }

    private func bytes(
        of id: PartID, upTo limit: Int, _ directory: DirectoryHandle
    ) -> [UInt8]? {
        try? directory.openFile(StageLogs.name(ofLogFrom: id), O_RDONLY).bytes(upTo: limit)
    }
}
