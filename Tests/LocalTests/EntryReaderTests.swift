import Files
import Glibc
import Support
import Testing

@testable import Local

@Suite struct EntryReaderTests {
    let folder: TemporaryFolder
    let stop = StopFlag()

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("hello", to: "a")
        guard symlink("a", folder.path("link")) == 0 else { throw Failure() }
    }

    private struct Failure: Error {}

    @Test("A listing has each name with what is known of it") func list() throws {
        var reader = EntryReader(stop)
        var counts: [Int] = []
        let listed = try reader.list(folder.root) { counts.append($0) }.entries
        #expect(listed.map(\.name.text).sorted() == ["a", "link"])
        #expect(listed.first { $0.name.text == "a" }?.size == 5)
        #expect(listed.first { $0.name.text == "link" }?.target == Array("a".utf8))
        #expect(Set(counts) == [0])
    }

    @Test("A listing ends when it is told to") func stopped() {
        var reader = EntryReader(stop)
        stop.set()
        let error = #expect(throws: FileSystemError.self) {
            try reader.list(folder.root) { _ in }
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("Of a link, the entry is the link's own, the details are of what it leads to")
    func links() throws {
        var reader = EntryReader(stop)
        let link = folder.at("link")
        #expect(try reader.entry(at: link)?.kind == .link)
        let details = reader.details(of: [link, folder.at("gone")])
        #expect(details.map { $0?.size } == [5, nil])
        let prints = reader.fingerprints(of: [link, folder.at("a"), folder.at("gone")])
        #expect(prints.count == 2)
        #expect(prints[link] != prints[folder.at("a")])
    }

    @Test("What is not there is nothing, and no error") func gone() throws {
        var reader = EntryReader(stop)
        #expect(try reader.entry(at: folder.at("gone")) == nil)
        #expect(try reader.entry(at: folder.at("a/b")) == nil)
    }
}
