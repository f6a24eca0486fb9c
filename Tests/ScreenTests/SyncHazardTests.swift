import DemoServer
import Glibc
import Support
import Testing

@Suite("Whatever a server says of its directories, ferry sync deletes nothing that it must not")
struct SyncHazardTests {
    private let folder: TemporaryFolder
    /// At which both sides have agreed.
    private let port: UInt16

    init() throws {
        folder = try Ferry.folder()
        for name in ["served", "served/a", "served/a/sub", "here/b"] {
            try folder.makeFolder(name)
        }
        for name in ["a/f", "a/g", "a/sub/h", "a/sub/i"] {
            try folder.write("one", to: "served/\(name)")
        }
        try folder.write("default login u password p\n", to: ".netrc")
        chmod(folder.path(".netrc"), 0o600)
        let server = try DemoServer(root: folder.path("served"), options: .init(user: "u"))
        port = try server.start()
        defer { server.stop() }
        let outcome = try Outcome(["sync", "--no-tls", "b", url], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.names(in: "here/b").sorted() == ["f", "g", "sub"])
    }

    private var url: String { "ftp://u:p@127.0.0.1:\(port)/a" }

    /// Synchronises with the server, which has such faults now.
    private func sync(_ behaviour: Behaviour = [], _ arguments: String...) throws -> Outcome {
        var options = DemoServer.Options(user: "u")
        options.port = port
        let server = try DemoServer(
            root: folder.path("served"), options: options, behaviour: behaviour)
        defer { server.stop() }
        _ = try server.start()
        return try Outcome(["sync", "--no-tls"] + arguments + ["b", url], in: folder)
    }

    private func undo(_ behaviour: Behaviour = []) throws -> Outcome {
        var options = DemoServer.Options(user: "u")
        options.port = port
        let server = try DemoServer(
            root: folder.path("served"), options: options, behaviour: behaviour)
        defer { server.stop() }
        _ = try server.start()
        return try Outcome(
            ["undo", "--no-tls"], environment: ["FERRY_PASSWORD": "p"], in: folder)
    }

    @Test("A listing that is refused, cut off or never ends deletes nothing on this side")
    func broken() throws {
        for fault in Fault.brokenListings {
            let outcome = try sync([.always(fault)])
            #expect(outcome.code != 0, "\(fault)")
            #expect(!outcome.errors.isEmpty, "\(fault)")
            for name in ["b/f", "b/g", "b/sub/h", "b/sub/i"] {
                #expect(folder.exists("here/\(name)"), "\(fault)")
            }
        }
        // Nothing was forgotten by that.
        #expect(unlink(folder.path("served/a/f")) == 0)
        #expect(try sync().code == 0)
        #expect(!folder.exists("here/b/f"))
    }

    @Test("A server that comes back empty, always or once, deletes nothing")
    func empty() throws {
        let outcome = try sync([.always(.listing(at: "MLSD", []))])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Nothing was deleted in"), "\(outcome.errors)")
        #expect(try sync([.once(.listing(at: "MLSD", []))]).code == 0)
        for name in ["b/f", "b/g", "b/sub/h", "b/sub/i"] { #expect(folder.exists("here/\(name)")) }
    }

    @Test("What this side has lost at once is not deleted on the server")
    func lost() throws {
        #expect(try Outcome(script: "rm -r b/*", in: folder).code == 0)
        let outcome = try sync()
        #expect(outcome.code == 1)
        for name in ["a/f", "a/g", "a/sub/h"] { #expect(folder.exists("served/\(name)")) }
    }

    @Test("What cannot be copied is not forgotten, and what is deleted is kept aside")
    func failing() throws {
        try folder.write("changed here", to: "here/b/f")
        #expect(unlink(folder.path("here/b/g")) == 0)
        #expect(try sync([.always(.reply("STOR", "550 No\r\n"))]).code == 1)
        #expect(folder.read("served/a/f") == Array("one".utf8))
        #expect(!folder.exists("served/a/g"))
        let run = try #require(folder.names(in: "served/a/.ferry-trash").first)
        #expect(folder.exists("served/a/.ferry-trash/\(run)/g"))
        #expect(try sync().code == 0)
        #expect(folder.read("served/a/f") == Array("changed here".utf8))
    }

    @Test("A server that cannot rename gets a copy instead of a new name")
    func copies() throws {
        #expect(rename(folder.path("here/b/f"), folder.path("here/b/new")) == 0)
        let outcome = try sync(
            [.always(.reply("RNFR", "550 No\r\n"))], "--no-backup")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.names(in: "served/a").sorted() == ["g", "new", "sub"])
        #expect(try sync([], "--json").output.split(separator: "\n").count == 1)
    }

    @Test("An undo that is cut short makes nothing count as deleted")
    func cutShort() throws {
        for number in 0..<6 { try folder.write("new", to: "here/b/new\(number)") }
        #expect(try sync().code == 0)
        // What it deletes is gone, and the answers are lost.
        #expect(try undo([.always(.close(at: "DELE"))]).code != 0)
        for number in 0..<6 { unlink(folder.path("served/a/new\(number)")) }
        #expect(try sync().code == 0)
        for number in 0..<6 {
            #expect(folder.exists("here/b/new\(number)") && folder.exists("served/a/new\(number)"))
        }
    }

    @Test("One undo takes back what was done on both sides")
    func both() throws {
        try folder.write("changed here", to: "here/b/f")
        try folder.write("changed there", to: "served/a/g")
        #expect(unlink(folder.path("served/a/sub/h")) == 0)
        #expect(try sync().code == 0)
        #expect(folder.read("served/a/f") == Array("changed here".utf8))
        #expect(folder.read("here/b/g") == Array("changed there".utf8))
        #expect(!folder.exists("here/b/sub/h"))
        // The password may be given as for every other command.
        #expect(unlink(folder.path(".netrc")) == 0)
        let outcome = try undo()
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.read("served/a/f") == Array("one".utf8))
        #expect(folder.read("here/b/g") == Array("one".utf8))
        #expect(folder.exists("here/b/sub/h"))
        #expect(!folder.exists("here/b/.ferry-trash") && !folder.exists("served/a/.ferry-trash"))
    }
}
