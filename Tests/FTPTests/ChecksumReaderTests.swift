import Files
import Support
import Testing

@testable import FTP

@Suite("Digests that an FTP server tells")
struct ChecksumReaderTests {
    private static let sum = String(repeating: "ab", count: 32)

    private func reply(_ code: Int, _ text: String) -> Reply {
        Reply(code: code, lines: [Array("\(code) \(text)".utf8)])
    }

    private func features(_ lines: String...) -> Features {
        Features(
            Reply(code: 211, lines: (["211-x"] + lines + ["211 End"]).map { Array($0.utf8) }))
    }

    @Test("HASH goes first, then the commands of old; without either there is none")
    func choice() {
        let all = features(" HASH SHA-256*;SHA-1;CRC32", " XCRC", " XSHA", " XMD5")
        #expect(ChecksumCommand.known(.sha256, all) == .hash)
        #expect(ChecksumCommand.known(.crc32, all) == .hash)
        #expect(ChecksumCommand.known(.md5, all) == .own("XMD5"))
        #expect(ChecksumCommand.known(.sha512, all) == nil)
        #expect(ChecksumCommand.known(.sha1, features(" XSHA")) == .own("XSHA"))
    }

    @Test(
        "Of HASH only the digest of the whole file by that algorithm counts",
        arguments: [
            (213, "SHA-256 0-5 \(sum) a b", true), (213, "SHA-256 0-4 \(sum) f", true),
            (213, "SHA-256 0-3 \(sum) f", false), (213, "SHA-256 1-5 \(sum) f", false),
            (213, "SHA-1 0-5 \(sum) f", false), (213, sum, false),
            (213, "SHA-256 0-5 abcd f", false), (450, "SHA-256 0-5 \(sum) f", false),
            (500, "what?", false),
        ])
    func hash(code: Int, text: String, counts: Bool) {
        let found = ChecksumCommand.hash.checksum(in: reply(code, text), .sha256, size: 5)
        #expect(found == (counts ? Checksum(.sha256, hex: Array(Self.sum.utf8)) : nil))
    }

    @Test("A bare digest counts where it is as long as the algorithm's, zeros of a CRC added")
    func own() {
        let way = ChecksumCommand.own("XCRC")
        let crc = way.checksum(in: reply(250, "1C02A7"), .crc32, size: 5)
        #expect(crc?.text == "001c02a7")
        #expect(way.checksum(in: reply(250, "B61C02A7FF"), .crc32, size: 5) == nil)
        #expect(way.checksum(in: reply(250, "a b"), .crc32, size: 5) == nil)
        #expect(way.checksum(in: reply(501, "B61C02A7"), .crc32, size: 5) == nil)
        let sha = ChecksumCommand.own("XSHA256")
        #expect(sha.checksum(in: reply(250, Self.sum), .sha256, size: 5)?.text == Self.sum)
        #expect(sha.checksum(in: reply(250, "abcd"), .sha256, size: 5) == nil)
    }

    @Test("Many are asked for together, and what cannot be used is left out")
    func window() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["SIZE", "HASH SHA-256*;"])
            try peer.expect("OPTS HASH SHA-256", "200 SHA-256")
            for size in [5, 7] {
                try peer.expect("SIZE \(size == 5 ? "a" : "b c")", "213 \(size)")
                try peer.expect("MDTM \(size == 5 ? "a" : "b c")", "500 what?")
            }
            try peer.expect("HASH a")
            try peer.expect("HASH b c")
            try peer.reply("213 SHA-256 0-5 \(Self.sum) a")
            try peer.reply("450 busy")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let found = try client.files.checksums(of: [Path("/a"), Path("/b c")], .sha256)
        #expect(found.count == 1)
        #expect(found[Path("/a")]?.text == Self.sum)
        client.files.close()
        try peer.verify()
    }
}
