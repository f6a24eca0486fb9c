import Files
import Glibc
import Support
import Synchronization
import Testing

@testable import SFTP

/// A file system on a scripted server, whose folder is `/`.
final class SFTPBench {
    /// Bytes that differ from place to place.
    static func noise(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 / 256) }
    }

    let folder: TemporaryFolder
    let server: ScriptedSFTPServer
    let files: SFTPFileSystem
    private let lines: Lines

    /// The log, from any thread.
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    /// `refusals` is what is known of the server before; `timeout` is in seconds.
    init(
        _ behaviour: ScriptedSFTPBehaviour = .init(),
        in folder: TemporaryFolder? = nil,
        refusals: any RefusalMemory = TransientRefusals(), notes: any ServerNotes = NoNotes(),
        timeout: Int = 60
    ) throws {
        let folder = try folder ?? TemporaryFolder(isInMemory: true)
        self.folder = folder
        server = ScriptedSFTPServer(root: folder.path, behaviour: behaviour)
        let lines = Lines()
        self.lines = lines
        var site = SFTPBench.site
        site.timeout = timeout
        files = SFTPFileSystem(
            site: site, opener: ScriptedCarrierOpener(server: server), connection: 1,
            refusals: refusals, notes: notes,
            log: { line in lines.all.withLock { $0.append(line.text) } })
    }

    deinit {
        files.close()
        server.end()
    }

    static let site = Site(scheme: .sftp, host: "box", user: "me")

    /// The names in the folder, whatever the server says.
    var stored: [String] {
        guard let stream = opendir(folder.path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The log so far.
    var log: [String] { lines.all.withLock { $0 } }

    /// Lines of the log that have these words.
    func said(_ words: String) -> Int { log.count { $0.contains(words) } }

    /// How often an extension was asked for.
    func count(_ known: String) -> Int { server.requests.count { $0.name == known } }

    // MARK: Files

    /// Uploads and commits; what was remarked on the way, and what is to be believed of it.
    @discardableResult
    func put(
        _ bytes: [UInt8], at name: String, _ creation: Creation? = nil
    ) throws -> (remark: String?, committed: Committed) {
        let creation = creation ?? Creation(size: UInt64(bytes.count))
        let sink = try files.create(Path("/\(name)"), creation)
        do {
            try SFTPBench.write(bytes, to: sink)
            try sink.finish()
        } catch {
            sink.cancel()
            throw error
        }
        let size = creation.offset + UInt64(bytes.count)
        return (sink.remark, try files.commit(sink, creation, size: size))
    }

    static func write(_ bytes: [UInt8], to sink: any FileSink) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(200_000)
            let result = block.withUnsafeBytes { buffer in
                Result { () throws(FileSystemError) in try sink.write(buffer) }
            }
            try result.get()
            rest = rest.dropFirst(block.count)
        }
    }

    func get(_ name: String, from offset: UInt64 = 0) throws -> [UInt8] {
        let source = try files.open(Path("/\(name)"), from: offset)
        do {
            let bytes = try SFTPBench.read(source)
            try source.finish()
            return bytes
        } catch {
            source.cancel()
            throw error
        }
    }

    /// All bytes up to the end; a few more than any test has, of a file without one.
    static func read(_ source: any FileSource) throws -> [UInt8] {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { block.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try source.read(into: block)
            if count == 0 || bytes.count > 8 << 20 { return bytes }
            bytes += block[..<count]
        }
    }

    /// The entries of a folder, by their names as text.
    func list(_ name: String = "") throws -> [String: Entry] {
        let entries = try files.list(Path("/\(name)")).entries
        return Dictionary(entries.map { ($0.name.text, $0) }) { first, _ in first }
    }

    func names(_ name: String = "") throws -> [String] { try list(name).keys.sorted() }

    // MARK: Failures

    /// The error of `body`; what it says is one plain sentence of letters that may be shown.
    func failure(
        _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) -> FileSystemError? {
        do {
            try body()
            return nil
        } catch let error as FileSystemError {
            SFTPBench.check(error, location)
            return error
        } catch {
            Issue.record(error, sourceLocation: location)
            return nil
        }
    }

    static func check(_ error: FileSystemError, _ location: SourceLocation) {
        let text = error.message
        #expect(text.count > 10 && text.count < 1_500, "\(text)", sourceLocation: location)
        #expect(text == VisibleText.make(text), sourceLocation: location)
        #expect(
            text.contains("box") || text.contains("/") || error.kind == .cancelled, "\(text)",
            sourceLocation: location)
    }
}
