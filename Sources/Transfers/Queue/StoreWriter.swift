import Dispatch
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

    init(_ store: Store) {
        self.store = store
    }

    /// `written` is called on the writer's thread once the rows are on the disk.
    func write(
        _ saved: [StoredJob], removing removed: [JobID],
        written: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        queue.async { [store] in
            written(Result { () throws(StoreError) in try store.write(saved, removing: removed) })
        }
    }

    /// Does something else that needs a disk, after what was asked for before.
    func perform(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    func release(_ released: @escaping @Sendable () -> Void) {
        queue.async { [store] in
            // A row that stays claimed is freed by the next Ferry, once this process is gone.
            try? store.release()
            released()
        }
    }

    /// Looks whether another process has written since `version`, and takes what it left.
    func look(
        since version: Int64,
        found: @escaping @Sendable (Int64, [QueueCommand], [StoredJob]) -> Void
    ) {
        queue.async { [store] in
            do throws(StoreError) {
                let now = try store.foreignVersion()
                guard now != version else { return found(now, [], []) }
                found(now, try store.takeCommands(), try store.claim())
            } catch {
                found(version, [], [])
            }
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
