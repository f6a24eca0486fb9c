import Files

/// A file being viewed: fetched only as far as it is looked at, and never more than a window of it
/// held. Lines and rows are found around the place that is shown, so that nothing grows with the
/// file.
struct ViewerState: Sendable {
    /// Bytes asked for at a time.
    static let chunkSize = 256 << 10
    /// More is asked for when fewer bytes than this lie behind what is seen.
    static let readAhead = 128 << 10
    /// Offsets and sizes beyond this are nonsense: no file system holds so much.
    static let largestOffset = 1 << 60
    /// Rereading starts this far before a place that is jumped to, so that there is something above.
    static let lead = 64 << 10

    enum Charset: String, Hashable, Sendable {
        case utf8 = "UTF-8"
        case latin1 = "Latin-1"
    }

    /// What is being typed at the bottom of the screen.
    enum Typing: Hashable, Sendable {
        case search(TextField)
        case position(TextField)

        var field: TextField {
            get {
                switch self {
                case .search(let field), .position(let field): field
                }
            }
            set {
                switch self {
                case .search: self = .search(newValue)
                case .position: self = .position(newValue)
                }
            }
        }
    }

    /// Where the view goes as soon as it is loaded.
    enum Goal: Hashable, Sendable {
        case offset(Int)
        case end
    }

    /// A read that is not answered yet.
    struct Reading: Hashable, Sendable {
        var request: RequestID
        var offset: Int
        var length: Int
    }

    let location: Location
    /// Bytes of the whole file, where known.
    var size: Int?
    var window = ViewerWindow()
    /// The offset of the first row shown.
    var top = 0
    /// Columns scrolled to the right, where lines do not wrap.
    var sideways = 0
    var isHex = false
    var wraps = true
    var charset: Charset = .utf8
    /// Whether the first bytes have been looked at.
    var isRecognised = false
    var reading: Reading?
    /// The transfer that a read at `end` goes on with.
    var stream: (request: RequestID, end: Int)?
    var goal: Goal?
    /// Why the last read failed; the next move tries again.
    var failure: String?
    /// Bytes that came from the file so far.
    var fetched = 0
    var typing: Typing?
    /// What n and N look for, in the file's charset.
    var pattern: [UInt8] = []
    var searched = ""
    /// The offset of the match that was gone to last.
    var match: Int?

    init(location: Location, size: UInt64?) {
        self.location = location
        self.size = size.flatMap(ViewerState.plausible)
    }

    /// The size of a file; nil for nonsense.
    static func plausible(_ size: UInt64) -> Int? {
        size <= UInt64(largestOffset) ? Int(size) : nil
    }

    /// Looks at the first bytes: text in UTF-8, text in Latin-1, or no text at all.
    mutating func recognise() {
        guard !isRecognised, !window.isEmpty || window.reachesEnd else { return }
        isRecognised = true
        let head = window.bytes.prefix(64 << 10)
        isHex = head.prefix(8 << 10).contains(0)
        charset = ViewerState.isUTF8(head, isWhole: window.reachesEnd) ? .utf8 : .latin1
    }

    /// Whether bytes are UTF-8; where they were cut, their last character may be incomplete.
    private static func isUTF8(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
        if String(validating: bytes, as: UTF8.self) != nil { return true }
        guard !isWhole || bytes.count == 64 << 10 else { return false }
        for cut in 1...3 {
            let rest = bytes.dropLast(cut)
            guard let lead = bytes.dropFirst(rest.count).first, lead >= 0xC0 else { continue }
            return String(validating: rest, as: UTF8.self) != nil
        }
        return false
    }
}
