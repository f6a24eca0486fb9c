package import Files
import Glibc
import Synchronization
import Words

/// What macOS adds to the files on a share: `._NAME` with what other systems have no place for, and `.DS_Store`
/// with how a window looks. They are kept for whoever sent them as long as the share lasts, and nothing of them
/// gets to the disk or into a listing. Used from any thread.
package final class MacFiles: Sendable {
    /// Bytes and numbers of files.
    struct Limits: Sendable {
        var file = 16 << 20
        /// Of one visitor.
        var own = 32 << 20
        var ownCount = 2_000
        /// Of all visitors; what is still coming has as much again.
        var all = 64 << 20
        var allCount = 10_000
    }

    struct File: Sendable {
        let bytes: [UInt8]
        fileprivate(set) var status: FileStatus
        /// Counts the bytes as long as anybody has them.
        fileprivate let room: Room?
    }

    private struct Key: Hashable {
        let holder: String
        let path: Path
    }

    private struct State {
        var files: [Key: File] = [:]
        /// The number of the newest.
        var last: UInt64 = 0
    }

    /// Bytes that are in memory: kept, on their way in, or on their way out.
    final class Memory: Sendable {
        private let limit: Int
        private let present = Mutex(0)

        init(limit: Int) { self.limit = limit }

        fileprivate func take(_ count: Int) -> Bool {
            present.withLock { present in
                guard present + count <= limit else { return false }
                present += count
                return true
            }
        }

        fileprivate func give(back count: Int) { present.withLock { $0 -= count } }
    }

    /// Some of them, as long as it is there.
    final class Room: Sendable {
        private let memory: Memory
        private let taken = Mutex(0)

        fileprivate init(_ memory: Memory) { self.memory = memory }

        /// 507 where all visitors together send too much.
        func take(_ count: Int) throws(Refusal) {
            guard memory.take(count) else {
                throw Refusal(
                    .insufficientStorage,
                    tr("This share has no memory left for the files of macOS; try again later."))
            }
            taken.withLock { $0 += count }
        }

        deinit { memory.give(back: taken.withLock { $0 }) }
    }

    let policy: MacFilePolicy
    let limits: Limits
    /// Those that visitors gave them.
    let properties = DeadProperties(DeadProperties.Limits(all: 2_000, total: 1 << 20))
    private let state = Mutex(State())
    private let memory: Memory

    package convenience init(_ policy: MacFilePolicy = .memory) {
        self.init(policy, Limits())
    }

    init(_ policy: MacFilePolicy, _ limits: Limits) {
        self.policy = policy
        self.limits = limits
        memory = Memory(limit: 2 * limits.all)
    }

    /// Whether macOS gives such names to its own files.
    package static func isOne(_ name: Name) -> Bool {
        name.bytes == Array(".DS_Store".utf8)
            || name.bytes.count > 2 && name.bytes.starts(with: [0x2E, 0x5F])
    }

    func room() -> Room { Room(memory) }

    func file(_ path: Path, of holder: String) -> File? {
        state.withLock { $0.files[Key(holder: holder, path: path)] }
    }

    /// Keeps one in place of the one before; whether there was none. `room` counts its bytes. Where a limit is reached the oldest go, the
    /// visitor's own first.
    func put(
        _ bytes: [UInt8], modified: Int64, at path: Path, of holder: String, in room: Room? = nil
    ) -> (file: File, isNew: Bool) {
        let key = Key(holder: holder, path: path)
        return state.withLock { state in
            state.last += 1
            let file = File(
                bytes: bytes, status: MacFiles.status(bytes.count, modified, number: state.last),
                room: room)
            let isNew = state.files.updateValue(file, forKey: key) == nil
            drop(limits.own, limits.ownCount, keeping: key, &state) { $0.holder == holder }
            drop(limits.all, limits.allCount, keeping: key, &state) { _ in true }
            return (file, isNew)
        }
    }

    /// Seconds since the epoch; false where there is no such file.
    func setModified(_ seconds: Int64, of path: Path, _ holder: String) -> Bool {
        let key = Key(holder: holder, path: path)
        return state.withLock { state in
            guard let file = state.files[key] else { return false }
            state.files[key]?.status = MacFiles.status(
                file.bytes.count, seconds, number: file.status.inode)
            return true
        }
    }

    /// False where there is no such file.
    func remove(_ path: Path, of holder: String) -> Bool {
        properties.remove(path)
        return state.withLock { $0.files.removeValue(forKey: Key(holder: holder, path: path)) }
            != nil
    }

    /// Those below a directory that goes, of all visitors.
    func removeAll(below path: Path) {
        properties.remove(path)
        state.withLock { state in
            state.files = state.files.filter { !$0.key.path.isInside(path) }
        }
    }

    /// Those below a directory that gets another place, of all visitors.
    func moveAll(below path: Path, to target: Path) {
        properties.move(path, to: target)
        state.withLock { state in
            for (key, file) in state.files where key.path.isInside(path) {
                state.files[key] = nil
                let rest = key.path.components.dropFirst(path.components.count)
                let moved = Path(components: target.components + rest)
                state.files[Key(holder: key.holder, path: moved)] = file
            }
        }
    }

    private func drop(
        _ bytes: Int, _ count: Int, keeping newest: Key, _ state: inout State,
        _ isMeant: (Key) -> Bool
    ) {
        let meant = state.files.filter { isMeant($0.key) }
        var (size, number) = (meant.values.reduce(0) { $0 + $1.bytes.count }, meant.count)
        guard size > bytes || number > count else { return }
        for (key, file) in meant.sorted(by: { $0.value.status.inode < $1.value.status.inode }) {
            guard size > bytes || number > count else { return }
            guard key != newest else { continue }
            state.files[key] = nil
            size -= file.bytes.count
            number -= 1
        }
    }

    /// The number makes each version another one.
    private static func status(_ size: Int, _ modified: Int64, number: UInt64) -> FileStatus {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_size = off_t(size)
        status.st_mtim.tv_sec = time_t(modified)
        status.st_ino = ino_t(number)
        return FileStatus(status)
    }
}

extension MacFiles.File {
    /// The same bytes under another name.
    func copy(
        to path: Path, of holder: String, in files: MacFiles
    ) -> (file: MacFiles.File, isNew: Bool) {
        files.put(bytes, modified: status.modified, at: path, of: holder, in: room)
    }
}

/// A part of such a file on its way out, which is never there twice.
struct MacFileBlocks: BlockSource {
    private static let size = 192 << 10

    private let file: MacFiles.File
    private var rest: Range<Int>

    init(_ file: MacFiles.File, _ range: Range<Int>) {
        self.file = file
        rest = range
    }

    mutating func next() throws(Refusal) -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        let end = min(rest.upperBound, rest.lowerBound + MacFileBlocks.size)
        defer { rest = end..<rest.upperBound }
        return Array(file.bytes[rest.lowerBound..<end])
    }
}
