import Dispatch
import Files
import Jobs
import Synchronization

/// Writes to the store one after the other on a thread of its own, so that the scheduler never
/// waits for a disk.
final class StoreWriter: Sendable {
    /// Job numbers fetched the first time; each later time twice as many, up to the limit.
    private static let firstNumbers: Int64 = 256
    private static let mostNumbers: Int64 = 65_536

    let store: Store
    private let lastNumbers = Mutex<Int64>(0)
    private let queue = DispatchQueue(label: "ferry.store.writer")
    /// A search of a long history takes a while, for which nothing that is written is to wait.
    private let searches = DispatchQueue(label: "ferry.store.searches")
    private let isAbandoned = Mutex(false)
    private let wrote = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ store: Store) {
        self.store = store
    }

    /// `wrote` is called on the writer's thread whenever rows were written that others show.
    func onWrite(_ wrote: @escaping @Sendable () -> Void) {
        self.wrote.withLock { $0 = wrote }
    }

    private func noteWrite() {
        wrote.withLock { $0 }?()
    }

    func afterWriting(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Drops what is still to be written, as the end of the process would.
    func abandon() {
        isAbandoned.withLock { $0 = true }
        queue.sync {}
    }

    private func perform(_ body: @escaping @Sendable (Store) -> Void) {
        queue.async { [self] in
            if !isAbandoned.withLock({ $0 }) { body(store) }
        }
    }

    /// `written` is called on the writer's thread once the rows are on the disk.
    func write(
        _ saved: [StoredJob], removing removed: [JobID], ended: [FinishedJob] = [],
        undo: [UndoNote] = [],
        written: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        perform { [weak self] store in
            written(
                Result { () throws(StoreError) in
                    try store.write(saved, removing: removed, ended: ended, undo: undo)
                })
            self?.noteWrite()
        }
    }

    /// Does something else that needs a disk, after what was asked for before.
    func perform(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Leaves the queue to the next process, with what this one has counted and not told, then gives up
    /// the right to work on it.
    func release(
        _ right: WorkRight, _ counts: RunCounts, _ released: @escaping @Sendable () -> Void
    ) {
        perform { store in
            // The next worker takes all rows, released or not.
            try? store.release(counts)
            right.release()
            released()
        }
    }

    /// Takes what an earlier worker left, and the commands that nobody carried out.
    func takeOver(
        found: @escaping @Sendable (Result<(Inheritance, [QueueCommand]), StoreError>) -> Void
    ) {
        perform { store in
            found(
                Result { () throws(StoreError) in
                    (try store.takeOver(), try store.takeCommands())
                })
        }
    }

    /// Looks whether another process has written since `version`, and takes what it left.
    func look(since version: Int64, found: @escaping @Sendable (ForeignNews) -> Void) {
        perform { store in
            do throws(StoreError) {
                let now = try store.foreignVersion()
                guard now != version else { return found(ForeignNews(version: now)) }
                found(
                    ForeignNews(
                        version: now, stops: try store.stopCount(),
                        commands: try store.takeCommands(), added: try store.takeAdded()))
            } catch {
                found(ForeignNews(version: version))
            }
        }
    }

    /// Reads all rows, where another process has written since `version`.
    func rows(
        since version: Int64, read: @escaping @Sendable (Int64, WatchedRows) -> Void,
        unchanged: @escaping @Sendable () -> Void
    ) {
        perform { store in
            do throws(StoreError) {
                // Asked first: what is written in between is read again the next time.
                let now = try store.foreignVersion()
                guard now != version else { return unchanged() }
                read(now, try store.rows())
            } catch {
                unchanged()
            }
        }
    }

    /// Leaves jobs to the process that works on the queue.
    func add(
        _ requests: [JobRequest], added: @escaping @Sendable (Result<[JobID], StoreError>) -> Void
    ) {
        perform { store in
            added(Result { () throws(StoreError) in try store.add(requests) })
        }
    }

    /// Leaves a command to the process that works on the queue.
    func send(_ command: QueueCommand) {
        perform { store in
            // A job that is gone is left out.
            try? store.send(command)
        }
    }

    /// Notes for those who look on; what cannot be written is written a second later.
    func writeProgress(_ jobs: [StoredJob]) {
        perform { try? $0.writeProgress(jobs) }
    }

    /// Without it, a server that is away after a restart is given up sooner.
    func noteReached(_ site: Site) {
        perform { try? $0.noteReached(site) }
    }

    /// Transfers of a history that are shown on a screen.
    private static let shownHistory = 10_000

    /// What is over and holds these words, with all that was to be written before; on a thread of its
    /// own.
    func history(
        _ words: [String],
        _ found: @escaping @Sendable (Result<[FinishedJob], StoreError>) -> Void
    ) {
        perform { [searches] store in
            searches.async {
                found(
                    Result { () throws(StoreError) in
                        try store.history(words, atMost: StoreWriter.shownHistory)
                    })
            }
        }
    }

    func withStore(_ body: @escaping @Sendable (Store) -> Void) {
        perform { body($0) }
    }

    func setPaused(_ isPaused: Bool) {
        perform { [weak self] store in
            try? store.setPaused(isPaused)
            self?.noteWrite()
        }
    }

    func keep(_ said: SaidLimit?, limit: UInt64?) {
        perform { [weak self] store in
            try? store.keep(said, limit: limit)
            self?.noteWrite()
        }
    }

    func keep(_ answer: KeptAnswer) {
        perform { [weak self] store in
            try? store.keep(answer)
            self?.noteWrite()
        }
    }

    func forgetAnswer(for site: Site, _ way: SiteAnswer.Way) {
        perform { [weak self] store in
            try? store.forgetAnswer(for: site, way)
            self?.noteWrite()
        }
    }

    /// Fresh numbers; where the store fails, some that no store gives.
    func reserveNumbers() -> Range<Int64> {
        let count = lastNumbers.withLock { last in
            last = last == 0 ? StoreWriter.firstNumbers : min(last * 2, StoreWriter.mostNumbers)
            return last
        }
        return queue.sync { [store] in
            if let numbers = try? store.reserveNumbers(count) { return numbers }
            let first = Int64.random(in: 1 << 48..<1 << 62)
            return first..<first + count
        }
    }
}
