import Disk
import Files
import Glibc

/// The `StageLog`s beside a store, each under the word of its owner.
struct StageLogs: Sendable {
    /// Bytes read of one: more than the parts of one run.
    private static let limit = Int(PartRegistry.numbersPerRun) + 64

    private let directory: Path

    /// Of the store at that path.
    init(ofStore path: String) {
        directory = Path(path + ".stages")
    }

    /// A new one; nil for a word that is no name.
    func log(_ token: String, numbers: Range<UInt64>) -> StageLog? {
        Name(token).map { StageLog($0, in: directory, numbers: numbers) }
    }

    /// What the owner's last run has written; nil where that is not known, and its files have to be
    /// looked at.
    func record(of token: String) -> StageLog.Record? {
        guard let name = Name(token), let directory = try? DirectoryHandle(at: directory),
            let file = try? directory.openFile(name, O_RDONLY),
            let bytes = try? file.bytes(upTo: StageLogs.limit)
        else { return nil }
        return StageLog.Record(bytes)
    }

    /// Removes those of owners that are not among the `known`. These are asked for after it is clear
    /// which logs there are: an owner becomes known before it makes one.
    func removeUnknown<Refusal: Error>(
        known: () throws(Refusal) -> [String]
    ) throws(Refusal) {
        guard let names = try? DirectoryHandle(at: directory).names(), !names.isEmpty else {
            return
        }
        remove(Set(names.map(\.text)).subtracting(try known()))
    }

    /// Removes the logs of owners. What cannot be removed is unknown the next time.
    func remove(_ tokens: Set<String>) {
        guard let directory = try? DirectoryHandle(at: directory) else { return }
        for name in tokens.compactMap({ Name($0) }) { try? directory.removeFile(name) }
    }
}
