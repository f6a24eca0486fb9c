/// Follows compressed bytes as they go by, for the memory that unpacking them takes: libarchive asks for
/// as much as their headers say, however much that is. No I/O.
enum CompressionWatch {
    /// The first bytes have not come yet.
    case undecided
    /// No compression, or one that never takes more than some MiB: gzip, bzip2.
    case harmless
    case xz(XZWatch)
    case zstd(ZstdWatch)

    /// What came of some bytes.
    enum Verdict: Hashable {
        case fine
        /// They stop being what they began as, behind that many of them.
        case broken(Int)
        /// Bytes of memory that are needed from here on, more than are allowed.
        case tooMuch(UInt64)
    }

    /// Bytes that a dictionary or window may have: that of `xz -9`.
    static let allowed: UInt64 = 64 << 20

    /// Whether all bytes must come in their order, none twice or left out.
    var isStrict: Bool {
        switch self {
        case .undecided, .harmless: false
        case .xz, .zstd: true
        }
    }

    /// Takes the next bytes; the first of all in a piece that shows the format.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Verdict {
        if case .undecided = self { self = CompressionWatch.sniff(bytes) }
        switch self {
        case .undecided, .harmless:
            return .fine
        case .xz(var watch):
            defer { self = .xz(watch) }
            return watch.feed(bytes)
        case .zstd(var watch):
            defer { self = .zstd(watch) }
            return watch.feed(bytes)
        }
    }

    private static func sniff(_ bytes: UnsafeRawBufferPointer) -> CompressionWatch {
        if bytes.starts(with: XZWatch.magic) { return .xz(XZWatch()) }
        if bytes.count >= 4, ZstdWatch.isMagic(bytes.loadUnaligned(as: UInt32.self).littleEndian) {
            return .zstd(ZstdWatch())
        }
        return .harmless
    }
}

/// A format that says, piece after piece, how long the next one is.
protocol WatchedFormat {
    var pieces: WatchedPieces { get set }
    /// Takes a piece that is whole now, and says in `pieces` what comes next; nil where it is none.
    mutating func take(_ piece: [UInt8]) -> CompressionWatch.Verdict?
}

/// Cuts bytes into pieces that are looked at and such that are passed over.
struct WatchedPieces {
    /// Bytes that are passed over before the next piece.
    var passed: UInt64 = 0
    /// Bytes of the next piece; 1 or more.
    var wanted: Int
    private var gathered: [UInt8] = []

    init(wanted: Int) {
        self.wanted = wanted
    }

    /// The piece, once it is whole.
    mutating func gather(_ byte: UInt8) -> [UInt8]? {
        gathered.append(byte)
        guard gathered.count >= wanted else { return nil }
        defer { gathered = [] }
        return gathered
    }

    /// Goes on with the same piece, to that many bytes in all.
    mutating func extend(_ piece: [UInt8], to count: Int) {
        gathered = piece
        wanted = count
    }
}

extension WatchedFormat {
    /// Takes the next bytes.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) -> CompressionWatch.Verdict {
        var place = 0
        while place < bytes.count {
            if pieces.passed > 0 {
                let count = Int(min(pieces.passed, UInt64(bytes.count - place)))
                place += count
                pieces.passed -= UInt64(count)
                continue
            }
            guard let piece = pieces.gather(bytes[place]) else {
                place += 1
                continue
            }
            switch take(piece) {
            case .fine: place += 1
            case nil: return .broken(place)
            case let verdict?: return verdict
            }
        }
        return .fine
    }
}
