import Disk
import Files
import Glibc
import Words

/// Brings into order what a share did not come to the end with: it crashed, or the power failed.
enum OverwriteRecovery {
    /// Sentences of what could not be mended, and stays for the next time.
    static func recover(_ folder: SharedFolder) -> [String] {
        do throws(DiskError) {
            let records = try folder.root.names().filter(HiddenName.isRecord)
            return records.compactMap { failure(of: $0, in: folder) }
        } catch {
            return [tr("\(folder.name) cannot be searched (\(error.words)).")]
        }
    }

    private static func failure(of name: Name, in folder: SharedFolder) -> String? {
        var step: Overwrite.Step?
        do throws(DiskError) {
            guard let record = try OverwriteRecord(name, in: folder.root) else { return nil }
            if let overwrite = try record.overwrite() {
                step = overwrite.step
                try finish(overwrite, in: folder)
            }
            record.remove()
            return nil
        } catch {
            if step == .done {
                return tr(
                    "The replaced directory recorded in \(name.text) could not be deleted whole "
                        + "(\(error.words)).")
            }
            return tr(
                "The interrupted replacement recorded in \(name.text) could not be repaired "
                    + "(\(error.words)).")
        }
    }

    private static func finish(
        _ overwrite: Overwrite, in folder: SharedFolder
    ) throws(DiskError) {
        guard let target = try directory(overwrite.target.parent, in: folder) else { return }
        let source = try directory(overwrite.source.parent, in: folder)
        if case .replaced(let failure?) = try overwrite.finish(source ?? target, target) {
            throw failure
        }
    }

    /// Nil where it is gone, and with it what was in it.
    private static func directory(
        _ path: Path, in folder: SharedFolder
    ) throws(DiskError) -> DirectoryHandle? {
        var current = folder.root
        for component in path.components {
            do throws(DiskError) {
                current = try current.directory(component)
            } catch {
                guard [ENOENT, ENOTDIR, ELOOP].contains(error.code) else { throw error }
                return nil
            }
        }
        return current
    }
}
