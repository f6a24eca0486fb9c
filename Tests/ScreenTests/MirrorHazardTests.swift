import DemoServer
import Glibc
import Support
import Testing

@Suite("Whatever a server says of its directories, ferry mirror deletes nothing that it must not")
struct MirrorHazardTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["served", "served/a", "served/a/sub", "here/b", "here/b/sub"] {
            try folder.makeFolder(name)
        }
        for name in ["a/f", "a/sub/g"] { try folder.write("one", to: "served/\(name)") }
        for name in ["b/f", "b/sub/g", "b/sub/theirs"] {
            try folder.write("two2", to: "here/\(name)")
        }
    }

    /// Mirrors from a server with such faults to this machine.
    private func mirror(_ behaviour: Behaviour, _ arguments: String...) throws -> Outcome {
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "u"), behaviour: behaviour)
        defer { server.stop() }
        let url = "ftp://u:p@127.0.0.1:\(try server.start())/a"
        return try Outcome(
            ["mirror", "--no-tls", "--delete"] + arguments + [url, "b"], in: folder)
    }

    @Test("A listing that is refused, cut off or never ends deletes nothing below")
    func broken() throws {
        for fault in Fault.brokenListings {
            let outcome = try mirror([.always(fault)])
            #expect(outcome.code != 0, "\(fault)")
            #expect(!outcome.errors.isEmpty, "\(fault)")
            for name in ["b/f", "b/sub/g", "b/sub/theirs"] {
                #expect(folder.exists("here/\(name)"), "\(fault)")
            }
        }
    }

    @Test("A source that comes back empty deletes nothing")
    func empty() throws {
        let outcome = try mirror([.always(.listing(at: "MLSD", []))])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Nothing was deleted, because"), "\(outcome.errors)")
        for name in ["b/f", "b/sub/g", "b/sub/theirs"] { #expect(folder.exists("here/\(name)")) }
    }

    @Test("A directory that comes back empty once is asked about again")
    func emptyOnce() throws {
        let outcome = try mirror([.once(.listing(at: "MLSD", []))])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.exists("here/b/f") && folder.exists("here/b/sub/g"))
        #expect(!folder.exists("here/b/sub/theirs"))
    }

    @Test("A host that is written in another way is the same host")
    func otherHost() throws {
        let server = try DemoServer(root: folder.path("served"), options: .init(user: "u"))
        defer { server.stop() }
        let port = try server.start()
        for command in [["mirror", "--delete"], ["cp", "-r"]] {
            let (from, to) = ("ftp://u:p@127.0.0.1:\(port)/a", "ftp://u:p@localhost:\(port)/a/sub")
            let outcome = try Outcome(command + ["--no-tls", from, to], in: folder)
            #expect(outcome.code == 2, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("cannot be copied into itself"), "\(outcome.errors)")
        }
        #expect(folder.names(in: "served/a/sub") == ["g"])
    }

    @Test("--delete-after deletes nothing where a copy has failed")
    func after() throws {
        var outcome = try mirror([.always(.reply("RETR", "550 No\r\n"))], "--delete-after")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Nothing was deleted"), "\(outcome.errors)")
        #expect(folder.exists("here/b/sub/theirs"))
        outcome = try mirror([], "--delete-after")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!folder.exists("here/b/sub/theirs"))
    }
}
