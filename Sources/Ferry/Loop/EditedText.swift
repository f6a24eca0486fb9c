import Disk
import Files
import Glibc
import UI
import Words

extension OutsideCommands {
    /// Bytes of an edited text; more are no list of names.
    private static let textLimit = 16 << 20

    /// Has the user's editor change a text, in a file of its own that nobody else can read.
    func edit(text: String) -> Result<String, EditFailure> {
        do {
            let directory = try ScratchDirectory(named: "ferry-names")
            defer { directory.remove() }
            let file = Path(directory.path + "/names.txt")
            try WholeFile.make(Array(text.utf8), at: file, mode: 0o600)
            if let trouble = edit(Location(site: .local, path: file)) {
                return .failure(EditFailure("\(trouble) " + tr("Nothing was renamed.")))
            }
            guard let edited = String(validating: try bytes(of: file), as: UTF8.self) else {
                return .failure(
                    EditFailure(tr("The text is no longer valid UTF-8; nothing was renamed.")))
            }
            return .success(edited)
        } catch let failure as Failure {
            return .failure(
                EditFailure(failure.words + " " + tr("Nothing was renamed.")))
        } catch let error as DiskError {
            return .failure(
                EditFailure(
                    tr(
                        "The file with the names cannot be used (\(error.words)); nothing was renamed."
                    )))
        } catch {
            return .failure(EditFailure(tr("The names cannot be edited (\(error)).")))
        }
    }

    /// All bytes of a file, however the editor has written it. Throws EFBIG where they are too many.
    private func bytes(of file: Path) throws(DiskError) -> [UInt8] {
        guard let name = file.name else { throw DiskError(.open, ENOENT) }
        let descriptor = try DirectoryHandle(at: file.parent).open(name, O_RDONLY)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var bytes: [UInt8] = []
        while true {
            var count = 0
            var failure: DiskError?
            buffer.withUnsafeMutableBytes { block in
                do throws(DiskError) {
                    count = try descriptor.read(into: block, at: Int64(bytes.count))
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            if count == 0 { return bytes }
            guard bytes.count + count <= OutsideCommands.textLimit else {
                throw DiskError(.read, EFBIG)
            }
            bytes += buffer[..<count]
        }
    }
}
