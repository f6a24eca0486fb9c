package import Files
import Dispatch
import Synchronization

/// The files that memory file systems share: what a server is to its connections. Faults can be
/// laid out in it, and what was done to it can be read.
package final class MemoryVolume: Sendable {
    package enum Node: Hashable, Sendable {
        case file(bytes: [UInt8], modified: Timestamp?, mode: UInt16?)
        case directory(modified: Timestamp?)
        case link(target: String)
        case other
    }

    struct PartBytes {
        var file: Path
        var bytes: [UInt8]
    }

    struct State {
        var directories: [Path: [Name: Node]] = [.root: [:]]
        /// Unfinished files by their own paths, which listings leave out.
        var parts: [Path: PartBytes] = [:]
        /// What tells one version of a file from another, as ETags do.
        var versions: [Path: String] = [:]
        var faults: [MemoryFault] = []
        var log: [String] = []
        var connections: Set<Int> = []
        var lastConnection = 0
        var prepared: [[Upcoming]] = []
        var committed: [Int] = []
    }

    package let site: Site
    /// Whether unfinished files lie under their final names, as on an FTP server.
    package let writesInPlace: Bool
    package let capabilities: Capabilities
    /// Connections at most; more are told that there are too many.
    package let connectionLimit: Int
    /// What `commit` says of how sure a copy is.
    package let proof: Committed.Proof
    let state = Mutex(State())
    let gate = MemoryGate()

    package init(
        site: Site = Site(scheme: .ftp, host: "memory"), writesInPlace: Bool = false,
        capabilities: Capabilities = [
            .write, .resumeDownload, .resumeUpload, .setModified, .setMode, .rename, .exactTimes,
        ],
        connectionLimit: Int = 64, proof: Committed.Proof = .sizeConfirmed
    ) {
        self.proof = proof
        self.site = site
        self.writesInPlace = writesInPlace
        self.capabilities = capabilities
        self.connectionLimit = connectionLimit
    }

    /// A connection of its own.
    package func connect() -> MemoryFileSystem {
        MemoryFileSystem(self)
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
        case .file(_, let modified, _), .directory(let modified): modified?.seconds
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
    package var connectionCount: Int { state.withLock(\.connections).count }

    // MARK: - Faults

    package func lay(_ fault: MemoryFault) {
        state.withLock { $0.faults.append(fault) }
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
        case .directory(let modified): Entry(name: name, kind: .directory, modified: modified)
        case .link(let target): Entry(name: name, kind: .link, target: Array(target.utf8))
        case .other: Entry(name: name, kind: .other)
        }
    }
}

extension MemoryVolume.State {
    func node(_ path: Path) -> MemoryVolume.Node? {
        guard let name = path.name else { return .directory(modified: nil) }
        return directories[path.parent]?[name]
    }

    mutating func put(_ path: Path, _ node: MemoryVolume.Node) {
        guard let name = path.name else { return }
        directories[path.parent, default: [:]][name] = node
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
