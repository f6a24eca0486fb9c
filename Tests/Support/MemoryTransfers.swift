package import Files
import Synchronization

// Reading and writing the files of a memory volume.
extension MemoryFileSystem {
    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try begin(.open, file, note: "\(offset)")
        var node = volume.state.withLock { $0.node(file) }
        if case .link(let target) = node {
            node = volume.state.withLock { $0.node(Path(target)) }
        }
        switch node {
        case .file(let bytes, _, _):
            return MemorySource(self, file, bytes, Int(clamping: offset))
        case .directory:
            throw FileSystemError(.isDirectory, path: file, detail: "\(file) is a directory.")
        default: throw missing(file)
        }
    }

    package func open(
        _ file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> any FileSource {
        if let version, let now = volume.state.withLock({ $0.versions[file] }), now != version {
            try begin(.open, file, note: "\(offset) of another version")
            throw FileSystemError(.changed, path: file, detail: "\(file) is another one now.")
        }
        return try open(file, from: offset)
    }

    package func partialVersion(of file: Path, root: Path?) -> String? {
        volume.state.withLock { $0.partVersions[file] }
    }

    package func openPartial(
        of file: Path, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        guard !volume.writesInPlace, let part = volume.state.withLock({ $0.parts[file] }) else {
            return try open(file, from: offset)
        }
        try begin(.open, file, note: "part \(offset)")
        return MemorySource(self, file, part, Int(clamping: offset))
    }

    package func partialSize(of file: Path, root: Path?) throws(FileSystemError) -> UInt64 {
        try begin(.partialSize, file, note: "")
        return volume.state.withLock { state in
            guard volume.writesInPlace else { return UInt64(state.parts[file]?.count ?? 0) }
            guard case .file(let bytes, _, _) = state.node(file) else { return 0 }
            return UInt64(bytes.count)
        }
    }

    package func create(
        _ file: Path, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try begin(.create, file, note: "\(creation.offset)")
        guard volume.state.withLock({ $0.directories[file.parent] != nil }) else {
            throw missing(file.parent)
        }
        let kept = volume.state.withLock { state -> [UInt8] in
            let old: [UInt8]? =
                if let part = state.parts[file], !volume.writesInPlace {
                    part
                } else if case .file(let bytes, _, _) = state.node(file) { bytes } else { nil }
            return Array((old ?? []).prefix(Int(clamping: creation.offset)))
        }
        guard kept.count == Int(clamping: creation.offset) else {
            throw FileSystemError(
                .other, path: file, detail: "There are no \(creation.offset) bytes of \(file).")
        }
        volume.state.withLock { $0.partVersions[file] = creation.version }
        return MemorySink(self, file, kept)
    }

    package func settle(_ files: [Settlement]) -> [Result<Void, FileSystemError>] {
        volume.state.withLock { $0.settled.append(files.count) }
        return files.map { file in
            Result { () throws(FileSystemError) in
                try begin(.settle, file.path, note: "")
                let problem = volume.state.withLock { state in settle(file, &state) }
                if let problem { throw problem }
            }
        }
    }

    private func settle(
        _ file: Settlement, _ state: inout MemoryVolume.State
    ) -> FileSystemError? {
        var written = state.parts[file.path]
        if volume.writesInPlace, case .file(let bytes, _, _) = state.node(file.path) {
            written = bytes
        }
        guard let written, UInt64(written.count) == file.size else {
            return FileSystemError(
                .truncated, path: file.path, detail: "\(file.path) has another size.",
                isTransient: true)
        }
        if !volume.writesInPlace, !file.creation.replaces, state.node(file.path) != nil {
            return FileSystemError(.exists, path: file.path, detail: "\(file.path) exists.")
        }
        state.parts[file.path] = nil
        state.put(
            file.path,
            .file(bytes: written, modified: file.creation.modified, mode: file.creation.mode))
        return nil
    }

    package func discard(_ file: Path, root: Path?) throws(FileSystemError) {
        try begin(.discard, file, note: "")
        volume.state.withLock { state in
            state.parts[file] = nil
            if volume.writesInPlace { state.remove(file) }
        }
    }

    package func prepare(_ next: [Upcoming]) {
        volume.state.withLock { $0.prepared.append(next) }
    }
}

private final class MemorySource: FileSource {
    private let system: MemoryFileSystem
    private let path: Path
    private let bytes: [UInt8]
    private var position: Int

    init(_ system: MemoryFileSystem, _ path: Path, _ bytes: [UInt8], _ offset: Int) {
        self.system = system
        self.path = path
        self.bytes = bytes
        position = min(offset, bytes.count)
    }

    var descriptor: CInt? { nil }
    var size: UInt64? { UInt64(bytes.count) }
    var version: String? { system.volume.state.withLock { $0.versions[path] } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        try system.begin(.read, path, at: UInt64(position))
        let room = system.room(.read, path, at: UInt64(position))
        let count = min(buffer.count, bytes.count - position, room)
        bytes.withUnsafeBytes { all in
            buffer.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: all[position..<position + count]))
        }
        position += count
        return count
    }

    func didTransfer(_ count: Int) {}

    func finish() throws(FileSystemError) {
        try system.begin(.finishRead, path)
    }

    func cancel() {}
}

private final class MemorySink: FileSink {
    private let system: MemoryFileSystem
    private let path: Path
    private var bytes: [UInt8]

    init(_ system: MemoryFileSystem, _ path: Path, _ bytes: [UInt8]) {
        self.system = system
        self.path = path
        self.bytes = bytes
        keep()
    }

    var descriptor: CInt? { nil }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try system.begin(.write, path, at: UInt64(bytes.count))
        if let free = system.volume.state.withLock(\.free), free < UInt64(buffer.count) {
            throw FileSystemError(.full, path: path, detail: "There is no room for \(path).")
        }
        bytes.append(contentsOf: buffer)
        keep()
    }

    func didTransfer(_ count: Int) {}

    func finish() throws(FileSystemError) {
        try system.begin(.finishWrite, path)
        keep()
    }

    func cancel() { keep() }

    private func keep() {
        guard !system.isDead else { return }
        system.volume.state.withLock { state in
            if system.volume.writesInPlace {
                state.put(path, .file(bytes: bytes, modified: nil, mode: nil))
            } else {
                state.parts[path] = bytes
            }
        }
    }
}
