import Files

/// What a listing tells of an entry, its name aside, in 24 bytes.
struct PackedEntry: Sendable {
    private static let unknownSize = UInt64.max
    private static let unknownMode = UInt16.max

    private let size: UInt64
    private let seconds: Int64
    private let mode: UInt16
    private let exactness: UInt8
    let kind: Entry.Kind
    /// Where what few entries have is kept; negative for nowhere.
    let rarity: Int32

    init(_ kind: Entry.Kind, _ print: FileFingerprint, mode: UInt16?, rarity: Int32 = -1) {
        self.kind = kind
        size = print.size ?? PackedEntry.unknownSize
        seconds = print.modified?.seconds ?? 0
        exactness = print.modified?.exactness ?? 0
        self.mode = mode ?? PackedEntry.unknownMode
        self.rarity = rarity
    }

    /// Its size and time, as far as they are known.
    var print: FileFingerprint {
        FileFingerprint(
            size: size == PackedEntry.unknownSize ? nil : size,
            modified: Timestamp(exactness: exactness, seconds: seconds))
    }

    var knownMode: UInt16? { mode == PackedEntry.unknownMode ? nil : mode }
}
