import Files
import Synchronization
import Transport

@testable import SFTP

/// Does all that can be done on a server in memory; each is done, or fails in words that may be shown.
struct SFTPVisit {
    private final class Memory: Carrier {
        let stream: any ByteStream

        init(_ stream: any ByteStream) {
            self.stream = stream
        }

        func failure() -> FileSystemError? { nil }

        func close() { stream.close() }
    }

    /// A connection that is made again gets the same answers once more.
    private struct Opener: CarrierOpener {
        let input: [UInt8]
        let way: SFTPAnswers.Way

        func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
            Memory(SFTPAnswers(input, way))
        }
    }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private let files: SFTPFileSystem
    private let lines = Lines()

    init(_ input: [UInt8], _ way: SFTPAnswers.Way) {
        let lines = lines
        files = SFTPFileSystem(
            site: Site(scheme: .sftp, host: "box", user: "me"),
            opener: Opener(input: input, way: way), connection: 1,
            log: { line in lines.all.withLock { $0.append(line.text) } })
        files.listingLimits.entries = 1_000
    }

    func run() throws {
        for step in [home, list, look, read, write, change] {
            do {
                try step()
            } catch let error as FileSystemError {
                try holdVisible(error.message, "a failure")
                try hold(error.message.count > 10, "a failure says nothing")
            }
        }
        files.close()
        for line in lines.all.withLock({ $0 }) { try holdVisible(line, "the log") }
    }

    private func home() throws {
        let home = try files.home()
        for name in home.components { try hold(Name(name.bytes) == name, "home is no path") }
    }

    private func list() throws {
        for entry in try files.list(.root).entries {
            try hold(Name(entry.name.bytes) == entry.name, "a name is none")
            try holdVisible(entry.owner ?? "", "an owner")
            try holdVisible(entry.group ?? "", "a group")
        }
    }

    private func look() throws {
        _ = try files.entry(at: Path("/link"))
        let found = try files.details(of: [Path("/file"), Path("/other")])
        try hold(found.count == 2, "details are lost")
        _ = try files.space(at: .root)
    }

    private func read() throws {
        files.prepare([Upcoming(path: Path("/next"), direction: .read)])
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
        defer { block.deallocate() }
        for (path, offset) in [("/file", 0), ("/next", 0), ("/file", 3)] as [(String, UInt64)] {
            let source = try files.open(Path(path), from: offset)
            defer { source.cancel() }
            while try source.read(into: block) > 0 {}
            try source.finish()
        }
    }

    private func write() throws {
        let creation = Creation(size: 5, modified: Timestamp(seconds: 1), mode: 0o600)
        for number in 1...2 as ClosedRange<UInt64> {
            let sink = try files.create(
                Path("/new"), as: PartID(token: "fuzzfuzz", number: number), creation)
            let result = Array("hello".utf8).withUnsafeBytes { bytes in
                Result { () throws(FileSystemError) in try sink.write(bytes) }
            }
            try result.get()
            try sink.finish()
            let pending = PendingCommit(part: sink.part, creation: creation, size: 5)
            let results = files.commit([pending]) { _ in }
            try hold(results[sink.part.id] != nil, "a commit has no answer")
            _ = try results[sink.part.id]?.get()
        }
    }

    private func change() throws {
        let paths = [Path("/a"), Path("/b"), Path("/b/c")]
        try hold(files.removeFiles(paths, root: nil).count == 3, "answers are lost")
        try hold(files.removeDirectories(paths, root: nil).count == 3, "answers are lost")
        let times = files.setModified(paths.map { ($0, Timestamp(seconds: 1)) })
        try hold(times.count == 3, "answers are lost")
        try files.makeDirectory(Path("/d"), root: nil)
        try files.rename(Path("/a"), to: Path("/b"), replacement: nil)
    }
}
