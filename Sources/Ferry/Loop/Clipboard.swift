import Glibc

/// The terminal's own clipboard, also over ssh: OSC 52.
enum Clipboard {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// Bytes; terminals refuse much more.
    private static let limit = 65_536

    static func copy(_ text: String) {
        let sequence = "\u{1B}]52;c;\(base64(Array(text.utf8.prefix(limit))))\u{7}"
        try? Output.standard.write(Array(sequence.utf8))
    }

    static func base64(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for position in 0..<4 {
                let index = Int(bits >> UInt32(18 - 6 * position) & 63)
                result.append(position <= group.count ? alphabet[index] : 0x3D)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
