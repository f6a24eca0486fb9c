import Disk
package import Files
import Glibc
import UI
import Words

/// The directory that all edits of this user are in, whichever process works on them.
package struct EditStore: Sendable {
    /// Edits at once.
    static let limit = 50

    /// `$XDG_STATE_HOME/ferry/edits`.
    let path: Path

    /// At that place; nothing is made there before there is an edit.
    package init(at path: Path) {
        self.path = path
    }

    private var disk: EditDisk { EditDisk(file: tr("a file"), directory: path) }

    /// Makes the directory of a new edit.
    func make(_ token: String) throws(FileSystemError) -> EditDirectory {
        var made = Path.root
        for component in path.components {
            made = made.appending(component)
            // What is there already is found out below.
            _ = made.bytes.withCString { mkdir($0, 0o700) }
        }
        let parent = try disk.run { () throws(DiskError) in try DirectoryHandle(at: path) }
        let names = try disk.run { () throws(DiskError) in try parent.names() }
        guard names.count(where: { !$0.isHidden }) < EditStore.limit else {
            throw FileSystemError(
                .full,
                detail: tr(
                    "\(EditStore.limit) files are being edited already; finish or discard one "
                        + "first."))
        }
        return try disk.run { () throws(DiskError) in
            try EditDirectory.make(token, in: parent, at: path)
        }
    }

    /// What processes left that are gone, each locked from now on, and sentences about what cannot be
    /// read. What nobody needs any more is removed.
    func adoptLeftovers() -> (transfers: [EditTransfer], troubles: [String]) {
        var found: [EditTransfer] = []
        var troubles: [String] = []
        // Without the directory there was never an edit.
        guard let parent = try? DirectoryHandle(at: path), let names = try? parent.names() else {
            return ([], [])
        }
        // One that cannot be removed harms nobody, and is tried again at the next start.
        for name in names where name.isHidden {
            try? EditDirectory.removeUnfinished(name, in: parent)
        }
        for name in names.sorted() where !name.isHidden {
            do throws(DiskError) {
                guard let directory = try EditDirectory.adopt(name, in: parent, at: path) else {
                    continue
                }
                guard try directory.has(.record) else {
                    // It was being fetched, or removed.
                    try directory.discard()
                    continue
                }
                guard let record = try directory.readRecord() else {
                    troubles.append(
                        tr(
                            "The record of an edit in \(directory.path.text) cannot be read; the copy "
                                + "is kept there."))
                    continue
                }
                let transfer = EditTransfer(directory, record)
                // What an editor that was killed has left may be all that there is of some changes.
                if try transfer.isOver(countingOthers: true) {
                    try directory.discard()
                } else {
                    found.append(transfer)
                }
            } catch {
                guard error.code != ENOENT, error.code != ENOTDIR else { continue }
                troubles.append(
                    tr("The edit in \(path.appending(name).text) cannot be read (\(error.words))."))
            }
        }
        return (found, troubles)
    }
}

extension [UInt8] {
    fileprivate func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        let characters = map { CChar(bitPattern: $0) } + [0]
        return characters.withUnsafeBufferPointer { buffer in
            // It has one element at least.
            buffer.baseAddress.map(body) ?? body("")
        }
    }
}
