import Glibc
import Support
import Testing

@Suite("ferry sync takes nothing for what it only seems to be")
struct SyncCareTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["a", "a/sub", "b"] { try folder.makeFolder(name) }
        for name in ["f", "g", "sub/h"] { try folder.write("text of \(name)", to: "a/\(name)") }
        #expect(try sync().code == 0)
    }

    private func sync(_ arguments: String...) throws -> Outcome {
        try Outcome(["sync"] + arguments + [folder.path("a"), folder.path("b")], in: folder)
    }

    private func setTime(_ name: String) throws {
        var times = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
        #expect(utimes(folder.path(name), &times) == 0)
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat(folder.path(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("A new file of the size and time of a deleted one was not that one")
    func moved() throws {
        try folder.write("version 1", to: "a/v1")
        try setTime("a/v1")
        #expect(try sync().code == 0)
        try folder.write("version 2", to: "a/v2")
        try setTime("a/v2")
        #expect(unlink(folder.path("a/v1")) == 0)
        let plan = try sync("--dry-run").output
        #expect(plan.contains("> delete    v1") && plan.contains("> copy      v2"), "\(plan)")
        #expect(try sync().code == 0)
        #expect(folder.read("b/v2") == Array("version 2".utf8))
    }

    @Test("What an undo has removed was not deleted by anybody, also empty directories")
    func undone() throws {
        try folder.makeFolder("a/bare")
        try folder.write("new", to: "a/new")
        #expect(try sync().code == 0)
        #expect(try Outcome(["undo"], in: folder).code == 0)
        #expect(!folder.exists("b/bare") && !folder.exists("b/new"))
        #expect(try sync().code == 0)
        #expect(folder.exists("a/bare") && folder.exists("b/bare") && folder.exists("b/new"))
        // The other changes are as they were agreed.
        #expect(unlink(folder.path("b/f")) == 0)
        #expect(try sync().code == 0)
        #expect(!folder.exists("a/f"))
    }

    @Test("A directory that the first sync has made may be made again after an undo")
    func again() throws {
        let arguments = ["sync", folder.path("a"), folder.path("c")]
        #expect(try Outcome(arguments, in: folder).code == 0)
        #expect(try Outcome(["undo"], in: folder).code == 0)
        #expect(!folder.exists("c"))
        let outcome = try Outcome(arguments, in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.exists("c/sub/h"))
    }

    @Test("New names alone are taken back one by one")
    func names() throws {
        try folder.write("another size", to: "a/g")
        #expect(try sync().code == 0)
        for name in ["f", "g"] {
            #expect(rename(folder.path("a/\(name)"), folder.path("a/new \(name)")) == 0)
        }
        #expect(try sync().code == 0)
        // As if one had been written down and never been done.
        #expect(rename(folder.path("b/new f"), folder.path("b/f")) == 0)
        let outcome = try Outcome(["undo"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.names(in: "b").sorted() == [".ferry-trash", "f", "g", "sub"])
    }

    @Test("A file that was renamed and has other permissions gets both on the other side")
    func movedMode() throws {
        #expect(rename(folder.path("a/sub/h"), folder.path("a/sub/renamed")) == 0)
        #expect(chmod(folder.path("a/sub/renamed"), 0o600) == 0)
        for _ in 0..<2 { #expect(try sync().code == 0) }
        #expect(folder.names(in: "b/sub") == ["renamed"])
        #expect(mode("b/sub/renamed") == 0o600 && mode("a/sub/renamed") == 0o600)
    }

    @Test("Permissions that nobody has carried over still differ the next time")
    func modes() throws {
        #expect(chmod(folder.path("a/f"), 0o600) == 0)
        #expect(try sync("--no-mode").code == 0)
        try folder.write("new", to: "a/new")
        #expect(try sync("--save-plan", folder.path("plan")).code == 0)
        let lines = String(decoding: folder.read("plan") ?? [], as: UTF8.self)
            .split(separator: "\n").filter { !$0.contains(#""path":"f""#) }
        try folder.write(lines.joined(separator: "\n"), to: "plan")
        #expect(try Outcome(["sync", "--plan", folder.path("plan")], in: folder).code == 0)
        #expect(folder.exists("b/new") && mode("b/f") == 0o644)
        #expect(try sync().code == 0)
        #expect(mode("b/f") == 0o600)
    }

    @Test("Both halves of a plan can be done, one after the other")
    func halves() throws {
        for name in ["a/f", "b/g"] { #expect(unlink(folder.path(name)) == 0) }
        #expect(try sync("--save-plan", folder.path("plan")).code == 0)
        let lines = String(decoding: folder.read("plan") ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        for (number, line) in lines.dropFirst().enumerated() {
            try folder.write(lines[0] + "\n" + line, to: "plan\(number)")
            let outcome = try Outcome(["sync", "--plan", folder.path("plan\(number)")], in: folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(folder.names(in: "a").sorted() == [".ferry-trash", "sub"])
        #expect(folder.names(in: "b").sorted() == [".ferry-trash", "sub"])
    }

    @Test("Equal sizes alone are no proof for later")
    func sizes() throws {
        try folder.write("TEXT OF f", to: "a/f")
        try setTime("a/f")
        #expect(try sync("--size-only").code == 0)
        #expect(folder.read("b/f") == Array("text of f".utf8))
        #expect(try sync().code == 0)
        #expect(folder.read("b/f") == Array("TEXT OF f".utf8))
    }

    @Test("A version is not deleted where only the new name of the other came about")
    func keptTwice() throws {
        // Changed with the same size and time, as a bad disk would.
        for name in ["a/f", "b/f"] { try setTime(name) }
        #expect(try sync().code == 0)
        try folder.write("text oF f", to: "b/f")
        try setTime("b/f")
        let outcome = try sync("--checksum", "--verbose")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.read("a/f") == Array("text of f".utf8))
        #expect(folder.names(in: "b").count { $0.hasPrefix("f.conflict-") } == 1)
    }
}
