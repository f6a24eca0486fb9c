/// How the bytes of a file are put into one short number.
package enum ChecksumAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// RFC 1321; it tells what was changed by accident, not what was changed on purpose.
    case md5
    /// FIPS 180-4; the same holds for the first.
    case sha1, sha256, sha512
    /// ISO 3309, as .zip has it; for accidents only.
    case crc32

    /// Bytes of the checksum.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        case .crc32: 4
        }
    }
}

/// What an algorithm makes of a file's bytes.
package struct Checksum: Hashable, Sendable {
    package let algorithm: ChecksumAlgorithm
    /// The highest byte first.
    package let bytes: [UInt8]

    /// Nil where the count of bytes is not the algorithm's.
    package init?(_ algorithm: ChecksumAlgorithm, _ bytes: [UInt8]) {
        guard bytes.count == algorithm.byteCount else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// From hexadecimal digits of either case; nil for anything else.
    package init?(_ algorithm: ChecksumAlgorithm, hex: some Collection<UInt8>) {
        guard hex.count == algorithm.byteCount * 2 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in hex {
            guard let value = Checksum.value(of: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.init(algorithm, bytes)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// Small hexadecimal digits.
    package var text: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A file system that may tell checksums of files where these lie, so that nobody has to fetch them.
package protocol Checksumming: FileSystem {
    /// Those it may be asked for, as far as is known; it may have none of them for a file all the same.
    var checksumAlgorithms: Set<ChecksumAlgorithm> { get }
    /// Checksums of whole files; of a link, of what it leads to. A file of which none can be had this
    /// way is missing: whoever needs it reads the file, and hears then what is wrong with it. Throws
    /// `.cancelled`, and what lost the connection.
    func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum]
}
