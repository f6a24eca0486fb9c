import Digests
import Files
import Support
import Testing

@Suite("Checksums of bytes, and of files by reading them")
struct DigesterTests {
    /// Those of `abc`, from the algorithms' own papers.
    private static let known: [(ChecksumAlgorithm, String)] = [
        (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (.crc32, "352441c2"),
    ]

    @Test("Each algorithm gives what its paper says, in pieces of any size", arguments: 1...3)
    func known(size: Int) throws {
        for (algorithm, wanted) in DigesterTests.known {
            let digester = try #require(Digester(algorithm))
            let bytes = Array("abc".utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(bytes.count, start + size)].withUnsafeBytes {
                    digester.update($0)
                }
            }
            let found = try #require(digester.finish())
            #expect(found.text == wanted)
            #expect(found == Checksum(algorithm, hex: wanted.uppercased().utf8))
            #expect(digester.finish() == nil)
        }
    }

    @Test("What is no checksum is none")
    func nonsense() {
        #expect(Checksum(.crc32, hex: "352441c".utf8) == nil)
        #expect(Checksum(.crc32, hex: "352441cg".utf8) == nil)
        #expect(Checksum(.md5, [1, 2, 3]) == nil)
    }

    @Test("A file is read to its end; one that is not there, or stopped, is an error")
    func files() throws {
        let volume = MemoryVolume()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        volume.add("/file", bytes)
        let files = volume.connect()
        let found = try files.readChecksum(of: Path("/file"), .sha256)
        let digester = try #require(Digester(.sha256))
        bytes.withUnsafeBytes { digester.update($0) }
        #expect(found == digester.finish())
        #expect(throws: FileSystemError.self) {
            _ = try files.readChecksum(of: Path("/none"), .sha256)
        }
        let stopped = #expect(throws: FileSystemError.self) {
            _ = try files.readChecksum(of: Path("/file"), .crc32) { true }
        }
        #expect(stopped?.kind == .cancelled)
    }
}
