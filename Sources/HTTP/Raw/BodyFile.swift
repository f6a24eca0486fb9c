import Disk
package import Files
import Glibc
import Words

/// A new file on this machine that takes a body, and has its name once all is written; never over
/// another, never through a link. Left unfinished it is gone.
package final class BodyFile {
    /// Names that are tried where the first ones are taken.
    private static let tries = 1_000

    /// Where it is, once it is finished; until then where it is to be.
    package private(set) var path: Path
    /// Bytes written.
    package private(set) var size: UInt64 = 0
    private let name: Name
    private let isNumbered: Bool
    /// Nil once it is finished or discarded.
    private var file: NewFile?

    /// Makes the file; where there is one of this name, it is numbered like `a (2).png`, or, unless
    /// it `isNumbered`, not made at all.
    package init(
        named name: Name, in directory: Path, isNumbered: Bool = true
    ) throws(FileSystemError) {
        self.name = name
        self.isNumbered = isNumbered
        path = directory.appending(name)
        do throws(DiskError) {
            let handle = try DirectoryHandle(at: directory)
            if !isNumbered, try handle.status(of: name) != nil { throw DiskError(.name, EEXIST) }
            file = try NewFile(named: .random(".ferry-new-"), in: handle, mode: 0o666)
        } catch {
            throw BodyFile.failure(error, .create, path)
        }
    }

    deinit {
        discard()
    }

    /// Appends to what was written; does nothing once it is finished or discarded.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        do throws(DiskError) {
            try file?.write(bytes)
        } catch {
            throw BodyFile.failure(error, .write, path)
        }
        size += UInt64(bytes.count)
    }

    /// All is written: brings it to the disk, and gives it its name.
    package func finish() throws(FileSystemError) {
        guard let file else { return }
        do throws(DiskError) {
            for answer in Durability.sync([file.descriptor]) { _ = try answer.get() }
            try giveName(file)
            self.file = nil
            for answer in Durability.sync(names: [file.directory]) { _ = try answer.get() }
        } catch {
            throw BodyFile.failure(error, .write, path)
        }
    }

    /// Takes it away again.
    package func discard() {
        try? file?.discard()
        file = nil
    }

    private func giveName(_ file: NewFile) throws(DiskError) {
        for number in 1...BodyFile.tries {
            guard let numbered = BodyFile.numbered(name, number) else {
                throw DiskError(.name, EINVAL)
            }
            do throws(DiskError) {
                try file.give(numbered, replacing: false)
                path = path.parent.appending(numbered)
                return
            } catch {
                guard error.code == EEXIST, isNumbered else { throw error }
            }
        }
        throw DiskError(.name, EEXIST)
    }

    private static func failure(
        _ error: DiskError, _ attempt: Attempt, _ path: Path
    ) -> FileSystemError {
        switch error.code {
        case EEXIST:
            FileSystemError(
                .exists, path: path, detail: tr("\(path) already exists; choose another name."))
        case ENOSPC, EDQUOT:
            FileSystemError(
                .full, path: path,
                detail: attempt.failure(path.text, error.words) + " "
                    + tr("Free some space and retry."))
        default:
            FileSystemError(
                .other, path: path, detail: attempt.failure(path.text, error.words))
        }
    }

    /// `a.png`, `a (2).png`, …
    private static func numbered(_ name: Name, _ number: Int) -> Name? {
        guard number > 1 else { return name }
        let dot = name.bytes.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? name.bytes.count
        return Name(name.bytes[..<dot] + Array(" (\(number))".utf8) + name.bytes[dot...])
    }
}
