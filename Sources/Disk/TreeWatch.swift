package import Files
import Glibc
import Synchronization

/// Tells when something changes in a directory of this machine, or anywhere below it.
package final class TreeWatch {
    /// What came about while somebody waited.
    package enum Event: Sendable {
        /// Something has changed, and for a while nothing has.
        case changed
        case timedOut
        /// The directory itself is gone.
        case gone
        /// Nobody wants to wait any longer.
        case interrupted
    }

    /// Ends the waiting, from any thread, and for good.
    package final class Interruption: Sendable {
        private let isSet = Atomic<Bool>(false)
        fileprivate let ends: Pipe

        fileprivate init() throws(DiskError) {
            ends = try Pipe()
        }

        fileprivate var isDone: Bool { isSet.load(ordering: .acquiring) }

        /// Whoever waits is told `interrupted`.
        package func interrupt() {
            isSet.store(true, ordering: .releasing)
            ends.wake()
        }
    }

    /// Bytes of news that are read at once.
    private static let room = 1 << 16
    /// Bytes before the name in each piece of news: watch, mask, cookie, length.
    private static let head = 16
    private static let mask =
        UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
        | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    private let top: Path
    /// What is told of nothing; of a directory, nor of what is below it. With whether it is one.
    private let excludes: @Sendable (Path, Bool) -> Bool
    private let news: Descriptor
    /// The directories that are watched, by the numbers of their watches.
    private var directories: [CInt: Path] = [:]
    /// The same directories.
    private var watched: Set<Path> = []
    private var isGone = false
    /// Ends the waiting.
    package let interruption: Interruption

    /// Watches from now on. Throws where the system does not let so many directories be watched
    /// (`ENOSPC`), among others.
    package init(
        of top: Path, excludes: @escaping @Sendable (Path, Bool) -> Bool = { _, _ in false }
    ) throws(DiskError) {
        self.top = top
        self.excludes = excludes
        interruption = try Interruption()
        news = Descriptor(
            try Call.retrying(.open) { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) })
        _ = try add(top, isTop: true)
        try addAll(below: top)
    }

    /// Whether it was a directory.
    private func add(_ path: Path, isTop: Bool = false) throws(DiskError) -> Bool {
        guard isTop || !excludes(path, true) else { return false }
        let mask = TreeWatch.mask | (isTop ? 0 : UInt32(IN_DONT_FOLLOW))
        do throws(DiskError) {
            let number = try Call.retrying(.look) {
                path.bytes.withCString { inotify_add_watch(news.number, $0, mask) }
            }
            directories[number] = path
            watched.insert(path)
            return true
        } catch {
            // Of what is no directory, is gone by now or may not be read, nothing is copied either.
            guard !isTop, [ENOTDIR, ENOENT, EACCES, ELOOP].contains(error.code) else { throw error }
            return false
        }
    }

    private func addAll(below top: Path) throws(DiskError) {
        var rest = [top]
        while let directory = rest.popLast() {
            let names: [Name]
            do throws(DiskError) {
                names = try DirectoryHandle(at: directory).names()
            } catch {
                guard directory != self.top, [ENOENT, EACCES, ENOTDIR].contains(error.code) else {
                    throw error
                }
                continue
            }
            for name in names {
                let path = directory.appending(name)
                if try add(path) { rest.append(path) }
            }
        }
    }

    // MARK: - Waiting

    /// Waits until something has changed and nothing more has for `settled` seconds, but not much longer
    /// than `longest` where it never ends. Nil as `timeout` waits for ever.
    package func wait(
        settled: Double, longest: Double, timeout: Double?
    ) throws(DiskError) -> Event {
        guard !isGone else { return .gone }
        let begin = Instant.now()
        var hasChanged = false
        while !hasChanged {
            let left = timeout.map { max(0, $0 - Instant.now().seconds(since: begin)) }
            guard try isNews(within: left) else { return .timedOut }
            if interruption.isDone { return .interrupted }
            hasChanged = try read()
            if isGone { return .gone }
        }
        let start = Instant.now()
        var last = start
        while true {
            let now = Instant.now()
            guard now.seconds(since: start) < longest else { return .changed }
            // What is left out does not keep the rest from being told.
            if try isNews(within: max(0, settled - now.seconds(since: last))) {
                if interruption.isDone { return .interrupted }
                if try read() { last = Instant.now() }
                if isGone { return .gone }
                if Instant.now().seconds(since: last) < settled { continue }
            }
            // Times are told in seconds: what is changed again within this one would look the same.
            let over = TreeWatch.partOfSecond
            guard over >= settled else { return .changed }
            // The clock of a disk is a little late.
            guard try isNews(within: 1.02 - over) else { return .changed }
        }
    }

    /// How much of this second is over.
    private static var partOfSecond: Double {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return Double(clock.tv_nsec) / 1e9
    }

    private func isNews(within seconds: Double?) throws(DiskError) -> Bool {
        let end = seconds.map { (start: Instant.now(), seconds: $0) }
        while true {
            var waits: CInt = -1
            if let end {
                let left = end.seconds - Instant.now().seconds(since: end.start)
                waits = CInt(max(0, min(left, 86_400)) * 1_000)
            }
            var wanted = [news.number, interruption.ends.reading.number].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let count = poll(&wanted, nfds_t(wanted.count), waits)
            if count > 0 { return true }
            if count == 0 { return false }
            guard errno == EINTR else { throw DiskError(.read, errno) }
        }
    }

    /// Whether any of the news is of something that counts.
    private func read() throws(DiskError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: TreeWatch.room)
        let count = Glibc.read(news.number, &bytes, bytes.count)
        guard count > 0 else {
            guard count == 0 || [EAGAIN, EINTR].contains(errno) else {
                throw DiskError(.read, errno)
            }
            return false
        }
        var hasChanged = false
        var rest = bytes[..<count]
        while rest.count >= TreeWatch.head {
            let (watch, mask, length) = rest.withUnsafeBytes { raw in
                (
                    raw.loadUnaligned(as: CInt.self),
                    raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            rest = rest.dropFirst(TreeWatch.head)
            let name = rest.prefix(length).prefix { $0 != 0 }
            rest = rest.dropFirst(length)
            if try take(watch, mask, Array(name)) { hasChanged = true }
        }
        return hasChanged
    }

    private func take(
        _ watch: CInt, _ mask: UInt32, _ name: [UInt8]
    ) throws(DiskError) -> Bool {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            try addAll(below: top)
            return true
        }
        guard let directory = directories[watch] else { return false }
        if directory == top, mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 {
            isGone = true
        }
        if mask & UInt32(IN_IGNORED) != 0 {
            directories[watch] = nil
            watched.remove(directory)
        }
        guard let name = Name(name) else { return true }
        let path = directory.appending(name)
        let isDirectory = mask & UInt32(IN_ISDIR) != 0
        if excludes(path, isDirectory) { return false }
        guard isDirectory else { return true }
        if mask & UInt32(IN_MOVED_FROM) != 0 { forget(path) }
        // It may be readable only now.
        let isNew =
            mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0
            || mask & UInt32(IN_ATTRIB) != 0 && !watched.contains(path)
        // What is in it by now was made before it was watched.
        if isNew, try add(path) { try addAll(below: path) }
        return true
    }

    /// It has gone somewhere else, with all that is in it.
    private func forget(_ path: Path) {
        let gone = directories.filter { $0.value.components.starts(with: path.components) }
        for (watch, directory) in gone {
            // One that is gone with its directory needs no more.
            _ = inotify_rm_watch(news.number, watch)
            directories[watch] = nil
            watched.remove(directory)
        }
    }
}
