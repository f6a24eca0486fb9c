import CArchive
import Files
import Glibc
import Words

/// An archive being made: header after header, each with its contents, into a buffer from which its
/// bytes are taken.
final class ArchiveWriter {
    /// What a header says of one entry.
    struct Header {
        enum Kind {
            /// With its size in bytes.
            case file(UInt64)
            case directory
            /// With what it says.
            case link([UInt8])
        }

        /// The path inside the archive, without a slash at its ends.
        var name: [UInt8]
        var kind: Kind
        var modified: Timestamp?
        /// 0…0o7777; nil for what is usual.
        var mode: UInt16?
    }

    /// Bytes that libarchive has given and nobody has taken yet.
    private final class Output {
        private var bytes: [UInt8] = []
        private var start = 0

        var isEmpty: Bool { start == bytes.count }

        func append(_ more: UnsafeRawBufferPointer) {
            bytes.append(contentsOf: more)
        }

        func take(into room: UnsafeMutableRawBufferPointer) -> Int {
            let count = min(room.count, bytes.count - start)
            bytes.withUnsafeBytes { bytes in
                room.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
            }
            start += count
            if start == bytes.count {
                bytes.removeAll(keepingCapacity: true)
                start = 0
            }
            return count
        }
    }

    private let path: Path
    private let output = Output()
    private let archive: OpaquePointer
    private let entry: OpaquePointer

    /// `path` is what the archive is to be, for messages.
    init(_ format: PackFormat, _ path: Path) throws(FileSystemError) {
        guard ferry_archive_writer_load() == 1 else { throw ArchiveError.noLibrary }
        self.path = path
        // The writer holds `output` for as long as libarchive may call.
        let archive = ferry_archive_writer(
            Unmanaged.passUnretained(output).toOpaque(),
            { _, context, bytes, count in
                guard let context else { return -1 }
                Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                    .append(UnsafeRawBufferPointer(start: bytes, count: count))
                return la_ssize_t(count)
            }, format == .zip ? 1 : 0, ArchiveWriter.filter(of: format))
        guard let archive else { throw ArchiveError.cannotMake(path, format) }
        guard let entry = ferry_archive_entry() else {
            ferry_archive_writer_free(archive)
            throw ArchiveError.noMemory
        }
        self.archive = archive
        self.entry = entry
    }

    deinit {
        ferry_archive_entry_free(entry)
        ferry_archive_writer_free(archive)
    }

    private static func filter(of format: PackFormat) -> ferry_archive_filter {
        switch format {
        case .zip, .tar: FERRY_ARCHIVE_PLAIN
        case .tarGzip: FERRY_ARCHIVE_GZIP
        case .tarBzip2: FERRY_ARCHIVE_BZIP2
        case .tarXz: FERRY_ARCHIVE_XZ
        case .tarZstd: FERRY_ARCHIVE_ZSTD
        }
    }

    /// Whether there are bytes to be taken.
    var hasBytes: Bool { !output.isEmpty }

    /// Takes as many bytes of the archive as there are and fit.
    func take(into room: UnsafeMutableRawBufferPointer) -> Int { output.take(into: room) }

    /// Begins an entry; the one before it has ended.
    func begin(_ header: Header) throws(FileSystemError) {
        let name = ArchiveWriter.text(header.name)
        let code: CInt
        switch header.kind {
        case .file(let size):
            guard let size = Int64(exactly: size) else { throw failure(tr("a size out of range")) }
            code = begin(header, name, 0o100000, header.mode ?? 0o644, nil, size)
        case .directory:
            code = begin(header, name, 0o040000, header.mode ?? 0o755, nil, 0)
        case .link(let target):
            code = ArchiveWriter.text(target).withUnsafeBufferPointer {
                begin(header, name, 0o120000, header.mode ?? 0o777, $0.baseAddress, 0)
            }
        }
        // A warning says that a name is no UTF-8: its bytes are kept.
        guard code >= ARCHIVE_WARN else { throw failure() }
    }

    private func begin(
        _ header: Header, _ name: [CChar], _ kind: CInt, _ mode: UInt16,
        _ link: UnsafePointer<CChar>?, _ size: Int64
    ) -> CInt {
        let mode = CInt(mode & 0o7777)
        guard var seconds = header.modified?.seconds else {
            return ferry_archive_begin(archive, entry, name, kind, mode, nil, link, size)
        }
        return ferry_archive_begin(archive, entry, name, kind, mode, &seconds, link, size)
    }

    private static func text(_ bytes: [UInt8]) -> [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// Writes contents of the entry that has begun; not more than its header says.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = ferry_archive_put(archive, rest.baseAddress, rest.count)
            guard count > 0, count <= rest.count else { throw failure() }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Ends the entry that has begun.
    func end() throws(FileSystemError) {
        guard ferry_archive_end(archive) >= ARCHIVE_WARN else { throw failure() }
    }

    /// Writes what comes behind the last entry.
    func close() throws(FileSystemError) {
        guard ferry_archive_close(archive) >= ARCHIVE_WARN else { throw failure() }
    }

    private func failure(_ words: String? = nil) -> FileSystemError {
        ArchiveError.unwritten(
            path, words ?? String(cString: ferry_archive_writer_words(archive)))
    }
}
