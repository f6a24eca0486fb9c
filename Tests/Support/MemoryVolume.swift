package import Files
import Dispatch
import Synchronization

/// The files that memory file systems share: what a server is to its connections. Faults can be
/// laid out in it, and what was done to it can be read.
package final class MemoryVolume: Sendable {
    package enum Node: Hashable, Sendable {
        case file(bytes: [UInt8], modified: Timestamp?, mode: UInt16?)
        case directory(modified: Timestamp?, mode: UInt16 = 0o755)
        case link(target: String)
        case other
    }

    struct PartBytes {
        var file: Path
        var bytes: [UInt8]
    }

    struct State {
        var directories: [Path: [Name: Node]] = [.root: [:]]
        /// Unfinished files by their own paths.
        var parts: [Path: PartBytes] = [:]
        /// What tells one version of a file from another, as ETags do.
        var versions: [Path: String] = [:]
        var faults: [MemoryFault] = []
        /// What listings show as a line that nobody understands.
        var unreadable: Set<Path> = []
        var log: [String] = []
        var connections: Set<Int> = []
        var lastConnection = 0
        var loginCount = 0
        /// Whose the connections are, and who of those is gone.
        var processes: [Int: Int] = [:]
        var deadProcesses: Set<Int> = []
        var prepared: [[Upcoming]] = []
        var committed: [Int] = []
        /// Bytes that files and parts may have together; nil for no limit.
        var capacity: UInt64?
        var connectionLimit: Int
        /// Whether names that differ in case, or in Unicode's form, are one.
        var foldsNames = false
        /// How often an open file still says that it is not ready.
        var delays: [Path: Int] = [:]
        /// Seconds that operations take.
        var paces: [MemoryFault.Operation: Double] = [:]
        /// Files that are open for reading, and how many were at most.
        var openCount = 0
        var mostOpen = 0
        /// Whether a file that is replaced is put aside, and cannot be removed then.
        var leavesReplaced = false
        /// Whether files come from their start, wherever they are asked for.
        var ignoresOffsets = false
        /// What listings leave out.
        var unlisted: UnlistedNames?
        /// After so many more files and directories that are renamed or removed, a process ends.
        var changesLeft: Int?
        /// Hears of each renaming that was done.
        var renamed: (@Sendable (_ old: Path, _ new: Path) -> Void)?
    }

    package let site: Site
    /// Whether unfinished files lie under their final names, as on an FTP server.
    package let writesInPlace: Bool
    package let capabilities: Capabilities
    package let makesLinks: Bool
    /// Connections at most; more are told that there are too many.
    package var connectionLimit: Int { state.withLock(\.connectionLimit) }
    /// What `commit` says of how sure a copy is.
    package let proof: Committed.Proof
    /// Whether listings have sizes.
    package let tellsSizes: Bool
    /// Files that one connection holds open at once.
    package let openFiles: Int
    /// Whether connections list and make many directories together.
    package let takesManyDirectories: Bool
    let state: Mutex<State>
    let gate = MemoryGate()

    package init(
        site: Site = Site(scheme: .ftp, host: "memory"), writesInPlace: Bool = false,
        capabilities: Capabilities = [.write, .resumeUpload, .setModified, .exactTimes],
        makesLinks: Bool = false,
        connectionLimit: Int = 64, proof: Committed.Proof = .sizeConfirmed, tellsSizes: Bool = true,
        openFiles: Int = 1, takesManyDirectories: Bool = false
    ) {
        self.takesManyDirectories = takesManyDirectories
        self.openFiles = openFiles
        self.tellsSizes = tellsSizes
        self.proof = proof
        self.site = site
        self.writesInPlace = writesInPlace
        self.capabilities = capabilities
        self.makesLinks = makesLinks
        state = Mutex(State(connectionLimit: connectionLimit))
    }

    /// A connection of its own.
    package func connect(of process: Int = 0) -> MemoryFileSystem {
        takesManyDirectories
            ? OverlappingMemoryFileSystem(self, process) : MemoryFileSystem(self, process)
    }

    // MARK: - Contents

    /// Makes a file, and the directories above it.
    package func add(
        _ path: String, _ bytes: [UInt8], modified: Int64? = 1_700_000_000, mode: UInt16? = 0o644
    ) {
        put(
            Path(path),
            .file(bytes: bytes, modified: modified.map { Timestamp(seconds: $0) }, mode: mode))
    }

    /// Names a file's version.
    package func setVersion(_ version: String, of path: String) {
        state.withLock { $0.versions[Path(path)] = version }
    }

    package func add(_ path: String, _ text: String, modified: Int64? = 1_700_000_000) {
        add(path, Array(text.utf8), modified: modified)
    }

    package func addDirectory(_ path: String) {
        state.withLock { $0.makeDirectories(Path(path)) }
    }

    package func addLink(_ path: String, to target: String) {
        put(Path(path), .link(target: target))
    }

    package func addOther(_ path: String) {
        put(Path(path), .other)
    }

    package func setConnectionLimit(_ limit: Int) {
        state.withLock { $0.connectionLimit = limit }
    }

    /// Bytes that files and parts may have together; nil for no limit.
    package func setCapacity(_ bytes: UInt64?) {
        state.withLock { $0.capacity = bytes }
    }

    /// Lets a file, once it is open, say so many times that it is not ready.
    package func delay(_ path: String, times: Int) {
        state.withLock { $0.delays[Path(path)] = times }
    }

    /// From now on each such operation takes so many seconds, as on a slow disk or line.
    package func slow(_ operation: MemoryFault.Operation, by seconds: Double) {
        state.withLock { $0.paces[operation] = seconds }
    }

    /// How many files were open for reading at once, at most.
    package var mostOpen: Int { state.withLock(\.mostOpen) }

    /// From now on files that are replaced stay, under names of Ferry's.
    package func leaveReplaced() {
        state.withLock { $0.leavesReplaced = true }
    }

    /// From now on files come from their start, wherever they are asked for, as if nothing were amiss.
    package func ignoreOffsets() {
        state.withLock { $0.ignoresOffsets = true }
    }

    /// From now on names of files are one that differ in case or in Unicode's form only.
    package func foldNames() {
        state.withLock { $0.foldsNames = true }
    }

    /// What lies anywhere under the name of a part.
    package var leftovers: [Path] {
        state.withLock { state in
            state.directories.flatMap { directory, nodes in
                nodes.keys.filter { PartID($0) != nil }.map { directory.appending($0) }
            } + state.parts.keys
        }
    }

    package func remove(_ path: String) {
        state.withLock { $0.remove(Path(path)) }
    }

    private func put(_ path: Path, _ node: Node) {
        state.withLock { state in
            state.makeDirectories(path.parent)
            state.put(path, node)
        }
    }

    /// A file's bytes; nil where there is none.
    package func bytes(_ path: String) -> [UInt8]? {
        guard case .file(let bytes, _, _) = node(path) else { return nil }
        return bytes
    }

    package func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    package func modified(_ path: String) -> Int64? {
        switch node(path) {
        case .file(_, let modified, _), .directory(let modified, _): modified?.seconds
        default: nil
        }
    }

    package func node(_ path: String) -> Node? {
        state.withLock { $0.node(Path(path)) }
    }

    /// What a listing says of a path.
    package func entry(_ path: String) -> Entry? {
        let path = Path(path)
        guard let name = path.name else { return nil }
        return state.withLock { $0.node(path) }.map { $0.entry(name) }
    }

    /// The bytes of the unfinished file that is to become `path`; nil where there is none.
    package func part(_ path: String) -> [UInt8]? {
        state.withLock { state in
            state.parts.values.first { $0.file == Path(path) }?.bytes
        }
    }

    /// Where unfinished files are that are not under their final names.
    package var partPaths: [Path] {
        state.withLock { state in
            state.parts.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
    }

    /// How many unfinished files there are.
    package var partCount: Int { state.withLock { $0.parts.count } }

    /// All paths, sorted; directories end with `/`.
    package var paths: [String] {
        state.withLock { state in
            var paths: [String] = []
            for (directory, nodes) in state.directories {
                for (name, node) in nodes {
                    var path = directory.appending(name).text
                    if case .directory = node { path += "/" }
                    paths.append(path)
                }
            }
            return paths.sorted()
        }
    }

    // MARK: - What was done

    /// Every operation so far: `list /a`, `open /a/b 0` …
    package var log: [String] { state.withLock(\.log) }
    package func count(_ operation: String) -> Int {
        log.count { $0.hasPrefix(operation + " ") || $0 == operation }
    }
    /// What was announced, call by call, and how many files each `commit` had.
    package var prepared: [[Upcoming]] { state.withLock(\.prepared) }
    package var committed: [Int] { state.withLock(\.committed) }
    /// Times that a connection was made.
    package var loginCount: Int { state.withLock(\.loginCount) }
    package var connectionCount: Int { state.withLock(\.connections).count }

    // MARK: - Faults

    /// Listings have a line for it that nobody understands.
    package func garble(_ path: String) {
        state.withLock { _ = $0.unreadable.insert(Path(path)) }
    }

    package func lay(_ fault: MemoryFault) {
        state.withLock { $0.faults.append(fault) }
    }

    /// Whether the next good-bye is one that hangs.
    func takesLongToClose() -> Bool {
        state.withLock { state in
            let index = state.faults.firstIndex { $0.operation == .close && $0.times > 0 }
            guard let index else { return false }
            state.faults[index].times -= 1
            return true
        }
    }

    /// Lets everybody go on who hangs now.
    package func releaseHanging() {
        gate.release()
    }

    /// Ends what connections a process has, and those that it still makes while it dies.
    package func end(_ process: Int) {
        let numbers = state.withLock { state in
            state.deadProcesses.insert(process)
            let numbers = state.processes.filter { $0.value == process }.map(\.key)
            state.connections.subtract(numbers)
            return numbers
        }
        for number in numbers { gate.interrupt(number) }
    }

    /// Takes back all faults that are still to come.
    package func clearFaults() {
        state.withLock { $0.faults = [] }
    }

    /// Blocks until somebody hangs in a fault.
    package func waitForHang() {
        gate.waitForHang()
    }

    /// Lets everybody go on who hangs, and nobody hang any more.
    package func letGo() {
        state.withLock { state in state.faults.removeAll { $0.action == .hang } }
        gate.open()
    }
}

extension MemoryVolume.Node {
    func entry(_ name: Name) -> Entry {
        switch self {
        case .file(let bytes, let modified, let mode):
            Entry(
                name: name, kind: .file, size: UInt64(bytes.count), modified: modified, mode: mode)
        case .directory(let modified, let mode):
            Entry(name: name, kind: .directory, modified: modified, mode: mode)
        case .link(let target): Entry(name: name, kind: .link, target: Array(target.utf8))
        case .other: Entry(name: name, kind: .other)
        }
    }
}

extension MemoryVolume.State {
    /// Whether the process that made a connection is gone.
    func isDead(_ connection: Int) -> Bool {
        processes[connection].map(deadProcesses.contains) == true
    }

    /// Unfinished files in a directory, as a listing shows them.
    func partEntries(in directory: Path) -> [Entry] {
        parts.compactMap { path, part in
            guard path.parent == directory, let name = path.name else { return nil }
            return Entry(name: name, kind: .file, size: UInt64(part.bytes.count))
        }.sorted { $0.name < $1.name }
    }

    func node(_ path: Path) -> MemoryVolume.Node? {
        guard let name = path.name else { return .directory(modified: nil) }
        return directories[path.parent]?[kept(name, in: path.parent)]
    }

    /// The path with every link on it followed; itself where they lead nowhere.
    func followed(_ path: Path) -> Path {
        var result = Path.root
        var rest = path.components
        var links = 0
        while !rest.isEmpty {
            let next = result.appending(rest.removeFirst())
            guard case .link(let target) = node(next), links < 40 else {
                result = next
                continue
            }
            links += 1
            let text = target.hasPrefix("/") ? target : result.text + "/" + target
            rest = Path(text).components + rest
            result = .root
        }
        return result
    }

    /// The name by which the directory has it already; else the name itself.
    private func kept(_ name: Name, in directory: Path) -> Name {
        guard foldsNames, let nodes = directories[directory], nodes[name] == nil else {
            return name
        }
        func fold(_ name: Name) -> String {
            String(decoding: name.bytes, as: UTF8.self).lowercased()
        }
        return nodes.keys.first { fold($0) == fold(name) } ?? name
    }

    /// Where a file of that name is written in place.
    func behindLink(_ path: Path) -> Path {
        if case .link(let target) = node(path) { return Path(target) }
        return path
    }

    /// Bytes that are not taken; nil where there is no limit.
    var free: UInt64? {
        guard let capacity else { return nil }
        var used = parts.values.reduce(0) { $0 + UInt64($1.bytes.count) }
        for node in directories.values.flatMap(\.values) {
            if case .file(let bytes, _, _) = node { used += UInt64(bytes.count) }
        }
        return capacity > used ? capacity - used : 0
    }

    mutating func put(_ path: Path, _ node: MemoryVolume.Node) {
        guard let name = path.name else { return }
        directories[path.parent, default: [:]][kept(name, in: path.parent)] = node
    }

    mutating func makeDirectories(_ path: Path) {
        guard !path.isRoot, directories[path] == nil else { return }
        makeDirectories(path.parent)
        directories[path] = [:]
        put(path, .directory(modified: nil))
    }

    mutating func remove(_ path: Path) {
        guard let name = path.name else { return }
        directories[path.parent]?[name] = nil
        directories[path] = nil
    }
}
