import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

@Suite("Files sent to a share") struct UploadTests {
    private static let type = ("Content-Type", "multipart/form-data; boundary=XX")

    private func form(_ parts: (String, String)...) -> [UInt8] {
        let text = parts.map { parameters, contents in
            "--XX\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n\(contents)\r\n"
        }
        return Array((text.joined() + "--XX--\r\n").utf8)
    }

    private func file(_ name: String, _ contents: String) -> (String, String) {
        ("name=\"file\"; filename=\"\(name)\"", contents)
    }

    @Test("Several files of one form are kept, in pieces of any size", arguments: [1, 10, 1_000])
    func several(piece: Int) throws {
        let bench = try FolderBench()
        try bench.disk.makeFolder("in")
        let answer = bench.ask(
            .post, "/in/", headers: [UploadTests.type],
            body: form(file("a.txt", "one"), file("b.txt", "two\r\n--X"), file("", "")),
            piece: piece)
        #expect(answer.status == 201)
        #expect(bench.names("in") == ["a.txt", "b.txt"])
        #expect(bench.text("in/b.txt") == "two\r\n--X")
        #expect(answer.text.contains("a.txt: uploaded, 3 B."))
        #expect(bench.folder.visits.rows.map(\.state) == [.done])
    }

    @Test("Of many files of one form all are kept or none")
    func many() throws {
        let bench = try FolderBench()
        let parts = (0..<300).map { number in
            "--XX\r\nContent-Disposition: form-data; name=f; filename=\(number)\r\n\r\nfile "
                + "\(number)\r\n"
        }
        let body = Array((parts.joined() + "--XX--").utf8)
        #expect(
            bench.ask(.post, "/", headers: [UploadTests.type], body: body, isCut: true).status
                == 400)
        #expect(bench.names().isEmpty)
        #expect(bench.ask(.post, "/", headers: [UploadTests.type], body: body).status == 201)
        #expect(bench.names().count == 300)
        #expect(bench.text("299") == "file 299")
    }

    @Test("A name that is taken is not given again, and that is told") func taken() throws {
        let bench = try FolderBench()
        try bench.disk.write("old", to: "a.txt")
        try bench.disk.write("old", to: "a (1).txt")
        let answer = bench.ask(
            .post, "/", headers: [UploadTests.type, ("Accept", "text/html")],
            body: form(file("a.txt", "new")))
        #expect(answer.status == 201)
        #expect(bench.text("a.txt") == "old")
        #expect(bench.text("a (2).txt") == "new")
        #expect(answer.text.contains("as a (2).txt, because that name already exists."))
    }

    @Test("With the field, files replace files, wherever it stands", arguments: [true, false])
    func overwrite(isFirst: Bool) throws {
        let bench = try FolderBench()
        try bench.disk.write("old", to: "a.txt")
        try bench.disk.makeFolder("folder")
        symlink("/etc/passwd", bench.disk.path("link"))
        let field = ("name=\"overwrite\"", "1")
        let files = [file("a.txt", "new"), file("folder", "x"), file("link", "x")]
        let answer = bench.ask(
            .post, "/", headers: [UploadTests.type],
            body: isFirst
                ? form(field, files[0], files[1], files[2])
                : form(files[0], files[1], files[2], field))
        #expect(bench.text("a.txt") == "new")
        #expect(bench.names() == ["a.txt", "folder", "link"])
        #expect(answer.text.contains("a.txt: uploaded, 3 B; it replaced the existing file."))
        #expect(answer.text.contains("folder: not saved."))
        #expect(answer.text.contains("link: not saved."))
    }

    @Test(
        "No name leads out of the folder or hides",
        arguments: [
            "..", ".", ".profile", "../../x/..", "a\u{1}b", "x\u{7F}",
            String(repeating: "n", count: 256),
        ])
    func names(name: String) throws {
        let bench = try FolderBench()
        try bench.disk.makeFolder("in")
        let answer = bench.ask(
            .post, "/in/", headers: [UploadTests.type], body: form(file(name, "x")))
        #expect(answer.status == 422)
        #expect(bench.names("in").isEmpty)
        #expect(bench.names() == ["in"])
    }

    @Test(
        "A path in a name is cut to its end",
        arguments: [
            "../../evil.txt", "/etc/evil.txt", "C:\\Users\\x\\evil.txt", "..\\evil.txt",
        ])
    func paths(name: String) throws {
        let bench = try FolderBench()
        try bench.disk.makeFolder("in")
        #expect(
            bench.ask(.post, "/in/", headers: [UploadTests.type], body: form(file(name, "x")))
                .status == 201)
        #expect(bench.names("in") == ["evil.txt"])
    }

    @Test("Of an upload that ends early nothing stays behind, wherever it does") func cut() throws {
        let bench = try FolderBench()
        let body = form(file("a.txt", "one"), file("b.txt", "two"))
        for end in stride(from: 0, to: body.count - 4, by: 3) {
            let answer = bench.ask(
                .post, "/", headers: [UploadTests.type], body: Array(body.prefix(end)))
            #expect(answer.status == 400)
            _ = bench.ask(
                .post, "/", headers: [UploadTests.type], body: Array(body.prefix(end)), isCut: true)
            _ = bench.ask(.put, "/c.txt", body: Array(body.prefix(end)), isCut: true)
            #expect(bench.names().isEmpty)
        }
        #expect(bench.folder.visits.rows.allSatisfy { $0.state != .running && $0.state != .done })
    }

    @Test("A share that is only read says so") func readOnly() throws {
        let bench = try FolderBench(isWritable: false)
        for method in [
            Method.post, .put, .delete, .mkcol, .move, .copy, .proppatch, .lock, .unlock,
        ] {
            let answer = bench.ask(method, "/a")
            #expect(answer.status == 405)
            #expect(answer.headers["Allow"]?.contains("PROPFIND") == true)
            #expect(answer.headers["Allow"]?.contains("PUT") == false)
        }
    }

    @Test(
        "Other bodies than forms are refused",
        arguments: [
            "text/plain", "multipart/form-data", "application/x-www-form-urlencoded",
        ])
    func types(type: String) throws {
        let answer = try FolderBench().ask(
            .post, "/", headers: [("Content-Type", type)], body: [1])
        #expect(answer.status == 415)
        let nothing = try FolderBench().ask(
            .post, "/", headers: [UploadTests.type], body: Array("--XX--".utf8))
        #expect(nothing.status == 400)
    }

    @Test("PUT makes and replaces a file, and says which") func put() throws {
        let bench = try FolderBench()
        let first = bench.ask(.put, "/a.txt", body: Array("one".utf8), piece: 2)
        #expect(first.status == 201)
        let second = bench.ask(.put, "/a.txt", body: Array("more".utf8))
        #expect(second.status == 204)
        #expect(bench.text("a.txt") == "more")
        #expect(second.headers["ETag"] != first.headers["ETag"])
        #expect(second.headers["ETag"] == (try bench.folder.status(of: Path("/a.txt")).entityTag))
        #expect(bench.ask(.put, "/empty").status == 201)
        #expect(bench.names() == ["a.txt", "empty"])
    }

    @Test("PUT holds to conditions") func conditions() throws {
        let bench = try FolderBench()
        func put(_ field: String, _ value: String) -> UInt16 {
            bench.ask(.put, "/a", headers: [(field, value)], body: [1]).status
        }
        #expect(put("If-Match", "*") == 412)
        #expect(put("If-None-Match", "*") == 201)
        #expect(put("If-None-Match", "*") == 412)
        let tag = try bench.folder.status(of: Path("/a")).entityTag
        #expect(put("If-Match", "\"other\"") == 412)
        #expect(put("If-Match", "\"other\", \(tag)") == 204)
        #expect(put("If", "(<opaquelocktoken:x>)") == 412)
    }

    @Test("PUT is for whole files in folders that there are") func places() throws {
        let bench = try FolderBench()
        try bench.disk.makeFolder("in")
        symlink("/tmp", bench.disk.path("link"))
        #expect(bench.ask(.put, "/in", body: [1]).status == 409)
        #expect(bench.ask(.put, "/in/", body: [1]).status == 409)
        #expect(bench.ask(.put, "/no/a", body: [1]).status == 409)
        #expect(bench.ask(.put, "/link/a", body: [1]).status == 409)
        #expect(bench.ask(.put, "/link", body: [1]).status == 409)
        #expect(bench.ask(.put, "/.hidden", body: [1]).status == 404)
        #expect(bench.ask(.put, "/", body: [1]).status == 409)
        #expect(
            bench.ask(.put, "/a", headers: [("Content-Range", "bytes 0-0/2")], body: [1]).status
                == 400)
        #expect(bench.names() == ["in", "link"])
    }

    @Test("A file comes with its time, where the visitor sends it") func time() throws {
        let bench = try FolderBench()
        let answer = bench.ask(.put, "/a", headers: [("X-OC-Mtime", "1000000000")], body: [1])
        #expect(answer.headers["X-OC-Mtime"] == "accepted")
        #expect(try bench.folder.status(of: Path("/a")).modified == 1_000_000_000)
    }

    @Test("A file that replaces another has its permissions", arguments: [0o600, 0o664])
    func permissions(mode: mode_t) throws {
        let bench = try FolderBench()
        for name in ["a", "b", "c"] {
            try bench.disk.write("old", to: name)
            chmod(bench.disk.path(name), mode)
        }
        #expect(bench.ask(.put, "/a", body: Array("new".utf8)).status == 204)
        // The second is put by before it is committed.
        let body = form(("name=\"overwrite\"", "1"), file("b", "new"), file("c", "new"))
        _ = bench.ask(.post, "/", headers: [UploadTests.type], body: body)
        for name in ["a", "b", "c"] {
            #expect(bench.text(name) == "new")
            #expect(bench.permissions(name) == mode)
        }
    }

    @Test("What changed while a file went to the disk is not replaced") func late() throws {
        let bench = try FolderBench()
        try bench.disk.write("old", to: "a")
        let tag = try bench.folder.status(of: Path("/a")).entityTag
        let request = Request(
            method: .put, path: Path("/a"), headers: ["If-Match": tag], bodyLength: 3)
        var (sinks, statuses): ([PutSink], [UInt16]) = ([], [])
        let (directory, name) = try bench.folder.parent(of: Path("/a"))
        for text in ["one", "two"] {
            var sink = try PutSink(request, name: name, in: directory, of: bench.folder)
            try sink.write(Array(text.utf8))
            sinks.append(sink)
        }
        for var sink in sinks {
            do throws(Refusal) {
                statuses.append(try sink.finish().status.code)
            } catch {
                statuses.append(error.status.code)
            }
        }
        #expect(statuses == [204, 412])
        #expect(bench.text("a") == "one")
    }

    @Test("A file whose length the system does not tell is copied whole") func unknownLength()
        throws
    {
        let bench = try FolderBench()
        let system = try SharedFolder(Path("/proc"))
        let incoming = try IncomingFile(in: try bench.folder.directory(.root))
        try incoming.copy(try system.open(Path("/version")))
        _ = try incoming.commit(as: try #require(Name("a")), .refuse)
        #expect(bench.text("a")?.hasPrefix("Linux") == true)
    }

    @Test("What cannot fit is refused before it comes") func room() throws {
        let bench = try FolderBench()
        let request = Request(method: .put, path: Path("/a"), bodyLength: .max)
        let refusal = #expect(throws: Refusal.self) {
            try PutResponder().respond(to: request, in: bench.folder)
        }
        #expect(refusal?.status == .insufficientStorage)
    }

    @Test(
        "A file on its way in is not seen, and leaves nothing when it is let go",
        arguments: [true, false])
    func incoming(isNamed: Bool) throws {
        let bench = try FolderBench(showsHidden: true)
        let root = try bench.folder.directory(.root)
        let name = try #require(Name("a"))
        func incoming(_ text: String) throws -> IncomingFile {
            let incoming = try IncomingFile(in: root, isNamed: isNamed)
            try Array(text.utf8).withUnsafeBytes { try incoming.write($0) }
            #expect(try bench.folder.entries(of: .root).allSatisfy { $0.name == name })
            #expect(bench.ask(.get, "/?archive=tar").text.contains("upload") == false)
            return incoming
        }
        _ = try incoming("none")
        #expect(bench.names().isEmpty)
        #expect(try incoming("one").commit(as: name, .refuse).hasReplaced == false)
        #expect(throws: Refusal.self) { try incoming("two").commit(as: name, .refuse) }
        let waiting = try incoming("waiting")
        try waiting.putBy()
        #expect(bench.names().count == 2)
        #expect(try bench.folder.entries(of: .root).count == 1)
        #expect(try waiting.commit(as: name, .keepBoth).name == Name("a (1)"))
        unlink(bench.disk.path("a (1)"))
        #expect(bench.text("a") == "one")
        #expect(try incoming("three").commit(as: name, .replace).hasReplaced)
        #expect(bench.text("a") == "three")
        #expect(bench.names() == ["a"])
    }
}
