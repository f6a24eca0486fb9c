import Files
import Words

/// What is in a directory and all below it, to be compared with a copy of it.
struct TreeContents {
    /// Names in a tree that is copied as a whole at most.
    private static let most = 100_000
    /// Directories that are read together.
    private static let window = 64

    /// The paths of directories, each after the one that it is in; the first is the top, and empty.
    private(set) var directories: [[Name]] = [[]]
    /// Bytes of each file.
    private(set) var sizes: [[Name]: UInt64] = [:]
    private(set) var times: [[Name]: Timestamp] = [:]

    var bytes: UInt64 { sizes.values.reduce(0, &+) }

    /// Nil for what is not to be copied as it is: too many names, unfinished files, and what is neither a
    /// file of known size nor a directory. Throws where one cannot be read.
    init?(of top: Path, on files: any FileSystem, _ control: TaskControl) throws(FileSystemError) {
        var unread: [[Name]] = [[]]
        while !unread.isEmpty {
            guard !control.isStopped else {
                throw FileSystemError(.cancelled, detail: tr("The copy was stopped."))
            }
            let window = Array(unread.prefix(TreeContents.window))
            unread.removeFirst(window.count)
            let paths = window.map { Path(components: top.components + $0) }
            let answers = files.answers(about: paths) { !control.isStopped }
            for (position, names) in window.enumerated() {
                guard answers.indices.contains(position) else {
                    throw FileSystemError.unanswered(paths[position])
                }
                let listing: Directory
                switch answers[position] {
                case .listed(let found): listing = found
                case .large: listing = try files.list(paths[position])
                case .later:
                    unread.append(names)
                    continue
                case .failed(let error): throw error
                }
                guard let below = take(listing, of: names) else { return nil }
                unread += below
            }
        }
    }

    /// The directories in it; nil for a listing that says less than all, or shows what is not copied.
    private mutating func take(_ listing: Directory, of directory: [Name]) -> [[Name]]? {
        guard listing.isWhole, directory.count <= TreeLimits.depth else { return nil }
        var below: [[Name]] = []
        for index in 0..<listing.count {
            guard let name = Name(listing.nameBytes(at: index)), PartID(name) == nil else {
                return nil
            }
            let path = directory + [name]
            switch listing.kind(at: index) {
            case .directory: below.append(path)
            case .file:
                guard let size = listing.size(at: index) else { return nil }
                sizes[path] = size
                times[path] = listing.modified(at: index)
            case .link, .other: return nil
            }
        }
        directories += below
        guard directories.count + sizes.count <= TreeContents.most else { return nil }
        return below
    }

    /// Whether all names are there, and each file has its size.
    func isCopied(in copy: TreeContents) -> Bool {
        sizes == copy.sizes && Set(directories) == Set(copy.directories)
    }
}
