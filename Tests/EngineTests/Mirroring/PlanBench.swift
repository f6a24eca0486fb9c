import DemoServer
import Files
import Glibc
import Jobs
import Support
import Sync
import Synchronization
import Testing
import UI
import Work

@testable import Engine
@testable import Transfers

/// Two trees, one of them on a server, and what makes and runs plans for them.
final class PlanBench {
    let here: TemporaryFolder
    let there: TemporaryFolder
    let server: DemoServer
    let site: Site
    let storePath: String
    private let inbox: Inbox
    private let context: ConnectionContext
    private let plans: PlanController
    let queue: TransferQueue
    private let log = ExchangeLog()
    private let reader: MessageReader
    private var count = 0

    /// `limit`: bytes a second of all jobs.
    init(limit: UInt64? = nil) throws {
        here = try TemporaryFolder()
        there = try TemporaryFolder()
        try here.makeFolder("tree")
        try there.makeFolder("tree")
        server = try DemoServer(root: there.path, options: .init(user: "someone", password: nil))
        site = Site(scheme: .ftp, host: "127.0.0.1", port: try server.start(), user: "someone")
        inbox = try #require(Inbox())
        reader = MessageReader(inbox, seconds: 60)
        let inbox = inbox
        context = ConnectionContext(credentials: Credentials { _ in Secret("any") }) {
            [log] exchange in
            log.all.withLock { $0.append(exchange) }
            inbox.log(exchange)
        }
        storePath = here.path("state/ferry.sqlite")
        try here.makeFolder("state")
        var setup = PlanJobSetup()
        setup.storePath = storePath
        var configuration = TransferQueue.Configuration()
        configuration.limit = limit
        queue = TransferQueue(
            storePath: storePath, configuration: configuration, plans: setup,
            context: context, inbox: inbox)
        plans = PlanController(context, inbox, LoginPrompts(inbox), setup, queue)
    }

    deinit {
        plans.stopAll()
        server.stop()
    }

    var places: Pair<Location> {
        Pair(
            Location(site: .local, path: Path(here.path("tree"))),
            Location(site: site, path: Path("/tree")))
    }

    func perform(_ effect: Effect) { plans.perform(effect) }

    /// Another process with the same queue.
    final class Successor {
        private let queue: TransferQueue
        private let reader: MessageReader

        init(_ bench: PlanBench) throws {
            let inbox = try #require(Inbox())
            reader = MessageReader(inbox, seconds: 60)
            var setup = PlanJobSetup()
            setup.storePath = bench.storePath
            queue = TransferQueue(
                storePath: bench.storePath, configuration: TransferQueue.Configuration(),
                plans: setup, context: bench.context, inbox: inbox)
        }

        func job(_ id: JobID, until isAsWanted: @escaping (Job) -> Bool) throws -> Job {
            try reader.wait { message in
                guard case .queue(let change) = message else { return nil }
                return change.changed.first { $0.id == id && isAsWanted($0) }
            }
        }
    }

    /// What was said to the server, and by it.
    var exchanges: [Exchange] { log.all.withLock { $0 } }

    /// A connection to the server.
    func connection() -> any FileSystem {
        context.fileSystem(for: site, connection: context.nextConnection())
    }

    func stop(_ request: RequestID) { plans.stop(request) }

    func request() -> RequestID {
        count += 1
        return RequestID(rawValue: count)
    }

    func wait<Value>(for pick: (Message) -> Value?) throws -> Value {
        try reader.wait(for: pick)
    }

    /// The plan for an order, and its request.
    func make(_ order: PlanOrder) throws -> (request: RequestID, plan: PreparedPlan) {
        let request = request()
        perform(.makePlan(request, order))
        let result: Result<PreparedPlan, FileSystemError> = try wait { message in
            if case .planned(request, let result) = message { return result }
            return nil
        }
        return (request, try result.get())
    }

    /// The number of the job that does these rows of a plan.
    func queueing(_ request: RequestID, _ wanted: some Sequence<Int>) throws -> JobID {
        perform(.runPlan(request, MarkSet(wanted.map { UInt32($0) })))
        let result: Result<JobID, FileSystemError> = try wait { message in
            if case .planQueued(request, let result) = message { return result }
            return nil
        }
        return try result.get()
    }

    /// A job once it is as wanted.
    func job(_ id: JobID, until isAsWanted: @escaping (Job) -> Bool) throws -> Job {
        try wait { message in
            guard case .queue(let change) = message else { return nil }
            return change.changed.first { $0.id == id && isAsWanted($0) }
        }
    }

    func run(_ request: RequestID, _ wanted: some Sequence<Int>) throws -> Job {
        let id = try queueing(request, wanted)
        return try job(id) { job in
            switch job.state {
            case .done, .failed, .cancelled, .needsLogin: true
            default: false
            }
        }
    }
}

private final class ExchangeLog: Sendable {
    let all = Mutex<[Exchange]>([])
}
