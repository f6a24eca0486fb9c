import Files
import Words

/// An archive as it is made of a file system's entries: as much is packed as is read.
final class PackingSource: PackedSource {
    private static let blockSize = 256 << 10

    /// The file whose contents are being packed.
    private struct OpenFile {
        let path: Path
        let source: any FileSource
        let size: UInt64
        var left: UInt64
    }

    private let files: any FileSystem
    private let order: PackOrder
    private let writer: ArchiveWriter
    private var walk: PackWalk
    private var file: OpenFile?
    private var isWhole = false
    private(set) var packedBytes: UInt64 = 0
    private let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: PackingSource.blockSize, alignment: 64)

    init(_ order: PackOrder, from files: any FileSystem) throws(FileSystemError) {
        self.files = files
        self.order = order
        walk = PackWalk(order, in: files)
        writer = try ArchiveWriter(order.format, order.archive)
    }

    deinit {
        file?.source.cancel()
        block.deallocate()
    }

    var size: UInt64? { nil }
    var fingerprint: FileFingerprint? { nil }
    var mode: UInt16? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        while !writer.hasBytes {
            guard !isWhole else { return 0 }
            if order.isStopped() { throw ArchiveError.packingStopped }
            try packMore()
        }
        return writer.take(into: buffer)
    }

    func finish() throws(FileSystemError) {}

    func cancel() {
        file?.source.cancel()
        file = nil
    }

    /// A block of the open file, or the next entry.
    private func packMore() throws(FileSystemError) {
        if let file { return try packBlock(of: file) }
        guard let item = try walk.next() else {
            try writer.close()
            isWhole = true
            return
        }
        switch item.entry.kind {
        case .file: try begin(item)
        case .directory: try pack(item, .directory)
        case .link:
            guard let target = item.entry.target, !target.isEmpty, !target.contains(0) else {
                return order.leaveOut(
                    tr(
                        "The link \(item.path.text) was skipped, because the server does not say "
                            + "where it leads."))
            }
            try pack(item, .link(target))
        case .other:
            order.leaveOut(
                tr("\(item.path.text) was skipped, because it is a device, a pipe or a socket."))
        }
    }

    private func header(
        _ item: PackWalk.Item, _ kind: ArchiveWriter.Header.Kind, mode: UInt16? = nil
    ) -> ArchiveWriter.Header {
        // Servers that have no modes list entries without any right.
        let listed = item.entry.mode.flatMap { $0 & 0o777 == 0 && !files.site.isLocal ? nil : $0 }
        return ArchiveWriter.Header(
            name: item.name, kind: kind, modified: item.entry.modified, mode: mode ?? listed)
    }

    private func pack(
        _ item: PackWalk.Item, _ kind: ArchiveWriter.Header.Kind
    ) throws(FileSystemError) {
        try writer.begin(header(item, kind))
        try writer.end()
    }

    // MARK: Files

    private func begin(_ item: PackWalk.Item) throws(FileSystemError) {
        var item = item
        if item.entry.size == nil || !files.capabilities.contains(.exactTimes),
            let exact = try files.details(of: [item.path]).first ?? nil
        {
            item.entry.size = exact.size ?? item.entry.size
            item.entry.modified = exact.modified ?? item.entry.modified
        }
        let source = try files.open(item.path, from: 0)
        do throws(FileSystemError) {
            guard let size = source.fingerprint?.size ?? source.size ?? item.entry.size else {
                throw ArchiveError.unknownSize(item.path)
            }
            try writer.begin(header(item, .file(size), mode: source.mode))
            file = OpenFile(path: item.path, source: source, size: size, left: size)
        } catch {
            source.cancel()
            throw error
        }
    }

    private func packBlock(of open: OpenFile) throws(FileSystemError) {
        // What comes behind the size that the header says is asked for as well.
        let room = Int(min(UInt64(block.count), open.left &+ 1))
        let count = try open.source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: block[..<room]))
        guard count > 0 else {
            guard open.left == 0 else { throw ArchiveError.shorter(open.path, than: open.size) }
            file = nil
            try open.source.finish()
            return try writer.end()
        }
        guard UInt64(count) <= open.left else {
            throw ArchiveError.longer(open.path, than: open.size)
        }
        file?.left = open.left - UInt64(count)
        packedBytes &+= UInt64(count)
        try writer.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
    }
}
