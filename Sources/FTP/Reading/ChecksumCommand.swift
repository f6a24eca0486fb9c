import Files

/// The commands by which a server tells a file's digest.
enum ChecksumCommand: Equatable {
    /// HASH (draft-bryan-ftpext-hash): its reply names algorithm and range, so that nothing is taken for
    /// what it is not.
    case hash
    /// XSHA256 and its kin, by this name.
    case own(String)

    /// The one by which `algorithm` is asked for, as FEAT has it; nil for none.
    static func known(
        _ algorithm: ChecksumAlgorithm, _ features: Features
    ) -> ChecksumCommand? {
        if features.hashes.contains(name(of: algorithm)) { return .hash }
        let names =
            switch algorithm {
            case .md5: ["XMD5"]
            case .sha1: ["XSHA1", "XSHA"]
            case .sha256: ["XSHA256"]
            case .sha512: ["XSHA512"]
            case .crc32: ["XCRC"]
            }
        return names.first { features.contains($0) }.map { .own($0) }
    }

    /// As HASH has it.
    static func name(of algorithm: ChecksumAlgorithm) -> String {
        switch algorithm {
        case .md5: "MD5"
        case .sha1: "SHA-1"
        case .sha256: "SHA-256"
        case .sha512: "SHA-512"
        case .crc32: "CRC32"
        }
    }

    /// Nil where the server would take the name for several arguments.
    func command(_ path: Path, as name: [UInt8]) throws(FileSystemError) -> Command? {
        switch self {
        case .hash: try Command("HASH", name, path: path)
        case .own(let verb):
            name.contains(0x20) ? nil : try Command(verb, name, path: path)
        }
    }

    /// The digest of all `size` bytes; nil where the reply does not say that, or says something else.
    func checksum(
        in reply: Reply, _ algorithm: ChecksumAlgorithm, size: UInt64
    ) -> Checksum? {
        guard reply.isSuccess, let text = reply.texts.last else { return nil }
        let words = text.split(separator: 0x20).map { Array($0) }
        switch self {
        case .hash:
            guard words.count >= 3,
                words[0].elementsEqual(ChecksumCommand.name(of: algorithm).utf8),
                ChecksumCommand.isWhole(words[1], size)
            else { return nil }
            return Checksum(algorithm, hex: words[2])
        case .own:
            guard let word = words.first, words.count == 1 else { return nil }
            // Some leave zeros in front of a CRC out.
            let lack = algorithm.byteCount * 2 - word.count
            let zeros = algorithm == .crc32 && (1...7).contains(lack) ? lack : 0
            return Checksum(algorithm, hex: [UInt8](repeating: 0x30, count: zeros) + word)
        }
    }

    /// Whether `0-N` is all of it: servers count its end in, or do not.
    private static func isWhole(_ range: [UInt8], _ size: UInt64) -> Bool {
        let ends = String(decoding: range, as: UTF8.self)
            .split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard ends.count == 2, ends[0] == 0, let end = ends[1] else { return false }
        return end == size || (size > 0 && end == size - 1)
    }
}
