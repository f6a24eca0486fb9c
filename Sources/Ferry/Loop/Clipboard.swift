import Glibc
import Web

/// The terminal's own clipboard, also over ssh: OSC 52.
enum Clipboard {
    /// Bytes; terminals refuse much more.
    private static let limit = 65_536

    static func copy(_ text: String) {
        let sequence = "\u{1B}]52;c;\(Base64.encode(Array(text.utf8.prefix(limit))))\u{7}"
        try? Output.standard.write(Array(sequence.utf8))
    }
}
