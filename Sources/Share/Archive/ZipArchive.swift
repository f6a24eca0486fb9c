import Digests
import Files
import Words

/// A folder as a .zip, made on the way in blocks of bounded size.
struct ZipArchive: BlockSource {
    /// Bytes of the directory at the end, which has to be kept until then.
    private static let directoryLimit = 32 << 20

    private struct Open {
        var file: OpenFile
        var record: ZipRecord
        var checksum = CRC32()
    }

    private var walk: any FolderSteps
    private let name: [UInt8]
    /// In seconds since the epoch.
    private let now: Int64
    private var notes = ArchiveNotes()
    private var open: Open?
    private var directory: [UInt8] = []
    private var count: UInt64 = 0
    /// Bytes of all blocks before this one.
    private var offset: UInt64 = 0
    /// The directory and what ends it, as far as it is not sent yet; nil before the end.
    private var tail: ArraySlice<UInt8>?

    /// `name` is what the top folder is called in it, and `now` the time of what Ferry adds.
    init(_ walk: any FolderSteps, name: [UInt8], now: Int64) {
        self.walk = walk
        self.name = name
        self.now = now
    }

    mutating func next() throws(Refusal) -> [UInt8]? {
        if let rest = tail {
            tail = rest.dropFirst(ArchiveBlock.size)
            return rest.isEmpty ? nil : Array(rest.prefix(ArchiveBlock.size))
        }
        var block: [UInt8] = []
        while block.count < ArchiveBlock.size, tail == nil {
            if let file = open {
                open = try go(on: file, &block)
            } else if let step = try walk.next() {
                try begin(step, &block)
            } else {
                try end(&block)
            }
        }
        offset += UInt64(block.count)
        return block
    }

    private mutating func begin(
        _ step: FolderWalk.Step, _ block: inout [UInt8]
    ) throws(Refusal) {
        switch step {
        case .directory(let item):
            let record = record(of: item, size: 0, isDirectory: true, block)
            block += record.localHeader
            try keep(record)
        case .file(let item, let file):
            let record = record(of: item, size: file.status.size, isDirectory: false, block)
            block += record.localHeader
            open = Open(file: file, record: record)
        case .leftOut(let path, let reason):
            notes.add(path, skipped: reason)
        }
    }

    /// The file where there is more of it.
    private mutating func go(on open: Open, _ block: inout [UInt8]) throws(Refusal) -> Open? {
        var open = open
        let size = open.file.status.size
        let wanted = min(UInt64(ArchiveBlock.size), size - open.record.size)
        let piece = try open.file.read(at: open.record.size, count: Int(wanted))
        open.checksum.update(piece)
        open.record.size += UInt64(piece.count)
        var rest = piece[...]
        while !rest.isEmpty {
            let part = rest.prefix(ZipRecord.blockLimit)
            append(part, isLast: false, to: &block, &open.record)
            rest = rest.dropFirst(part.count)
        }
        if open.record.size < size, UInt64(piece.count) == wanted { return open }
        if open.record.size < size {
            notes.add(open.record.path, ArchiveBlock.shrunk)
        } else if try !open.file.read(at: size, count: 1).isEmpty {
            notes.add(open.record.path, ArchiveBlock.grown)
        }
        try close(&open.record, checksum: open.checksum, &block)
        return nil
    }

    private mutating func end(_ block: inout [UInt8]) throws(Refusal) {
        if let text = notes.text {
            var record = ZipRecord(
                path: name + [0x2F] + ArchiveNotes.name, isDirectory: false, modified: now,
                mode: 0o644, expectedSize: UInt64(text.count),
                offset: offset + UInt64(block.count))
            block += record.localHeader
            var checksum = CRC32()
            checksum.update(text)
            record.size = UInt64(text.count)
            var rest = text[...]
            while !rest.isEmpty {
                append(rest.prefix(ZipRecord.blockLimit), isLast: false, to: &block, &record)
                rest = rest.dropFirst(ZipRecord.blockLimit)
            }
            try close(&record, checksum: checksum, &block)
        }
        let start = offset + UInt64(block.count)
        let end = ZipRecord.end(count: count, size: UInt64(directory.count), offset: start)
        tail = (directory + end)[...]
        directory = []
    }

    private func record(
        of item: FolderWalk.Item, size: UInt64, isDirectory: Bool, _ block: [UInt8]
    ) -> ZipRecord {
        ZipRecord(
            path: item.path, isDirectory: isDirectory, modified: item.status.modified,
            mode: item.mode, expectedSize: size, offset: offset + UInt64(block.count))
    }

    private func append(
        _ bytes: ArraySlice<UInt8>, isLast: Bool, to block: inout [UInt8],
        _ record: inout ZipRecord
    ) {
        let header = ZipRecord.blockHeader(count: bytes.count, isLast: isLast)
        block += header
        block += bytes
        record.packedSize += UInt64(header.count + bytes.count)
    }

    private mutating func close(
        _ record: inout ZipRecord, checksum: CRC32, _ block: inout [UInt8]
    ) throws(Refusal) {
        append([], isLast: true, to: &block, &record)
        record.checksum = checksum.value
        block += record.descriptor
        try keep(record)
    }

    private mutating func keep(_ record: ZipRecord) throws(Refusal) {
        directory += record.directoryEntry
        count += 1
        guard directory.count <= ZipArchive.directoryLimit else {
            throw Refusal(
                .contentTooLarge,
                tr(
                    "There are too many files for one .zip; use .tar, or download single directories."
                ))
        }
    }
}
