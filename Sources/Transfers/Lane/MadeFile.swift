import Files

/// A file that was made of a source, by the store's word: what it must be to be that one still.
struct MadeFile {
    let size: UInt64
    /// The time that it was given; nil where it has its own.
    let modified: Timestamp?

    init(size: UInt64, modified: Timestamp?) {
        self.size = size
        self.modified = modified.flatMap { MadeFile.isExact($0) ? $0 : nil }
    }

    /// Nil where the store does not know how large it is.
    init?(_ part: StoredPart) {
        guard let size = part.size else { return nil }
        self.init(size: size, modified: part.modified)
    }

    static func isExact(_ time: Timestamp) -> Bool {
        time.precision == .second && time.isZoned
    }
}
