import Files
import Words

/// Which names of the target are taken, asked for as cheaply as the number of files allows: on
/// a server one listing takes the place of many questions.
struct TakenNames {
    /// Files of one directory from which on its listing is read.
    private static let listingWorth = 3

    private let target: any FileSystem
    private var unknown: [Path: Int] = [:]
    private var listed: [Path: ExistingNames] = [:]
    private var given: Set<Path> = []

    init(target: any FileSystem, tasks: [FileTask]) {
        self.target = target
        guard !target.site.isLocal else { return }
        for task in tasks {
            if case .unknown = task.existing { unknown[task.target.parent, default: 0] += 1 }
        }
    }

    /// What is in the way of the task; nil for nothing.
    mutating func entry(for task: FileTask) throws(FileSystemError) -> Entry? {
        switch task.existing {
        case .none: return nil
        case .entry(let entry): return entry
        case .unknown: return try entry(at: task.target)
        }
    }

    /// An existing file of a server with what can be told of it: its mode, and whether it is a link,
    /// which only a listing says where single questions do not.
    mutating func described(_ entry: Entry, at path: Path) throws(FileSystemError) -> Entry {
        guard entry.mode == nil, entry.kind == .file,
            target is any SettingModes
        else { return entry }
        return try names(in: path.parent).entry(named: entry.name) ?? entry
    }

    /// Which of `others`, targets that may be the same place as `path`, is that place indeed: there is
    /// something of the name `path`, and the directory does not list it beside the other. Nil for none.
    mutating func same(
        as path: Path, among others: [Path]
    ) throws(FileSystemError) -> Path? {
        guard let first = others.first, let name = path.name else { return nil }
        if others.contains(path) { return path }
        let listed = try names(in: path.parent)
        // It is there, and goes by another name.
        guard listed.holds(name) else { return first }
        for other in others {
            guard let otherName = other.name, !listed.holds(otherName) else { continue }
            if try target.entry(at: other) != nil { return other }
        }
        return nil
    }

    /// Whether the directory lists that very name.
    mutating func lists(_ path: Path) throws(FileSystemError) -> Bool {
        guard let name = path.name else { return false }
        return try names(in: path.parent).holds(name)
    }

    private mutating func names(in directory: Path) throws(FileSystemError) -> ExistingNames {
        if let names = listed[directory] { return names }
        let names = ExistingNames(try target.list(directory))
        listed[directory] = names
        return names
    }

    /// The first `name (n)` that is free.
    mutating func freeName(for task: FileTask) throws(FileSystemError) -> Path {
        for number in 1...FreeName.tryLimit {
            guard let name = task.target.name,
                let candidate = FreeName.candidate(name, number: number)
            else { break }
            let path = task.target.parent.appending(candidate)
            if !given.contains(path), try entry(at: path) == nil {
                given.insert(path)
                return path
            }
        }
        throw FileSystemError(
            .exists, path: task.target,
            detail: tr(
                "Ferry found no free name beside \(task.target); delete or rename files "
                    + "there, then retry."))
    }

    private mutating func entry(at path: Path) throws(FileSystemError) -> Entry? {
        let parent = path.parent
        if let names = listed[parent] { return try entry(at: path, among: names) }
        guard unknown[parent, default: 0] >= TakenNames.listingWorth else {
            return try target.entry(at: path)
        }
        return try entry(at: path, among: try names(in: parent))
    }

    private func entry(
        at path: Path, among names: ExistingNames
    ) throws(FileSystemError) -> Entry? {
        guard let name = path.name else { return nil }
        return switch names.state(of: name) {
        case .none: nil
        case .entry(let entry): entry
        case .unknown: try target.entry(at: path)
        }
    }
}
