import Files
import Support
import Testing

@testable import FTP

@Suite("Sizes that were asked for a moment ago")
struct LearntSizesTests {
    private let file = Path("/a")

    @Test("A size serves once, for so long, and never where it is 0")
    func memory() {
        var sizes = LearntSizes()
        sizes.note(5, of: file, at: 100)
        sizes.note(0, of: Path("/empty"), at: 100)
        #expect(sizes.take(of: file, at: 100 + LearntSizes.lifetime - 1) == 5)
        #expect(sizes.take(of: file, at: 100) == nil)
        #expect(sizes.take(of: Path("/empty"), at: 100) == nil)
        sizes.note(5, of: file, at: 100)
        #expect(sizes.take(of: file, at: 100 + LearntSizes.lifetime) == nil)
    }

    @Test("A file that has become empty, or was replaced, has no earlier size any more")
    func forgetting() {
        var sizes = LearntSizes()
        sizes.note(5, of: file, at: 100)
        sizes.note(0, of: file, at: 101)
        #expect(sizes.take(of: file, at: 102) == nil)
        sizes.note(5, of: file, at: 100)
        sizes.forget(file)
        #expect(sizes.take(of: file, at: 102) == nil)
    }

    @Test("However many files are asked about, only so many are kept")
    func bounded() throws {
        var sizes = LearntSizes()
        for number in 0...LearntSizes.limit { sizes.note(7, of: Path("/\(number)"), at: 1) }
        let kept = (0...LearntSizes.limit).filter {
            sizes.take(of: Path("/\($0)"), at: 1) != nil
        }
        #expect(kept == [LearntSizes.limit])
    }

    @Test("A file of which SIZE has just spoken is read without asking again, and once only")
    func asksOnce() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "213 20200102030405")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.details(of: [file])[0]?.size == 5)
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test(
        "What comes is held against it as against one asked for now",
        arguments: [("hell", FileSystemError.Kind.truncated), ("hello!", .changed)])
    func verdicts(text: String, kind: FileSystemError.Kind) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "213 20200102030405")
            try peer.expectPassive()
            try peer.sendFile("RETR a", text)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.details(of: [file])
        let source = try client.files.open(file, from: 0)
        _ = try client.drain(source)
        let error = client.failure { () throws(FileSystemError) in try source.finish() }
        #expect(error?.kind == kind)
        #expect(error?.isTransient == true)
        client.files.close()
        try peer.verify()
    }
}
