import DemoServer
import Support
import Testing

@Suite("The sample tree")
struct SampleTreeTests {
    @Test("It is written whole, with links that can be followed, and is served")
    func written() throws {
        let served = try ServedFolder()
        try SampleTree.write(to: served.folder.path)
        let client = try served.client()
        #expect(try client.expect("SIZE latest.tar.gz", 213) == "213 5242880")
        #expect(try client.expect("SIZE www/current/new-boat.md", 213).hasPrefix("213 "))
        #expect(try client.fetchText("RETR www/日本語/テスト.txt") == "これはテストです。\n")
        #expect(try client.expect("MDTM www", 213).hasPrefix("213 2024"))
        #expect(served.folder.read("logs/empty.log") == [])
    }

    @Test("It refuses to write over what is there")
    func twice() throws {
        let folder = try TemporaryFolder()
        try SampleTree.write(to: folder.path)
        #expect(throws: SampleTree.Failure.self) { try SampleTree.write(to: folder.path) }
    }
}
