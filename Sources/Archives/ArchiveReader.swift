import CArchive
import Files
import Glibc
import Words

/// An archive being read from its beginning to its end: header after header, and the contents of the
/// entry whose header came last.
final class ArchiveReader {
    private let bytes: ArchiveStream
    private let limits: ArchiveLimits
    private let path: Path
    private let archive: OpaquePointer
    private let stop: StopSign
    /// The number of the present entry, from 0; -1 before the first.
    private(set) var number = -1
    /// Bytes of the present entry that were read.
    private(set) var position: UInt64 = 0
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Zeros that come before `block`: a hole in a sparse file.
    private var hole: UInt64 = 0
    private var isAtEnd = false
    /// Bytes that came of unpacking, whether somebody wanted them or not.
    private var unpacked: UInt64 = 0
    /// Whether nothing has gone wrong yet: where something has, no more can be read.
    private(set) var isUsable = true

    init(
        _ bytes: ArchiveStream, _ path: Path, _ stop: StopSign, _ limits: ArchiveLimits,
        isSevenZip: Bool = false
    ) throws(FileSystemError) {
        guard ferry_archive_load() == 1 else { throw ArchiveError.noLibrary }
        self.bytes = bytes
        self.path = path
        self.stop = stop
        self.limits = limits
        // The reader holds `bytes` for as long as libarchive may call.
        let context = Unmanaged.passUnretained(bytes).toOpaque()
        guard
            let archive = ferry_archive_reader(
                isSevenZip ? 1 : 0, context,
                { _, context, place in
                    guard let context else { return la_ssize_t(ARCHIVE_FATAL) }
                    let bytes = Unmanaged<ArchiveStream>.fromOpaque(context).takeUnretainedValue()
                    guard let block = bytes.read() else { return la_ssize_t(ARCHIVE_FATAL) }
                    place?.pointee = block.baseAddress
                    return block.count
                },
                { _, context, count in
                    guard let context else { return 0 }
                    return Unmanaged<ArchiveStream>.fromOpaque(context).takeUnretainedValue()
                        .skip(count)
                },
                { _, context, offset, whence in
                    guard let context else { return la_int64_t(ARCHIVE_FATAL) }
                    let place = Unmanaged<ArchiveStream>.fromOpaque(context).takeUnretainedValue()
                        .seek(offset, whence)
                    return place.map { Int64(clamping: $0) } ?? la_int64_t(ARCHIVE_FATAL)
                })
        else { throw ArchiveError.noMemory }
        self.archive = archive
        let code = ferry_archive_open(archive)
        // Past a warning everything can still be read.
        guard code >= ARCHIVE_WARN else { throw failure() }
        // What lies in another compression is not followed for the memory that it takes.
        guard ferry_archive_filters(archive) <= 1 else { throw ArchiveError.tooDeep(path) }
    }

    deinit {
        ferry_archive_free(archive)
        bytes.end()
    }

    /// Lets the container's file system do something else.
    func release() {
        bytes.release()
    }

    /// Compressions around the archive, once a header was read.
    var filters: Int { Int(ferry_archive_filters(archive)) }

    /// The next entry; nil at the end.
    func next() throws(FileSystemError) -> ArchiveMember? {
        if stop.isSet { throw ArchiveError.stopped }
        isUsable = false
        var entry: OpaquePointer?
        let code = ferry_archive_next(archive, &entry)
        if code == ARCHIVE_EOF { return nil }
        guard code >= ARCHIVE_WARN, let entry else { throw failure() }
        number += 1
        position = 0
        block = UnsafeRawBufferPointer(start: nil, count: 0)
        hole = 0
        isAtEnd = false
        isUsable = true
        return ArchiveMember(entry)
    }

    private func failure() -> FileSystemError {
        bytes.failure
            ?? ArchiveError.unreadable(path, String(cString: ferry_archive_words(archive)))
    }

    // MARK: Contents

    /// At least one byte of the present entry; 0 at its end.
    func read(
        into room: UnsafeMutableRawBufferPointer, of file: Path
    ) throws(FileSystemError) -> Int {
        while hole == 0, block.isEmpty {
            guard !isAtEnd else { return 0 }
            try takeBlock(of: file)
        }
        let count: Int
        if hole > 0 {
            count = Int(min(UInt64(room.count), hole))
            room.baseAddress?.initializeMemory(as: UInt8.self, repeating: 0, count: count)
            hole -= UInt64(count)
        } else {
            count = min(room.count, block.count)
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
            block = UnsafeRawBufferPointer(rebasing: block[count...])
        }
        position += UInt64(count)
        return count
    }

    /// Reads `count` bytes of the present entry that nobody wants; fewer only at its end.
    func pass(_ count: UInt64, of file: Path) throws(FileSystemError) {
        var left = count
        while left > 0 {
            while hole == 0, block.isEmpty {
                guard !isAtEnd else { return }
                try takeBlock(of: file)
            }
            let passed: UInt64
            if hole > 0 {
                passed = min(left, hole)
                hole -= passed
            } else {
                passed = min(left, UInt64(block.count))
                block = UnsafeRawBufferPointer(rebasing: block[Int(passed)...])
            }
            position += passed
            left -= passed
        }
    }

    private func takeBlock(of file: Path) throws(FileSystemError) {
        if stop.isSet { throw ArchiveError.stopped }
        isUsable = false
        var start: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        let code = ferry_archive_block(archive, &start, &count, &offset)
        // A warning here is a wrong checksum.
        guard code == ARCHIVE_OK || code == ARCHIVE_EOF else {
            let words = String(cString: ferry_archive_words(archive))
            throw bytes.failure
                ?? (words.hasPrefix("Unsupported")
                    ? ArchiveError.unknownMethod(file, path, words)
                    : ArchiveError.damaged(file, path, words))
        }
        isAtEnd = code == ARCHIVE_EOF
        block = UnsafeRawBufferPointer(start: start, count: isAtEnd ? 0 : count)
        guard let place = UInt64(exactly: offset) else {
            throw ArchiveError.damaged(file, path, tr("an offset below 0"))
        }
        if place > position {
            hole = place - position
        } else if place < position, !block.isEmpty {
            throw ArchiveError.damaged(file, path, tr("overlapping pieces"))
        }
        // What headers say was judged before; this is what there really is.
        let (sum, isTooMuch) = unpacked.addingReportingOverflow(hole &+ UInt64(block.count))
        unpacked = isTooMuch ? .max : sum
        guard unpacked <= limits.unpacked || unpacked / max(1, bytes.packed) < limits.ratio else {
            throw ArchiveError.bomb(path, limits.ratio)
        }
        isUsable = true
    }
}
