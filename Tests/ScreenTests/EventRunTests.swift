import Foundation
import Glibc
import Support
import Testing

@Suite("--json of get, put, cp and queue run")
struct EventRunTests {
    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.makeFolder("served/tree")
        try served.folder.makeFolder("served/tree/sub")
        try served.folder.write("hello", to: "served/tree/a")
        try served.folder.write("world!", to: "served/tree/sub/b")
        try served.folder.write("f", to: "served/file")
    }

    /// The lines of a run, each an object.
    private func run(_ arguments: String..., code: Int = 0) throws -> [[String: Any]] {
        try lines(served.run(arguments), code: code)
    }

    private func lines(_ outcome: Outcome, code: Int) throws -> [[String: Any]] {
        #expect(outcome.code == code, "\(outcome.errors)")
        return try outcome.output.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }

    private func events(_ lines: [[String: Any]]) -> [String] {
        lines.compactMap { $0["event"] as? String }
    }

    private func total(_ lines: [[String: Any]]) throws -> [String: Int] {
        let last = try #require(lines.last)
        #expect(last["event"] as? String == "total")
        #expect((last["seconds"] as? Double ?? -1) >= 0)
        return last.compactMapValues { $0 as? Int }.filter { $0.key != "seconds" }
    }

    @Test("A file is queued, begins and is done, and the total comes last")
    func file() throws {
        let lines = try run("get", "--json", served.url + "/file")
        #expect(events(lines) == ["queued", "began", "done", "total"])
        #expect((lines[0]["source"] as? String)?.hasSuffix("/file") == true)
        #expect(lines[0]["target"] as? String == served.folder.path("here/file"))
        #expect(lines[2]["bytes"] as? Int == 1 && lines[2]["size"] as? Int == 1)
        #expect(lines[2]["via"] as? String == "here")
        #expect(try total(lines) == ["files": 1, "bytes": 1, "failed": 0])
        #expect(served.text("here/file") == "f")
    }

    @Test("With --fxp one server sends a file straight to the other; what has a limit comes here")
    func straight() throws {
        let other = try Served()
        let source = served.url + "/file"
        let lines = try run("cp", "--json", "--fxp", source, other.url + "/file")
        #expect(events(lines) == ["queued", "began", "done", "total"])
        #expect(lines[2]["via"] as? String == "fxp")
        #expect(try total(lines) == ["files": 1, "bytes": 1, "failed": 0])
        #expect(other.text("served/file") == "f")
        let limited = try run(
            "cp", "--json", "--fxp", "--limit-rate", "1M", source, other.url + "/limited")
        #expect(limited[2]["via"] as? String == "here")
        #expect(other.text("served/limited") == "f")
    }

    @Test("Each file of a tree has its lines, in this order", arguments: ["get", "cp", "put"])
    func tree(command: String) throws {
        var source = served.url + "/tree"
        var target = "there"
        if command == "put" {
            #expect(try served.run(["get", "-r", source]).code == 0)
            (source, target) = ("tree", served.url + "/there")
        }
        let lines = try run(command, "--json", "-r", source, target)
        for name in ["/a", "/sub/b"] {
            let own = lines.filter { ($0["target"] as? String)?.hasSuffix("there" + name) == true }
            #expect(events(own) == ["began", "done"], "\(own)")
        }
        #expect(try total(lines) == ["files": 2, "bytes": 11, "failed": 0])
    }

    @Test("What the queue works on has the same lines, and what fails or asks is told")
    func queue() throws {
        try served.folder.makeFolder("here/into")
        try served.folder.write("old", to: "here/into/file")
        func add(_ arguments: String...) throws {
            let added = try served.run(["queue", "add"] + arguments + ["into"])
            #expect(added.code == 0, "\(added.errors)")
        }
        let url = served.url.replacingOccurrences(of: "u:p@", with: "u@")
        try add("-r", "--no-tls", url + "/tree")
        func work(code: Int) throws -> [[String: Any]] {
            try lines(
                served.run(script: "FERRY_PASSWORD=p exec \"$FERRY\" queue run --json"), code: code)
        }
        let done = try work(code: 0)
        #expect(events(done).filter { $0 == "queued" }.count == 1)
        #expect(events(done).first == "queued")
        for name in ["/a", "/sub/b"] {
            let own = done.filter { ($0["target"] as? String)?.hasSuffix("tree" + name) == true }
            #expect(events(own) == ["began", "done"], "\(own)")
        }
        #expect(try total(done) == ["files": 2, "bytes": 11, "failed": 0])
        try add("--no-tls", url + "/file")
        try add("--no-tls", url + "/none")
        let failed = try work(code: 1)
        #expect(events(failed).filter { $0 == "asks" }.count == 1)
        #expect(failed.filter { $0["event"] as? String == "failed" }.count == 2)
        #expect(try total(failed) == ["files": 0, "bytes": 0, "failed": 2])
        // What had failed before is said again, and counts.
        #expect(try total(work(code: 1)) == ["files": 0, "bytes": 0, "failed": 2])
        #expect(try served.run(["queue", "run", "--json", "--detach"]).code == 2)
    }

    @Test("What fails has its reason, and counts once")
    func failures() throws {
        let lines = try run(
            "get", "--json", served.url + "/none", served.url + "/file", ".", code: 1)
        let failed = lines.filter { $0["event"] as? String == "failed" }
        #expect(failed.count == 1)
        #expect((failed.first?["source"] as? String)?.hasSuffix("/none") == true)
        #expect((failed.first?["message"] as? String)?.contains("/none") == true)
        #expect(try total(lines) == ["files": 1, "bytes": 1, "failed": 1])
        let missing = try run("put", "--json", "none", served.url + "/", code: 1)
        #expect(events(missing) == ["failed", "total"])
        #expect(try total(missing) == ["files": 0, "bytes": 0, "failed": 1])
        for name in ["sub", "sub/tree", "sub/tree/a"] {
            try served.folder.makeFolder("here/" + name)
        }
        // A directory is in the way of one file of the tree: that is one failure, not three.
        let blocked = try run(
            "get", "--json", "-r", served.url + "/tree", "sub", code: 1)
        #expect(try total(blocked)["failed"] == 1, "\(blocked)")
    }

    @Test("What is whole already has moved nothing")
    func resumed() throws {
        _ = try run("get", "--json", served.url + "/file")
        let lines = try run("get", "--json", "-c", served.url + "/file")
        #expect(try total(lines) == ["files": 1, "bytes": 0, "failed": 0])
    }

    @Test("A name that is no text carries its bytes")
    func oddNames() throws {
        let name = served.folder.path("here/").utf8.map { CChar(bitPattern: $0) }
        let file = open(name + [0x66, -1, 0], O_WRONLY | O_CREAT, 0o644)
        #expect(file >= 0)
        close(file)
        let outcome = try served.run(script: "exec \"$FERRY\" cp --json f* \"$URL\"/")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("66ff\""), "\(outcome.output)")
        #expect(outcome.output.contains("\"source_bytes\":\""))
    }

    @Test("What is written into a device is told of as well; stdout is taken")
    func streams() throws {
        let lines = try run("cp", "--json", served.url + "/file", "/dev/null")
        #expect(events(lines) == ["began", "done", "total"])
        #expect(try total(lines)["files"] == 1)
        for arguments in [
            ["get", "--json", "-o", "-", served.url + "/file"],
            ["cp", "--json", served.url + "/file", "/dev/stdout"],
        ] {
            let outcome = try served.run(arguments)
            #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome.errors)")
        }
    }

    @Test("Where stdout takes nothing, that is said, and the files are there")
    func full() throws {
        let outcome = try served.run(
            script: "exec \"$FERRY\" get --json \"$URL\"/file >/dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("stdout"), "\(outcome.errors)")
        #expect(served.text("here/file") == "f")
    }
}
