import Glibc

/// What this machine's processor does by itself.
struct ProcessorFeatures: Hashable, Sendable {
    /// Bytes of the system's description that are looked at: its first processor's.
    private static let limit = 16 << 10

    /// Whether it has instructions for AES: without these AES is slower than ChaCha20, with them far
    /// quicker.
    let hasAES: Bool

    /// From what the system writes in `/proc/cpuinfo`.
    init(_ description: String) {
        hasAES = description.split(separator: "\n").contains { line in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ":" })
            guard let first = words.first, first == "flags" || first == "Features" else {
                return false
            }
            return words.dropFirst().contains("aes")
        }
    }

    /// Those of this machine; none where the system does not say.
    static let here: ProcessorFeatures = {
        let file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return ProcessorFeatures("") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < limit {
            let count = read(file, &block, block.count)
            guard count > 0 else { break }
            bytes += block[..<count]
        }
        return ProcessorFeatures(String(decoding: bytes, as: UTF8.self))
    }()
}
