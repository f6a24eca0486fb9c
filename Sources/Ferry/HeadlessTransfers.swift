import Dispatch
import Engine
import Files
import Jobs
import Settings
import Synchronization
import Transfers

/// Runs jobs to their end in a queue of this process's own, which nothing outlives: a script
/// knows itself what it wants to try again.
struct HeadlessTransfers {
    private let session: HeadlessSession
    private let options: TransferOptions

    init(_ session: HeadlessSession, _ options: TransferOptions) {
        self.session = session
        self.options = options
    }

    /// Returns when all is done; throws a line for each job that failed.
    func run(_ requests: [JobRequest]) throws {
        let store: Store
        do {
            store = try Store.open(at: nil)
        } catch {
            throw Failure([error.description])
        }
        var configuration = TransferQueue.Configuration()
        configuration.isShared = false
        configuration.limit = session.options.limitRate?.bytesPerSecond
        if let connections = options.connections ?? session.settings.config.connections {
            configuration.lanes = connections
        }
        let progress = ProgressLine()
        let failures = Mutex<[String]>([])
        let shared = session.session
        let queue = TransferQueue(
            store: store, configuration: configuration,
            makeFileSystem: { site, _ in
                shared.fileSystem(for: site, connection: shared.nextConnection())
            },
            onChange: { progress.take($0) },
            onResult: { job in
                if let line = HeadlessTransfers.failure(of: job) {
                    failures.withLock { $0.append(line) }
                }
            })
        queue.submit(requests) { result in
            if case .failure(let error) = result {
                failures.withLock { $0.append(error.description) }
            }
        }
        queue.waitUntilIdle()
        let stopped = DispatchSemaphore(value: 0)
        queue.stop { stopped.signal() }
        stopped.wait()
        progress.clear()
        let lines = failures.withLock { $0 }
        if !lines.isEmpty { throw Failure(lines) }
    }

    private static func failure(of job: Job) -> String? {
        switch job.state {
        case .failed(let error):
            return error.message
        case .skipped:
            return "\(job.source.text) was skipped: \(job.story.last ?? "the target exists")"
        case .needsAnswer:
            return "\(job.target?.text ?? job.source.text) exists already; nothing was written."
        default:
            return nil
        }
    }
}
