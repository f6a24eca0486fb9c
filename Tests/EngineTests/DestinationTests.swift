import Files
import Jobs
import Testing

@Suite("Where a target leads")
struct DestinationTests {
    private let path = Path("/there/new")

    private func look(
        _ path: Path, endsInSlash: Bool = false, count: Int = 1, isDirectory: Bool
    ) throws -> Destination {
        try Destination(
            path, endsInSlash: endsInSlash, count: count,
            isDirectory: { asked throws(FileSystemError) in
                #expect(asked == path)
                return isDirectory
            })
    }

    @Test("A slash, the root, and several things tell that it is a directory")
    func told() throws {
        #expect(Destination(path, endsInSlash: true, count: 1) == .into(path))
        #expect(Destination(path, endsInSlash: false, count: 2) == .into(path))
        #expect(Destination(.root, endsInSlash: false, count: 1) == .into(.root))
        #expect(Destination(path, endsInSlash: false, count: 1) == nil)
        #expect(try look(path, endsInSlash: true, isDirectory: false) == .into(path))
    }

    @Test("Else it is a directory where there is one, and a new name where there is none")
    func found() throws {
        let name = try #require(Name("file"))
        let into = try look(path, isDirectory: true)
        #expect(into == .into(path))
        #expect(into.path(for: name) == Path("/there/new/file"))
        #expect(into.root == path)
        let named = try look(path, isDirectory: false)
        #expect(named == .named(path))
        #expect(named.path(for: name) == path)
        #expect(named.root == Path("/there"))
    }

    @Test("What cannot be looked at is the error that it is")
    func unknown() {
        #expect(throws: FileSystemError.self) {
            try Destination(
                path, endsInSlash: false, count: 1,
                isDirectory: { _ throws(FileSystemError) in
                    throw FileSystemError(.connection, detail: "It is gone.")
                })
        }
    }
}
