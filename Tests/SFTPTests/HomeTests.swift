import Files
import Support
import Testing

@testable import SFTP

@Suite("Home directories of other users")
struct HomeTests {
    private func bench(without names: String...) throws -> SFTPBench {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.home = "/home/me"
        behaviour.homes = ["you": "/people/you", "odd": "somewhere"]
        behaviour.extensions.removeAll { names.contains($0.name) }
        let bench = try SFTPBench(behaviour)
        for folder in ["home", "home/me", "people", "people/you", "people/you/sub"] {
            try bench.folder.makeFolder(folder)
        }
        return bench
    }

    private func path(_ text: String, _ bench: SFTPBench) throws -> Path {
        try bench.files.path(of: try #require(RelativePath(Array(text.utf8))))
    }

    @Test("By expand-path, or by home-directory", arguments: ["expand-path@openssh.com", "none"])
    func found(missing: String) throws {
        let bench = try bench(without: missing)
        #expect(try path("~you/sub", bench) == Path("/people/you/sub"))
        #expect(try path("~you", bench) == Path("/people/you"))
        #expect(try path("~/a", bench) == Path("/home/me/a"))
        #expect(try path("./~you", bench) == Path("/home/me/~you"))
    }

    @Test("A server that does not tell, or not whole, is said not to know")
    func unknown() throws {
        let bench = try bench(without: "expand-path@openssh.com", "home-directory")
        let failure = bench.failure { _ = try path("~you/sub", bench) }
        #expect(failure?.kind == .unsupported)
        #expect(failure?.message.contains("~you") ?? false)
        let other = try self.bench(without: "expand-path@openssh.com")
        #expect(other.failure { _ = try path("~odd", other) }?.kind == .unsupported)
        #expect(other.failure { _ = try path("~nobody", other) } != nil)
    }
}
