import Disk
import Files
import Glibc
import Support
import Testing

@testable import Share

@Suite("What Ferry's own queue writes counts as locked")
struct WriteRightsTests {
    /// Those of one process, by a lock file.
    private final class Rights: WriteRights {
        private let locks: KeyLocks

        init(_ file: Path) throws {
            locks = try KeyLocks(at: file)
        }

        func take(_ file: Path) throws(DiskError) -> Bool { try locks.take(LockKey(file.text)) }

        func release(_ file: Path) { locks.release(LockKey(file.text)) }

        func isWriting(_ part: PartID) -> Bool { locks.isTaken(LockKey(part.token)) }

        func own(_ token: String) throws { #expect(try locks.take(LockKey(token))) }
    }

    private let bench: FolderBench
    private let queue: Rights

    init() throws {
        let disk = try TemporaryFolder()
        bench = try FolderBench(rights: try Rights(Path(disk.path("locks"))))
        queue = try Rights(Path(disk.path("locks")))
        try bench.disk.makeFolder("docs")
        try bench.disk.write("old", to: "docs/a")
    }

    private func file(_ name: String) -> Path { Path(bench.disk.path(name)) }

    private static let changes: [(Share.Method, String, [(String, String)])] = [
        (.put, "/docs/a", []), (.delete, "/docs/a", []),
        (.move, "/docs/a", [("Destination", "/docs/b")]),
        (.copy, "/docs/c", [("Destination", "/docs/a")]),
        (.move, "/docs/c", [("Destination", "/docs/a")]), (.proppatch, "/docs/a", []),
    ]

    @Test("No visitor changes it", arguments: changes.indices)
    func writing(index: Int) throws {
        let (method, path, headers) = Self.changes[index]
        try bench.disk.write("new", to: "docs/c")
        #expect(try queue.take(file("docs/a")))
        let answer = bench.ask(method, path, headers: headers, body: Array("x".utf8))
        #expect(answer.status == 423)
        #expect(answer.text.contains("being written"))
        #expect(bench.text("docs/a") == "old")
        // What else is there can be changed, and this once it is whole.
        #expect(bench.ask(.put, "/docs/d", body: Array("x".utf8)).status == 201)
        queue.release(file("docs/a"))
        #expect(bench.ask(method, path, headers: headers, body: Array("x".utf8)).status != 423)
    }

    @Test("The queue does not write what a visitor is uploading") func uploading() throws {
        let response = try bench.begin(.put, "/docs/a", length: 2)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        #expect(!(try queue.take(file("docs/a"))))
        // The same visitor may send it again meanwhile.
        #expect(bench.ask(.put, "/docs/a", body: Array("b".utf8)).status == 204)
        #expect(!(try queue.take(file("docs/a"))))
        try receiver.write(Array("cc".utf8))
        _ = try receiver.finish()
        #expect(try queue.take(file("docs/a")))
        #expect(bench.text("docs/a") == "cc")
    }

    @Test(
        "A directory with an unfinished file is neither moved nor removed",
        arguments: [
            Share.Method.move, .delete,
        ])
    func unfinished(method: Share.Method) throws {
        try bench.disk.makeFolder("docs/inner")
        let part = "docs/inner/.ferry-abcdefgh-1"
        try bench.disk.write("half", to: part)
        try queue.own("abcdefgh")
        let target = [("Destination", "/papers")]
        let answer = bench.ask(method, "/docs", headers: target)
        #expect(answer.status == 423)
        #expect(answer.text.contains("docs contains a file that Ferry has not finished"))
        #expect(bench.text(part) == "half")
        #expect(bench.ask(.put, "/" + part, body: [0]).status == 404)
        #expect(unlink(bench.disk.path(part)) == 0)
        #expect(bench.ask(method, "/docs", headers: target).status < 300)
    }

    @Test("A directory with what a queue has left for good can be moved") func stale() throws {
        try bench.disk.write("half", to: "docs/.ferry-abcdefgh-1")
        #expect(bench.ask(.move, "/docs", headers: [("Destination", "/papers")]).status == 201)
    }

    @Test("A form gets another name where the queue is writing one") func form() throws {
        #expect(try queue.take(file("docs/b")))
        let body = """
            --x\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\nnew\r\n--x--\r\n
            """
        let type = [("Content-Type", "multipart/form-data; boundary=x")]
        #expect(bench.ask(.post, "/docs/", headers: type, body: Array(body.utf8)).status < 400)
        #expect(bench.names("docs").count == 2)
        #expect(bench.text("docs/b") == nil)
    }

    @Test("It is named where it is the destination of what is moved") func named() throws {
        try bench.disk.write("new", to: "docs/c")
        #expect(try queue.take(file("docs/a")))
        let answer = bench.ask(.move, "/docs/c", headers: [("Destination", "/docs/a")])
        #expect(answer.text.contains("docs/a is being written"))
    }

    @Test("Links that lead to the folder make no difference") func links() throws {
        let disk = try TemporaryFolder()
        #expect(symlink(bench.disk.path, disk.path("link")) == 0)
        let folder = try SharedFolder(Path(disk.path("link")), isWritable: true)
        #expect(folder.roots.count == 2)
        #expect(folder.roots.last == bench.folder.roots.last)
    }
}
