import Files

/// Files that a lane is given at once.
struct FileRun {
    /// Files, and bytes of them, at most.
    static let mostFiles = 64
    private static let mostBytes: UInt64 = 4 << 20
    /// Bytes from which on a run is worth its cost, however few files they are.
    private static let leastBytes: UInt64 = 256 << 10
    /// What a file of unknown size counts as.
    private static let usualBytes: UInt64 = 256 << 10

    /// Files that a directory which was not read yet is taken to hold.
    private static let usualFiles = 8

    /// How many of the files that are left one lane takes, so that the others have some too: of those
    /// that are known, and of those in the directories that are still to be read.
    static func share(of count: Int, unread directories: Int = 0, among lanes: Int) -> Int {
        min(mostFiles, max(1, (count + directories * usualFiles) / max(1, lanes)))
    }

    private let most: Int
    private let least: Int
    private(set) var tasks: [FileTask] = []
    private var bytes: UInt64 = 0

    /// `most` files, or more of very small ones: as many as `least` are worth a run of their own.
    init(most: Int, least: Int = 1) {
        self.most = most
        self.least = least
    }

    var isEmpty: Bool { tasks.isEmpty }

    var isFull: Bool {
        FileRun.isFull(tasks.count, bytes: bytes, most: most, least: least)
    }

    /// Whether so many files of so many bytes are enough.
    static func isFull(_ count: Int, bytes: UInt64, most: Int, least: Int) -> Bool {
        if count >= mostFiles || bytes >= mostBytes { return true }
        return count >= most && (count >= least || bytes >= leastBytes)
    }

    mutating func add(_ task: FileTask, size: UInt64?) {
        tasks.append(task)
        bytes &+= size ?? FileRun.usualBytes
    }
}
