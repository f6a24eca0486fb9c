import Files
import Glibc
import Jobs
import Synchronization

/// The locks of a share, and what is being written at the moment, which counts as locked. They end with
/// the share. Used from any thread.
package final class LockTable: Sendable {
    /// How many there may be.
    struct Limits: Sendable {
        var all = 4_000
        /// Of one holder.
        var holder = 200
        /// For one thing.
        var shared = 20
    }

    /// Seconds that a lock lasts at most, and where none were asked for.
    static let longest: Double = 3_600
    static let usual: Double = 600
    /// Seconds after which it ends in any case: who has gone home with a program open keeps nobody out for ever.
    static let lifetime: Double = 86_400

    /// One holder gets at most one of so many that are left.
    private static let portion = 16

    /// Locked things that a refusal names at most.
    private static let namedLimit = 100

    /// Where a lock is.
    struct Place: Hashable {
        let path: SharedPath
        let isDirectory: Bool
    }

    /// Why a lock is not given, or something not changed.
    enum Conflict: Error, Hashable {
        /// There is a lock on that path whose token was not sent.
        case locked(SharedPath, isDirectory: Bool)
        /// The same of these, below a directory that goes as a whole.
        case lockedBelow([Place])
        /// Somebody is writing there.
        case written(SharedPath)
        case tooMany
    }

    private struct Writing {
        let claim: WriteClaim
        /// `Request.lockHolder`.
        let sender: String
        /// Those that let it in: their locks last as long as it does.
        let tokens: Set<String>
    }

    private struct State {
        var locks: [String: Lock] = [:]
        var writings: [UInt64: Writing] = [:]
        var lastNumber: UInt64 = 0

        /// Whether it has not ended: no upload is lost because it took longer than its lock.
        func isOpen(_ lock: Lock, at now: Double) -> Bool {
            lock.end > now || writings.values.contains { $0.tokens.contains(lock.token) }
        }
    }

    private let state = Mutex(State())
    private let limits: Limits
    private let now: @Sendable () -> Double
    private let changed: @Sendable () -> Void

    /// `now` gives seconds on a clock that is never set; `changed` is called after each change of the locks, on the
    /// thread that made it.
    init(
        _ limits: Limits = Limits(), now: @escaping @Sendable () -> Double = { LockTable.clock },
        changed: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        self.now = now
        self.changed = changed
    }

    /// Seconds on a clock that is never set, and goes on while the machine sleeps: a lock does not outlast its
    /// visitor because of that.
    private static var clock: Double { ClockTime.seconds(of: CLOCK_BOOTTIME) }

    /// Something that is being written; over with its last reference at the latest.
    final class Hold: Sendable {
        private let number: UInt64
        private let table: LockTable

        fileprivate init(_ number: UInt64, _ table: LockTable) {
            self.number = number
            self.table = table
        }

        func end() {
            let ended = table.state.withLock { $0.writings.removeValue(forKey: number) }
            // Locks may have lasted for it alone.
            if ended?.tokens.isEmpty == false { table.changed() }
        }

        deinit { end() }
    }

    /// Drops those that have ended.
    private static func prune(_ state: inout State, at now: Double) {
        if state.locks.contains(where: { $0.value.end <= now }) {
            let current = state
            state.locks = state.locks.filter { current.isOpen($0.value, at: now) }
        }
    }

    // MARK: - Locks

    /// Those for a path, also by a directory above, in the order of their tokens.
    func locks(for path: SharedPath) -> [Lock] { locks { $0.covers(path) } }

    /// Those that `isWanted` wants.
    func locks(where isWanted: (Lock) -> Bool) -> [Lock] {
        let time = now()
        return state.withLock { state in
            state.locks.values.filter { isWanted($0) && state.isOpen($0, at: time) }
                .sorted { $0.token < $1.token }
                .map { lock in
                    var lock = lock
                    lock.seconds = max(0, lock.end - time)
                    return lock
                }
        }
    }

    /// Gives a lock for at most so many seconds.
    func grant(
        _ request: LockRequest, on root: SharedPath, isDirectory: Bool, isDeep: Bool,
        seconds: Double, to visitor: Request
    ) throws(Conflict) -> Lock {
        let time = now()
        let duration = min(max(1, seconds), LockTable.longest)
        let token = LockTable.newToken()
        let given: Result<Lock, Conflict> = state.withLock { state in
            LockTable.prune(&state, at: time)
            state.lastNumber += 1
            let lock = Lock(
                id: VisitorLock.ID(rawValue: state.lastNumber), token: token, root: root,
                isDirectory: isDirectory, scope: request.scope, isDeep: isDeep,
                owner: request.owner, holder: visitor.lockHolder, visitor: visitor.visitorText,
                seconds: duration, start: time, end: time + duration)
            let others = state.locks.values.filter {
                $0.covers(root) || isDeep && $0.root.isInside(root)
            }
            if let other = others.first(where: {
                lock.scope == .exclusive || $0.scope == .exclusive
            }) {
                return .failure(.locked(other.root, isDirectory: other.isDirectory))
            }
            for writing in state.writings.values where writing.sender != lock.holder {
                let paths = writing.claim.items.map(\.path) + writing.claim.directories
                if let path = paths.first(where: lock.covers) { return .failure(.written(path)) }
                let trees = writing.claim.items.filter { $0.isTree && root.isInside($0.path) }
                if let tree = trees.first { return .failure(.written(tree.path)) }
            }
            let own = state.locks.values.count { $0.holder == lock.holder }
            // What one more may hold shrinks with what is left, so that however many visitors take
            // all that they can get, there is room for another.
            let left = limits.all - state.locks.count
            guard own * LockTable.portion < left, own < limits.holder,
                others.count < limits.shared
            else { return .failure(.tooMany) }
            state.locks[lock.token] = lock
            return .success(lock)
        }
        let lock = try given.get()
        changed()
        return lock
    }

    /// Lets a holder's lock for a path last longer, never beyond its last end (RFC 4918, section 6.6, leaves that
    /// to the server); nil where the token is of no such lock, or of one that is past it.
    func refresh(
        _ token: String, for path: SharedPath, seconds: Double, of holder: String
    ) -> Lock? {
        let time = now()
        let renewed: Lock? = state.withLock { state in
            LockTable.prune(&state, at: time)
            guard var lock = state.locks[token], lock.holder == holder, lock.covers(path),
                lock.lastEnd > time
            else { return nil }
            lock.seconds = min(max(1, seconds), LockTable.longest, lock.lastEnd - time)
            lock.end = time + lock.seconds
            state.locks[token] = lock
            return lock
        }
        if renewed != nil { changed() }
        return renewed
    }

    /// Takes a holder's lock for a path away; false where there is no such one.
    func remove(_ token: String, for path: SharedPath, of holder: String) -> Bool {
        let time = now()
        let isGone = state.withLock { state in
            LockTable.prune(&state, at: time)
            guard let lock = state.locks[token], lock.holder == holder, lock.covers(path) else {
                return false
            }
            state.locks[token] = nil
            return true
        }
        if isGone { changed() }
        return isGone
    }

    /// Takes a lock away, whoever holds it.
    func release(_ id: VisitorLock.ID) {
        removeAll { $0.id == id }
    }

    /// Takes away those of what was below something that another thing came in place of: its own stays with
    /// its URL.
    func removeAll(below path: SharedPath) {
        removeAll { $0.root != path && $0.root.isInside(path) }
    }

    /// Takes away those of what is gone, and of all that was below it.
    func removeAll(at path: SharedPath) {
        removeAll { $0.root == path || $0.root.isInside(path) }
    }

    private func removeAll(where isGone: (Lock) -> Bool) {
        let count = state.withLock { state in
            let gone = state.locks.values.filter(isGone).map(\.token)
            for token in gone { state.locks[token] = nil }
            return gone.count
        }
        if count > 0 { changed() }
    }

    /// As the host sees them, oldest first.
    var rows: [VisitorLock] {
        // Whole seconds of the one beside fractions of the other would move each time from reading to reading.
        let (date, time) = (ClockTime.seconds(of: CLOCK_REALTIME), now())
        return locks { _ in true }.sorted { $0.id < $1.id }.map { lock in
            VisitorLock(
                id: lock.id, visitor: lock.visitor, path: lock.root.path,
                isDirectory: lock.isDirectory,
                since: (date + lock.start - time).rounded(),
                until: (date + lock.end - time).rounded())
        }
    }

    /// Seconds until one ends by itself; nil where none does.
    var nextEnd: Double? {
        let time = now()
        return state.withLock { $0.locks.values.lazy.map(\.end).filter { $0 > time }.min() }
            .map { $0 - time }
    }

    // MARK: - Changes

    /// Lets a visitor change something who has sent the token of each lock on it, of shared ones any; nobody
    /// may be writing there. Until the hold ends, nobody else gets a lock there or changes the same.
    func enter(
        _ claim: WriteClaim, tokens: Set<String>, for visitor: Request
    ) throws(Conflict) -> Hold {
        let time = now()
        let holder = visitor.lockHolder
        let found: Result<UInt64, Conflict> = state.withLock { state in
            LockTable.prune(&state, at: time)
            let open = Set(tokens.filter { state.locks[$0]?.holder == holder })
            let paths = claim.items.map(\.path) + claim.directories
            for path in paths {
                let covering = state.locks.values.filter { $0.covers(path) }
                // Of shared ones any will do.
                guard let first = covering.first,
                    !covering.contains(where: { open.contains($0.token) })
                else { continue }
                return .failure(.locked(first.root, isDirectory: first.isDirectory))
            }
            let below = LockTable.lockedBelow(claim, besides: open, state)
            if !below.isEmpty { return .failure(.lockedBelow(below)) }
            for writing in state.writings.values {
                // Who has lost the connection sends the same once more.
                let path = claim.meeting(writing.claim, isRetry: writing.sender == holder)
                if let path { return .failure(.written(path)) }
            }
            state.lastNumber += 1
            state.writings[state.lastNumber] = Writing(
                claim: claim, sender: holder, tokens: open)
            return .success(state.lastNumber)
        }
        return Hold(try found.get(), self)
    }

    /// What is locked by itself below something that goes as a whole, unless a lock on it is among `open`; in the
    /// order of paths.
    private static func lockedBelow(
        _ claim: WriteClaim, besides open: Set<String>, _ state: State
    ) -> [Place] {
        let trees = claim.items.filter(\.isTree)
        guard !trees.isEmpty else { return [] }
        let own = open.compactMap { state.locks[$0] }
        var places: Set<Place> = []
        for lock in state.locks.values
        where trees.contains(where: { lock.root.isInside($0.path) })
            && !own.contains(where: { $0.covers(lock.root) })
        {
            places.insert(Place(path: lock.root, isDirectory: lock.isDirectory))
        }
        return Array(
            places.sorted { $0.path.path.bytes.lexicographicallyPrecedes($1.path.path.bytes) }
                .prefix(namedLimit))
    }

    /// A URN that nobody can guess (RFC 4122, section 4.4).
    private static func newToken() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        let ends = [0, 8, 12, 16, 20, 32]
        let groups = zip(ends, ends.dropFirst()).map { start, end in
            digits.dropFirst(start).prefix(end - start)
        }
        return "urn:uuid:" + groups.joined(separator: "-")
    }
}
