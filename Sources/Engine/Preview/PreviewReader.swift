import Archives
import Files
import UI
import Words
import Work

/// Looks at what is under the cursor, and reads no more of it than can be seen; of pictures, which can
/// only be decoded whole, those that are not large.
struct PreviewReader {
    /// Bytes of a file that are read to be shown as text.
    private static let headLimit = 64 << 10
    /// Bytes of a picture.
    private static let pictureLimit = 16 << 20
    /// Entries of a directory or of an archive.
    private static let entryLimit = 300
    /// Bytes of an archive that has to be read whole to learn what it holds: on this machine, and
    /// from a server.
    private static let archiveLimit: (here: UInt64, remote: UInt64) = (128 << 20, 1 << 20)

    private let request: RequestID
    private let order: PreviewRequest
    private let stop: Cancellation
    private let archives: ArchiveMemory

    init(
        _ request: RequestID, _ order: PreviewRequest, _ stop: Cancellation,
        _ archives: ArchiveMemory
    ) {
        self.request = request
        self.order = order
        self.stop = stop
        self.archives = archives
    }

    /// The answer; nil where nobody waits for it any more.
    func run(on files: any FileSystem) -> Message? {
        if stop.isCancelled { return nil }
        let result = Result { () throws(FileSystemError) in try look(files) }
        return stop.isCancelled ? nil : .previewed(request, result)
    }

    private func look(_ files: any FileSystem) throws(FileSystemError) -> PreviewContent {
        switch order.kind {
        case .directory: return try entries(files)
        case .file where isArchive: return try archive(files)
        case .file, .other: return try head(files)
        case .link:
            // Only trying tells what it leads to, on every server.
            do throws(FileSystemError) {
                return try head(files)
            } catch {
                guard !error.endsConnection else { throw error }
                return try entries(files)
            }
        }
    }

    private func entries(_ files: any FileSystem) throws(FileSystemError) -> PreviewContent {
        let directory = try files.list(order.location.path)
        var arrangement = Arrangement()
        arrangement.charset = order.location.site.charsetOfNames
        let shown = arrangement.entryOrder(of: directory).indices
        let first = (0..<min(PreviewReader.entryLimit, shown.count)).compactMap {
            directory.entry(at: Int(shown[$0]))
        }
        return .entries(first, count: directory.count)
    }

    /// Whether it is named as an archive; one within another cannot be entered.
    private var isArchive: Bool {
        order.location.site.archive == nil && order.size ?? 0 > 0
            && order.location.path.name?.isOfArchive == true
    }

    private func archive(_ files: any FileSystem) throws(FileSystemError) -> PreviewContent {
        let path = order.location.path
        let limit =
            order.location.site.isRemote
            ? PreviewReader.archiveLimit.remote : PreviewReader.archiveLimit.here
        guard path.name?.isOfArchiveWithDirectory == true || order.size ?? .max <= limit else {
            return try head(files, note: tr("Enter shows what it holds."))
        }
        var site = order.location.site
        site.archive = path
        // Not closed: the connection serves the next look.
        let archive = ArchiveFileSystem(site, at: path, in: files, memory: archives) { [stop] in
            stop.isCancelled
        }
        do throws(FileSystemError) {
            let contents = try archive.contents(upTo: PreviewReader.entryLimit)
            archive.release()
            return .archive(
                contents.entries.map { NestedEntry($0.entry, depth: $0.depth) },
                count: contents.count)
        } catch {
            archive.release()
            guard !error.endsConnection, !stop.isCancelled else { throw error }
            return try head(files, note: tr("not a readable archive"))
        }
    }

    private func head(
        _ files: any FileSystem, note: String? = nil
    ) throws(FileSystemError) -> PreviewContent {
        if order.size == 0 { return .bytes([], isWhole: true, size: 0, note: nil) }
        let source = try files.open(order.location.path, from: 0)
        var bytes: [UInt8] = []
        do throws(FileSystemError) {
            let isWhole = try read(source, upTo: PreviewReader.headLimit, &bytes)
            let size = source.size ?? order.size
            guard PreviewReader.isPicture(bytes) else {
                try end(source, isWhole)
                return .bytes(bytes, isWhole: isWhole, size: size, note: note)
            }
            let head = bytes
            func asBytes(_ note: String) -> PreviewContent {
                .bytes(head, isWhole: isWhole, size: size, note: note)
            }
            guard (size ?? 0) <= UInt64(PreviewReader.pictureLimit) else {
                source.cancel()
                return asBytes(tr("a large picture"))
            }
            let isComplete =
                isWhole ? true : try read(source, upTo: PreviewReader.pictureLimit, &bytes)
            try end(source, isComplete)
            guard isComplete else { return asBytes(tr("a large picture")) }
            return decoded(bytes, otherwise: asBytes)
        } catch {
            source.cancel()
            throw error
        }
    }

    private func decoded(
        _ bytes: [UInt8], otherwise: (String) -> PreviewContent
    ) -> PreviewContent {
        let decoder = PictureDecoder(area: order.area, isASCII: order.isASCII, stop: stop)
        do throws(PictureDecoder.Refusal) {
            return .picture(try decoder.decode(bytes, number: request.rawValue))
        } catch {
            switch error {
            case .missing: return otherwise(tr("Install chafa to see pictures."))
            case .unreadable(let sentence): return otherwise(sentence)
            case .stopped: return otherwise("")
            }
        }
    }

    private func end(_ source: any FileSource, _ isWhole: Bool) throws(FileSystemError) {
        if isWhole { try source.finish() } else { source.cancel() }
    }

    /// Whether the file ended before so many bytes.
    private func read(
        _ source: any FileSource, upTo limit: Int, _ bytes: inout [UInt8]
    ) throws(FileSystemError) -> Bool {
        try source.read(upTo: limit, &bytes, unless: stop, tr("The cursor has moved on."))
    }

    /// By how the file begins: PNG, JPEG, GIF, WebP, TIFF and BMP.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        func begins(_ start: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: start)
        }
        if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) || begins([0xFF, 0xD8, 0xFF]) {
            return true
        }
        if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return true }
        if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return true }
        if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) { return true }
        // Two letters alone begin many a text: behind them stands a header's length.
        return begins(Array("BM".utf8)) && begins([0, 0, 0, 0], at: 6) && begins([0, 0, 0], at: 15)
    }
}
