import Files

/// Files that a lane is given at once.
struct FileRun {
    /// Files, and bytes of them, at most.
    static let mostFiles = 64
    private static let mostBytes: UInt64 = 4 << 20
    /// What a file of unknown size counts as.
    private static let usualBytes: UInt64 = 256 << 10

    /// Files that a directory which was not read yet is taken to hold.
    private static let usualFiles = 8

    /// How many of the files that are left one lane takes, so that the others have some too: of those
    /// that are known, and of those in the directories that are still to be read. `least`: as many as
    /// are worth a run of their own.
    static func share(
        of count: Int, unread directories: Int = 0, among lanes: Int, least: Int = 1
    ) -> Int {
        min(mostFiles, max(least, (count + directories * usualFiles) / max(1, lanes)))
    }

    private let most: Int
    private(set) var tasks: [FileTask] = []
    private var bytes: UInt64 = 0

    init(most: Int) {
        self.most = most
    }

    var isEmpty: Bool { tasks.isEmpty }
    var isFull: Bool { tasks.count >= most || bytes >= FileRun.mostBytes }

    mutating func add(_ task: FileTask, size: UInt64?) {
        tasks.append(task)
        bytes &+= size ?? FileRun.usualBytes
    }
}
