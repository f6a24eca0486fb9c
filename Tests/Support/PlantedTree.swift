/// A tree with odd names, an empty file and a larger one.
package enum PlantedTree {
    package static func plant(in root: TemporaryFolder) throws {
        for folder in ["sub", "sub/深い", "empty folder"] { try root.makeFolder(folder) }
        for (name, bytes) in files { try root.write(bytes, to: name) }
    }

    package static let files: [String: [UInt8]] = [
        "readme.txt": Array("hello\n".utf8), "empty": [], "noise.bin": noise(3_000_001),
        "sub/100% [a]*?;#&.txt": Array("odd".utf8), "sub/深い/テスト.bin": noise(70_000),
        "sub/ leading and trailing ": Array("blanks".utf8),
        "sub/quote\"it's<b>.html": Array("<script>alert(1)</script>".utf8),
    ]

    /// Bytes that differ from place to place.
    package static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        let block = (0..<min(count, blockSize)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        guard count > blockSize else { return block }
        // Byte by byte, a large file takes longer than the test that it is for.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for number in 0..<UInt64(count / blockSize + 1) {
            withUnsafeBytes(of: number) { bytes += $0 }
            bytes += block.prefix(max(0, min(blockSize, count - bytes.count)))
        }
        return Array(bytes.prefix(count))
    }

    /// A prime, so that no block of a power of two is like another.
    private static let blockSize = 1_000_003
}
