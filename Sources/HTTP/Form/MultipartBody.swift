package import Files
import Glibc
import Web
import Words

/// The body of a form, made piece by piece as the connection asks for it: of a file no more is in
/// memory than the piece at hand. Belongs to one worker.
package final class MultipartBody {
    private enum Piece {
        case bytes([UInt8])
        /// A file, and the size that it had when the form was made; nil where it has none.
        case file(Path, size: UInt64?)
    }

    /// A file being sent.
    private struct Reading {
        let descriptor: CInt
        let path: Path
        let size: UInt64?
        var done: UInt64 = 0
    }

    /// The bytes between the parts.
    package let form: MultipartForm
    /// Bytes of the whole; nil where a file cannot say its size, such as a pipe.
    package let length: UInt64?
    /// Bytes given so far.
    package private(set) var sent: UInt64 = 0

    private let pieces: [Piece]
    private var next = 0
    /// Bytes of the piece at hand that were given.
    private var offset = 0
    private var reading: Reading?

    /// Looks at the files, and opens none of them for longer. A file that cannot be read, or is a
    /// directory, is refused here, before anything is sent.
    package init(_ parts: [FormPart], form given: MultipartForm? = nil) throws(FileSystemError) {
        let form = given ?? MultipartForm(apartFrom: parts.flatMap(MultipartBody.texts))
        var pieces: [Piece] = []
        var length: UInt64? = 0
        func add(_ bytes: [UInt8]) {
            pieces.append(.bytes(bytes))
            length = length.map { $0 &+ UInt64(bytes.count) }
        }
        for part in parts {
            switch part {
            case .text(let name, let value):
                add(form.field(name, value))
            case .file(let field, let path):
                let size = try MultipartBody.size(of: path)
                add(
                    form.fileHead(
                        field: field, fileName: path.name?.bytes ?? [],
                        type: path.name.map { MediaType(fileNamed: $0) } ?? .bytes))
                pieces.append(.file(path, size: size))
                length = size.flatMap { size in length.map { $0 &+ size } }
                add(MultipartForm.partEnd)
            }
        }
        add(form.end)
        self.form = form
        self.pieces = pieces
        self.length = length
    }

    deinit {
        endReading()
    }

    private static func texts(_ part: FormPart) -> [[UInt8]] {
        switch part {
        case .text(let name, let value): [name, value]
        case .file(let field, let path): [field, path.name?.bytes ?? []]
        }
    }

    /// Whether all of it can be read once more; not so what comes from a pipe.
    package var isRepeatable: Bool { length != nil }

    /// The next bytes, as many as there is room for; 0 at the end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(FileSystemError) -> Int {
        var filled = 0
        while filled < buffer.count, next < pieces.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch pieces[next] {
            case .bytes(let bytes):
                let count = min(room.count, bytes.count - offset)
                room.copyBytes(from: bytes[offset..<(offset + count)])
                offset += count
                filled += count
                if offset == bytes.count { advance() }
            case .file(let path, let size):
                let count = try readFile(path, size, into: room)
                if count == 0 { advance() }
                filled += count
            }
        }
        sent &+= UInt64(filled)
        return filled
    }

    /// Begins anew, for a server that wants the form once more (a login, a redirect).
    package func rewind() {
        endReading()
        next = 0
        offset = 0
        sent = 0
    }

    private func advance() {
        next += 1
        offset = 0
    }

    // MARK: Files

    private func readFile(
        _ path: Path, _ size: UInt64?, into room: UnsafeMutableRawBufferPointer
    ) throws(FileSystemError) -> Int {
        if reading == nil {
            let descriptor = try MultipartBody.open(path)
            reading = Reading(descriptor: descriptor, path: path, size: size)
            if let size, try MultipartBody.size(of: path, descriptor) != size {
                throw MultipartBody.changed(path)
            }
        }
        guard var current = reading else { return 0 }
        let left = current.size.map { $0 - current.done }
        if left == 0 {
            // A byte more would be a longer file than was announced.
            var byte: UInt8 = 0
            if try MultipartBody.read(&byte, 1, current) > 0 { throw MultipartBody.changed(path) }
            endReading()
            return 0
        }
        let count = try MultipartBody.read(
            room.baseAddress, Int(min(UInt64(room.count), left ?? .max)), current)
        guard count > 0 else {
            if left != nil { throw MultipartBody.changed(path) }
            endReading()
            return 0
        }
        current.done += UInt64(count)
        reading = current
        return count
    }

    private func endReading() {
        if let reading { close(reading.descriptor) }
        reading = nil
    }

    private static func read(
        _ target: UnsafeMutableRawPointer?, _ count: Int, _ reading: Reading
    ) throws(FileSystemError) -> Int {
        while true {
            let got = Glibc.read(reading.descriptor, target, count)
            if got >= 0 { return got }
            if errno != EINTR { throw failure(reading.path, errno) }
        }
    }

    private static func open(_ path: Path) throws(FileSystemError) -> CInt {
        let bytes = (path.bytes + [0]).map { CChar(bitPattern: $0) }
        let descriptor = Glibc.open(bytes, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        return descriptor
    }

    /// Nil where it is no plain file, and its end only shows when it is there.
    private static func size(of path: Path) throws(FileSystemError) -> UInt64? {
        var status = stat()
        let bytes = (path.bytes + [0]).map { CChar(bitPattern: $0) }
        guard stat(bytes, &status) == 0 else { throw failure(path, errno) }
        guard access(bytes, R_OK) == 0 else { throw failure(path, errno) }
        return try size(path, status)
    }

    private static func size(
        of path: Path, _ descriptor: CInt
    ) throws(FileSystemError) -> UInt64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        return try size(path, status)
    }

    private static func size(_ path: Path, _ status: stat) throws(FileSystemError) -> UInt64? {
        switch status.st_mode & S_IFMT {
        case S_IFREG where !isMagic(path): return UInt64(max(0, status.st_size))
        case S_IFDIR:
            throw FileSystemError(
                .isDirectory, path: path,
                detail: tr("\(path) is a directory; a form only accepts files."))
        default: return nil
        }
    }

    /// Whether it is one of /proc, whose sizes mean nothing.
    private static func isMagic(_ path: Path) -> Bool {
        path.components.first?.bytes == Array("proc".utf8)
    }

    private static func failure(_ path: Path, _ code: CInt) -> FileSystemError {
        let kind: FileSystemError.Kind =
            switch code {
            case ENOENT, ENOTDIR: .notFound
            case EACCES, EPERM: .denied
            default: .other
            }
        return FileSystemError(
            kind, path: path,
            detail: tr(
                "\(path) cannot be read "
                    + "(\(systemReason(code)))."))
    }

    private static func changed(_ path: Path) -> FileSystemError {
        FileSystemError(
            .changed, path: path,
            detail: tr(
                "The size of \(path) changed while it was being sent, so the upload was "
                    + "cancelled; retry when nothing writes to it."))
    }
}
