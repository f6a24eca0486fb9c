import Files

/// What `ls -F` puts behind names. One such sign in a name proves nothing; only where every entry
/// of a kind carries its sign is it taken off.
struct NameMarks {
    /// The kinds of entries that have a sign.
    enum Kind: Int, CaseIterable {
        case directory, executable, link, pipe, socket

        /// `/ * @ | =`
        var sign: UInt8 {
            switch self {
            case .directory: 0x2F
            case .executable: 0x2A
            case .link: 0x40
            case .pipe: 0x7C
            case .socket: 0x3D
            }
        }
    }

    private var marked: [[Int]] = Array(repeating: [], count: Kind.allCases.count)
    private var hasUnmarked: [Bool] = Array(repeating: false, count: Kind.allCases.count)
    private var directoryCount = 0

    mutating func note(_ kind: Kind, isMarked: Bool, at index: Int) {
        guard !hasUnmarked[kind.rawValue] else { return }
        if !isMarked {
            hasUnmarked[kind.rawValue] = true
            marked[kind.rawValue] = []
        } else if kind == .directory {
            // Its slash can be no part of its name, so it has gone already.
            directoryCount += 1
        } else {
            marked[kind.rawValue].append(index)
        }
    }

    private var signedCount: Int { marked.reduce(0) { $0 + $1.count } }

    /// Whether there is nothing to take off: directories without a slash show that nothing is
    /// marked, and where there are none, a single sign may be anything.
    var isEmpty: Bool {
        hasUnmarked[Kind.directory.rawValue] || signedCount == 0
            || (directoryCount == 0 && signedCount < 2)
    }

    func settle(_ directory: inout Directory) {
        for index in marked.joined() { directory.shortenName(at: index) }
    }
}
