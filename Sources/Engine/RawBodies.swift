import Files
import Glibc
import HTTP

/// The bodies of one exchange, in files without a name, so that nothing is left of them. Belongs to
/// one worker.
final class RawBodies {
    private var descriptors: [CInt] = []

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    /// Begins a body; its number.
    func begin() throws(FileSystemError) -> Int {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let name = "\(folder)/ferry-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RawBodies.failure("The body was not kept", errno) }
        unlink(name)
        descriptors.append(descriptor)
        return descriptors.count - 1
    }

    /// Adds to the body begun last.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        guard let descriptor = descriptors.last else { return }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw RawBodies.failure("The body was not kept", errno) }
            done += count
        }
    }

    /// Copies a body to a new file; never over one that is there.
    func save(_ number: Int, to path: Path) throws(FileSystemError) {
        guard descriptors.indices.contains(number), let name = path.name else {
            throw FileSystemError(.notFound, path: path, detail: "The body is no longer there.")
        }
        let kept = try KeptBody(named: name, in: path.parent, isNumbered: false)
        do throws(FileSystemError) {
            try copy(descriptors[number], to: kept)
            try kept.finish()
        } catch {
            kept.discard()
            throw error
        }
    }

    private func copy(_ descriptor: CInt, to kept: KeptBody) throws(FileSystemError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw RawBodies.failure("The body was not read", errno) }
            if count == 0 { return }
            try kept.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }

    private static func failure(_ what: String, _ code: CInt) -> FileSystemError {
        FileSystemError(
            code == ENOSPC ? .full : .other,
            detail: "\(what): \(String(cString: strerror(code))).")
    }
}
