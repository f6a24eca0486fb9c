package import Files
import Glibc
import Synchronization

/// A connection to a `MemoryVolume`.
package class MemoryFileSystem: FileSystem, HoldingManyFiles, MakingLinks, SettingModes,
    SendingSegments, SettingTimes, TellingSpace
{
    let volume: MemoryVolume
    let number: Int
    private var isOpen = false

    init(_ volume: MemoryVolume, _ process: Int) {
        self.volume = volume
        number = volume.state.withLock { state in
            state.lastConnection += 1
            state.processes[state.lastConnection] = process
            return state.lastConnection
        }
    }

    deinit {
        close()
    }

    /// Changes what is in the volume, unless the process that made the connection is gone.
    func change<Value>(
        _ body: (inout MemoryVolume.State) -> Value
    ) throws(FileSystemError) -> Value {
        let changed = volume.state.withLock { $0.isDead(number) ? nil : body(&$0) }
        guard let changed else { throw MemoryFileSystem.gone }
        return changed
    }

    private static let gone = FileSystemError(
        .cancelled, detail: "The process that held the connection is gone.")

    package var site: Site { volume.site }
    package var capabilities: Capabilities { volume.capabilities }
    package var openFileLimit: Int { volume.openFiles }
    package var makesLinks: Bool { volume.makesLinks }
    package let setsModes = true
    /// Memory is here.
    package let distance: Double? = 0
    package var isConnected: Bool { isOpen }
    package var interrupt: @Sendable () -> Void {
        { [gate = volume.gate, number] in gate.interrupt(number) }
    }

    /// Connects if need be, notes the operation, and suffers the faults laid for it.
    func begin(
        _ operation: MemoryFault.Operation, _ path: Path?, at byte: UInt64 = 0,
        note: String? = nil
    ) throws(FileSystemError) {
        if volume.state.withLock({ $0.isDead(number) }) { throw MemoryFileSystem.gone }
        if !isOpen {
            let isCrowded = volume.state.withLock { state in
                if state.connections.count >= state.connectionLimit { return true }
                state.connections.insert(number)
                state.loginCount += 1
                return false
            }
            if isCrowded {
                throw FileSystemError(
                    .login, reply: "421 Too many connections",
                    detail: "The server has no connection left.", isTransient: true)
            }
            isOpen = true
            try suffer(.connect, nil, 0)
        }
        if let note {
            let line = [operation.rawValue, path?.text, note].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: " ")
            volume.state.withLock { $0.log.append(line) }
        }
        try suffer(operation, path, byte)
        // The server's own slowness, for which nobody waits here.
        if let seconds = volume.state.withLock({ $0.paces[operation] }), seconds > 0 {
            usleep(UInt32(seconds * 1e6))
        }
    }

    private func suffer(
        _ operation: MemoryFault.Operation, _ path: Path?, _ byte: UInt64
    ) throws(FileSystemError) {
        // Between two operations an interruption costs a new connection only.
        if volume.gate.takeInterruption(number), operation.isOfHandle { throw drop() }
        let action = volume.state.withLock { state -> MemoryFault.Action? in
            let index = state.faults.firstIndex { fault in
                fault.operation == operation && fault.times > 0 && byte >= fault.byte
                    && (fault.path == nil || fault.path == path)
            }
            guard let index else { return nil }
            state.faults[index].times -= 1
            return state.faults[index].action
        }
        switch action {
        case .fail(let error):
            if error.kind == .connection { close() }
            throw FileSystemError(
                error.kind, path: path, reply: error.reply, detail: error.detail,
                isTransient: error.isTransient)
        case .hang:
            if !volume.gate.hang(number) { throw drop() }
        case .forget: throw MemoryFileSystem.forgotten
        case .shorten, .halve, nil: break
        }
    }

    /// Stands for an answer that never comes.
    static let forgotten = FileSystemError(.other, detail: "There is no answer.")

    private func drop() -> FileSystemError {
        close()
        return FileSystemError(.cancelled, detail: "The connection was interrupted.")
    }

    package func close() {
        if isOpen, volume.takesLongToClose() { _ = volume.gate.hang(number) }
        isOpen = false
        volume.state.withLock { state in _ = state.connections.remove(number) }
    }

    /// The bytes after which the next fault of that kind happens.
    func room(_ operation: MemoryFault.Operation, _ path: Path, at byte: UInt64) -> Int {
        volume.state.withLock { state in
            let next = state.faults.filter { fault in
                fault.operation == operation && fault.times > 0 && fault.byte > byte
                    && (fault.path == nil || fault.path == path)
            }.map(\.byte).min()
            return next.map { Int(clamping: $0 - byte) } ?? .max
        }
    }

    // MARK: - Looking

    package func home() throws(FileSystemError) -> Path {
        try begin(.connect, nil)
        return .root
    }

    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        try begin(.list, directory, note: "")
        let (unreadable, nodes, parts) = volume.state.withLock { state in
            let directory = state.followed(directory)
            return (
                state.unreadable,
                state.directories[directory]?.filter { state.lists($0.key, $0.value) }
                    .reduce(into: [:]) { shown, item in
                        shown[item.key] = state.shown(
                            item.value, at: directory.appending(item.key))
                    },
                state.partEntries(in: directory)
            )
        }
        guard let nodes else { throw missing(directory) }
        var builder = DirectoryBuilder()
        for (name, node) in nodes.sorted(by: { $0.key < $1.key }) {
            guard !unreadable.contains(directory.appending(name)) else {
                builder.passOver()
                continue
            }
            var entry = node.entry(name)
            if !volume.tellsSizes { entry.size = nil }
            builder.append(entry)
        }
        for part in parts { builder.append(part) }
        return builder.directory
    }

    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try begin(.entry, path, note: "")
        guard let name = path.name ?? Name("root") else { return nil }
        return volume.state.withLock { state in state.node(path).map { state.shown($0, at: path) } }
            .map { $0.entry(name) }
    }

    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        try begin(.details, nil, note: "\(files.count)")
        return volume.state.withLock { state in
            files.map { path in
                guard let name = path.name, let node = state.node(state.followed(path)) else {
                    return nil
                }
                if case .link = node { return nil }
                return node.entry(name)
            }
        }
    }

    func missing(_ path: Path) -> FileSystemError {
        FileSystemError(.notFound, path: path, detail: "There is no \(path).")
    }

    // MARK: - Changing

    package func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        try begin(.makeDirectory, directory, note: "")
        let problem = try change { state -> FileSystemError? in
            if state.node(directory) != nil {
                return FileSystemError(.exists, path: directory, detail: "\(directory) exists.")
            }
            guard state.directories[directory.parent] != nil else {
                return missing(directory.parent)
            }
            state.makeDirectories(directory)
            if let mode { state.put(directory, .directory(modified: nil, mode: mode)) }
            return nil
        }
        if let problem { throw problem }
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        volume.state.withLock { $0.log.append("removeFiles \(files.count)") }
        return files.map { path in
            Result { () throws(FileSystemError) in
                try begin(.removeFile, path)
                let problem = try change { state -> FileSystemError? in
                    if state.parts.removeValue(forKey: path) != nil { return nil }
                    guard let node = state.node(path) else { return missing(path) }
                    if case .directory = node {
                        return FileSystemError(
                            .isDirectory, path: path, detail: "\(path) is a directory.")
                    }
                    state.remove(path)
                    return nil
                }
                if let problem { throw problem }
                volume.noteChange()
            }
        }
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        volume.state.withLock { $0.log.append("removeDirectories \(directories.count)") }
        return directories.map { path in
            Result { () throws(FileSystemError) in
                try begin(.removeDirectory, path)
                let problem = try change { state -> FileSystemError? in
                    guard let nodes = state.directories[path] else { return missing(path) }
                    guard nodes.isEmpty else {
                        return FileSystemError(
                            .notEmpty, path: path, detail: "\(path) is not empty.")
                    }
                    state.remove(path)
                    return nil
                }
                if let problem { throw problem }
                volume.noteChange()
            }
        }
    }

    package func makeLink(
        _ link: Path, to target: [UInt8], root: Path?
    ) throws(FileSystemError) {
        let isTaken = try change { state in
            guard state.node(link) == nil else { return true }
            state.put(link, .link(target: String(decoding: target, as: UTF8.self)))
            return false
        }
        if isTaken { throw FileSystemError(.exists, path: link, detail: "\(link) exists.") }
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        times.map { path, time in
            Result { () throws(FileSystemError) in
                try begin(.setModified, path, note: "")
                try change { state in
                    switch state.node(path) {
                    case .file(let bytes, _, let mode):
                        state.put(path, .file(bytes: bytes, modified: time, mode: mode))
                    case .directory(_, let mode):
                        state.put(path, .directory(modified: time, mode: mode))
                    default: break
                    }
                }
            }
        }
    }

    package func setModes(
        _ modes: [(path: Path, mode: UInt16)], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        let answers = modes.map { path, mode in
            Result { () throws(FileSystemError) in
                try begin(.setMode, path)
                try change { state in
                    switch state.node(path) {
                    case .file(let bytes, let modified, _):
                        state.put(path, .file(bytes: bytes, modified: modified, mode: mode))
                    case .directory(let modified, _):
                        state.put(path, .directory(modified: modified, mode: mode))
                    case .link, .other, nil: break
                    }
                }
            }
        }
        return Dictionary(answers, of: modes.map(\.path))
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        volume.state.withLock { state in
            state.capacity.map { (state.free ?? 0, $0) }
        }
    }
}
