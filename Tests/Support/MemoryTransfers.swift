package import Files
import Synchronization

// Reading and writing the files of a memory volume.
extension MemoryFileSystem {
    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try begin(.open, file, note: "\(offset)")
        let node = volume.state.withLock { $0.node($0.followed(file)) }
        switch node {
        case .file(let bytes, _, _):
            let isIgnored = volume.state.withLock(\.ignoresOffsets)
            return MemorySource(self, file, bytes, isIgnored ? 0 : Int(clamping: offset))
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

    package func open(
        _ part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        guard let bytes = volume.state.withLock({ $0.parts[part.path]?.bytes }) else {
            return try open(part.path, from: offset)
        }
        try begin(.open, part.file, note: "part \(offset)")
        return MemorySource(self, part.file, bytes, Int(clamping: offset))
    }

    package func size(of part: Part, root: Path?) throws(FileSystemError) -> UInt64? {
        try begin(.partialSize, part.file, note: "")
        return volume.state.withLock { state in
            guard part.isInPlace else {
                return state.parts[part.path].map { UInt64($0.bytes.count) }
            }
            guard case .file(let bytes, _, _) = state.node(state.behindLink(part.file)) else {
                return nil
            }
            return UInt64(bytes.count)
        }
    }

    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try begin(.create, file, note: "\(creation.offset)")
        let isInPlace =
            volume.writesInPlace || creation.placement == .inPlace
        if isInPlace, creation.placement == .besideOnly { throw .onlyInPlace(file, on: site) }
        let part = Part(id: id, file: file, place: isInPlace ? .inPlace : .beside(id.name))
        let (existing, hasParent) = volume.state.withLock { state in
            (state.node(file), file.parent.isRoot || state.node(file.parent) != nil)
        }
        guard hasParent else { throw missing(file.parent) }
        if isInPlace, !creation.replaces, existing != nil {
            throw FileSystemError(.exists, path: file, detail: "\(file) exists.")
        }
        var kept: [UInt8] = []
        if creation.offset > 0 {
            guard case .file(let bytes, _, _) = existing, bytes.count >= Int(creation.offset)
            else { throw tooShort(file, creation.offset) }
            kept = Array(bytes.prefix(Int(creation.offset)))
        }
        return try MemorySink(self, part, kept)
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try begin(.create, part.file, note: "\(creation.offset)")
        let bytes = volume.state.withLock { state -> [UInt8]? in
            guard part.isInPlace else { return state.parts[part.path]?.bytes }
            guard case .file(let bytes, _, _) = state.node(part.file) else { return nil }
            return bytes
        }
        guard let bytes, bytes.count >= Int(clamping: creation.offset) else {
            throw tooShort(part.file, creation.offset)
        }
        let start = Int(clamping: creation.offset)
        return try MemorySink(
            self, part, creation.keepsRest ? nil : Array(bytes.prefix(start)), at: start)
    }

    private func tooShort(_ file: Path, _ offset: UInt64) -> FileSystemError {
        FileSystemError(
            .other, path: file, detail: "There are no \(offset) bytes of \(file).")
    }

    package func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        volume.state.withLock { $0.committed.append(parts.count) }
        var results: CommitResults = [:]
        for pending in parts {
            do throws(FileSystemError) {
                try begin(.commit, pending.part.file, note: "")
                let old = volume.bytes(pending.part.file.text)
                let problem = try change { state in commit(pending, &state) }
                if let problem { throw problem }
                if let old { try leave(old, of: pending.part, note) }
                results[pending.part.id] = .success(Committed(volume.proof))
            } catch {
                guard error != MemoryFileSystem.forgotten else { continue }
                results[pending.part.id] = .failure(error)
            }
        }
        return results
    }

    private func leave(
        _ old: [UInt8], of part: Part, _ note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        guard volume.state.withLock(\.leavesReplaced) else { return }
        let path = part.file.parent.appending(part.id.name(inRole: 3))
        guard let name = path.name else { return }
        try change {
            $0.parts[path] = MemoryVolume.PartBytes(file: path, bytes: old)
        }
        try note(Part(id: part.id, file: path, place: .beside(name)))
    }

    private func commit(
        _ pending: PendingCommit, _ state: inout MemoryVolume.State
    ) -> FileSystemError? {
        let part = pending.part
        let file = part.isInPlace ? state.behindLink(part.file) : part.file
        var written = state.parts[part.path]?.bytes
        if part.isInPlace, case .file(let bytes, _, _) = state.node(file) { written = bytes }
        guard let written, UInt64(written.count) == pending.size else {
            return FileSystemError(
                .truncated, path: file, detail: "\(file) has another size.", isTransient: true)
        }
        if !part.isInPlace, !pending.creation.replaces, state.node(file) != nil {
            return FileSystemError(.exists, path: file, detail: "\(file) exists.")
        }
        state.parts[part.path] = nil
        state.put(
            file,
            .file(
                bytes: written, modified: pending.creation.modified, mode: pending.creation.mode))
        return nil
    }

    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        try begin(.discard, part.file, note: "")
        guard !part.isInPlace else { return }
        try change { state in
            state.parts[part.path] = nil
            for directory in Array(state.directories.keys) where directory.isInside(part.path) {
                state.remove(directory)
            }
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
        system.volume.state.withLock { state in
            state.openCount += 1
            state.mostOpen = max(state.mostOpen, state.openCount)
        }
    }

    deinit {
        system.volume.state.withLock { $0.openCount -= 1 }
    }

    var isReady: Bool {
        system.volume.state.withLock { state in
            guard let left = state.delays[path], left > 0 else { return true }
            state.delays[path] = left - 1
            return false
        }
    }

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

    func finish() throws(FileSystemError) {
        try system.begin(.finishRead, path)
    }

    func cancel() {}
}

private final class MemorySink: FileSink {
    let part: Part
    private let system: MemoryFileSystem
    private var path: Path { part.file }
    /// Where the next bytes go.
    private var position: Int

    /// Goes on behind `bytes`, which are all that is there; nil leaves what is there as it is.
    init(
        _ system: MemoryFileSystem, _ part: Part, _ bytes: [UInt8]?, at position: Int? = nil
    ) throws(FileSystemError) {
        self.system = system
        self.part = part
        self.position = position ?? bytes?.count ?? 0
        guard let bytes else { return }
        try system.change { state in
            if part.isInPlace {
                state.put(
                    state.behindLink(part.file), .file(bytes: bytes, modified: nil, mode: nil))
            } else {
                state.parts[part.path] = MemoryVolume.PartBytes(file: part.file, bytes: bytes)
            }
        }
    }

    var remark: String? {
        guard part.isInPlace, system.volume.writesInPlace else { return nil }
        return "Written in place, because memory takes no other name."
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try system.begin(.write, path, at: UInt64(position))
        if let free = system.volume.state.withLock(\.free), free < UInt64(buffer.count) {
            throw FileSystemError(
                .full, path: path, detail: "The disk is full, so \(path) was not written.")
        }
        try system.change { state in
            if part.isInPlace {
                let file = state.behindLink(path)
                var bytes: [UInt8] = []
                if case .file(let old, _, _) = state.node(file) { bytes = old }
                put(buffer, in: &bytes)
                state.put(file, .file(bytes: bytes, modified: nil, mode: nil))
            } else {
                put(
                    buffer,
                    in: &state.parts[
                        part.path, default: MemoryVolume.PartBytes(file: path, bytes: [])
                    ].bytes)
            }
        }
        position += buffer.count
    }

    private func put(_ buffer: UnsafeRawBufferPointer, in bytes: inout [UInt8]) {
        if bytes.count < position {
            bytes.append(contentsOf: repeatElement(0, count: position - bytes.count))
        }
        let overlap = min(bytes.count - position, buffer.count)
        bytes.replaceSubrange(position..<position + overlap, with: buffer.prefix(overlap))
        bytes.append(contentsOf: buffer.dropFirst(overlap))
    }

    func finish() throws(FileSystemError) {
        try system.begin(.finishWrite, path)
    }

    func cancel() {}
}

extension MemoryFileSystem: FillingPieces {
    package func openPiece(
        of part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any ByteSink {
        try begin(.create, part.file, note: "piece \(offset)")
        return try MemorySink(self, part, nil, at: Int(clamping: offset))
    }

    package func syncPieces(of part: Part, root: Path?) throws(FileSystemError) {
        try begin(.syncPieces, part.file, note: "")
    }
}
