/// The bytes of a paste, up to the mark that ends it (`ESC [ 201 ~`).
struct PasteCollector: Sendable {
    private static let mark: [UInt8] = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// How many bytes of the mark have come.
    private var matched = 0

    /// Whether the byte is the mark's last one.
    mutating func take(_ byte: UInt8) -> Bool {
        let mark = PasteCollector.mark
        if byte == mark[matched] {
            matched += 1
            return matched == mark.count
        }
        for held in mark.prefix(matched) { keep(held) }
        matched = 0
        if byte == mark[0] { matched = 1 } else { keep(byte) }
        return false
    }

    /// What was pasted; the next paste begins empty.
    mutating func end() -> [UInt8] {
        let pasted = bytes
        self = PasteCollector()
        return pasted
    }

    private mutating func keep(_ byte: UInt8) {
        if bytes.count < KeyDecoder.pasteLimit { bytes.append(byte) }
    }
}
