import CLinux
import Files
import Glibc

/// Bytes to a descriptor, collected into large writes. Each write's result is looked at: what could
/// not be written is an error. What was appended is written only by `flush`.
struct Output {
    private static let capacity = 1 << 18

    let descriptor: CInt
    /// As it stands in a sentence: `stdout`, a file's name.
    let name: String
    /// Whether it was opened for this output alone.
    private var isOwn = false
    private var buffer: [UInt8] = []

    init(descriptor: CInt, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// A file that the user named, made or emptied; to be ended. A descriptor that the parent gave,
    /// as `/dev/stdout`, goes on where it stands.
    init(making file: ArgumentBytes) throws(OutputFailure) {
        if case .descriptor(let number)? = try? LocalTarget(following: file.absoluteBytes) {
            self.init(descriptor: number, name: file.text)
            return
        }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        let descriptor = ferry_openat(AT_FDCWD, file.cString, flags, 0o666)
        guard descriptor >= 0 else { throw OutputFailure(name: file.text, number: errno) }
        self.init(descriptor: descriptor, name: file.text)
        isOwn = true
    }

    /// A device or a pipe; to be ended.
    init(into node: Path) throws(OutputFailure) {
        let name = node.bytes.map { CChar(bitPattern: $0) } + [0]
        var descriptor: CInt
        repeat {
            descriptor = ferry_openat(AT_FDCWD, name, O_WRONLY | O_NOCTTY, 0)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw OutputFailure(name: node.text, number: errno) }
        self.init(descriptor: descriptor, name: node.text)
        isOwn = true
    }

    /// The data that was asked for.
    static var standard: Output { Output(descriptor: STDOUT_FILENO, name: "stdout") }

    mutating func append(_ bytes: some Collection<UInt8>) throws(OutputFailure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Output.capacity { try flush() }
    }

    mutating func append(line: String) throws(OutputFailure) {
        try append(line.utf8)
        try append(CollectionOfOne(0x0A))
    }

    mutating func flush() throws(OutputFailure) {
        defer { buffer.removeAll(keepingCapacity: true) }
        try write(buffer)
    }

    /// At once, past what was appended.
    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        if let number = Output.write(bytes, to: descriptor) { throw failure(number) }
    }

    /// At once, past what was appended.
    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFailure) {
        if let number = Output.write(bytes, to: descriptor) { throw failure(number) }
    }

    /// Some file systems tell only now that there is no room.
    func close() throws(OutputFailure) {
        guard Glibc.close(descriptor) != 0, errno != EBADF, errno != EINTR else { return }
        throw failure(errno)
    }

    /// Closes what was opened for this output alone, once it is on the disk where there is one.
    func end() throws(OutputFailure) {
        guard isOwn else { return }
        // Only disks can be synced; of pipes and terminals it is not asked.
        let number = fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno
        try close()
        if number != 0 { throw failure(number) }
    }

    private func failure(_ number: CInt) -> OutputFailure {
        OutputFailure(name: name, number: number)
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt? {
        bytes.withUnsafeBytes { write($0, to: descriptor) }
    }

    /// Nil where all was written, else errno.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt? {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count > 0 {
                done += count
            } else if count == 0 {
                return EIO
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
