import Disk
import Files
import Glibc
import HTTP
import Words

/// The bodies of one exchange, in files without a name, so that nothing is left of them. Belongs to
/// one worker.
final class RawBodies {
    private var bodies: [Descriptor] = []

    /// Begins a body; its number.
    func begin() throws(FileSystemError) -> Int {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let name = Name.random(".ferry-body-")
        do throws(DiskError) {
            let directory = try DirectoryHandle(at: Path(folder))
            if let file = NewFile.nameless(name, in: directory) {
                bodies.append(file.descriptor)
            } else {
                let file = try NewFile(named: name, in: directory)
                try file.discard()
                bodies.append(file.descriptor)
            }
        } catch {
            throw RawBodies.failure(error)
        }
        return bodies.count - 1
    }

    /// Adds to the body begun last.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        do throws(DiskError) {
            try bodies.last?.write(bytes)
        } catch {
            throw RawBodies.failure(error)
        }
    }

    /// Copies a body to a new file; never over one that is there.
    func save(_ number: Int, to path: Path) throws(FileSystemError) {
        guard bodies.indices.contains(number), let name = path.name else {
            throw FileSystemError(
                .notFound, path: path, detail: tr("The body is no longer available."))
        }
        let kept = try BodyFile(named: name, in: path.parent, isNumbered: false)
        do throws(FileSystemError) {
            try copy(bodies[number], to: kept)
            try kept.finish()
        } catch {
            kept.discard()
            throw error
        }
    }

    private func copy(_ body: Descriptor, to kept: BodyFile) throws(FileSystemError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(body.number, buffer.baseAddress, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw RawBodies.failure(DiskError(.read, errno), isReading: true)
            }
            if count == 0 { return }
            try kept.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }

    private static func failure(_ error: DiskError, isReading: Bool = false) -> FileSystemError {
        FileSystemError(
            [ENOSPC, EDQUOT].contains(error.code) ? .full : .other,
            detail: isReading
                ? tr("The body could not be read (\(error.words)).")
                : tr("The body was not saved (\(error.words))."))
    }
}
