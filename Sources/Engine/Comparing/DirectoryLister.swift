package import Files
package import Sync
import Synchronization
import Words
import Work

/// Lists directories of one site over several connections at a time: as many as there is work for. What was
/// asked for last comes first, so that a tree is walked in depth and little of it waits.
package final class DirectoryLister: Sendable {
    /// What is in a directory, with the names that its own list says to leave out.
    package struct Answer: Sendable {
        package var listing: Directory
        package var ignored: IgnoreList?
    }

    package typealias Completion = @Sendable (Result<Answer, FileSystemError>) -> Void

    private struct Order: Sendable {
        var path: Path
        var tries = 0
        var completion: Completion
    }

    /// What lives on a connection's worker.
    private final class Confined {
        let files: any FileSystem
        /// Whether it was ever connected.
        var isProven = false

        init(_ files: any FileSystem) { self.files = files }
    }

    private enum Stage {
        /// It looks for work.
        case busy
        case idle
    }

    private struct State {
        var waiting: [Order] = []
        var workers: [Int: (worker: Worker<Confined>, stage: Stage)] = [:]
        /// Connections at most; fewer once a server has refused one.
        var limit: Int
        /// Whether the first connection has listed something.
        var isProven = false
        var nextNumber = 0
        var isClosed = false
        /// Why the server cannot be reached any more: nothing else is tried then.
        var loss: FileSystemError?
    }

    /// Directories that are asked for together, where a file system does that.
    private static let together = 64
    /// Directories that wait for each connection before another one is made.
    private static let backlog = 3
    /// How often a directory is asked for, whose connection was lost meanwhile.
    private static let tries = 3

    private let state: Mutex<State>
    private let connect: @Sendable () -> any FileSystem
    private let readsIgnoreLists: Bool
    private let followsLinks: Bool

    /// `connect` makes a file system of the site, for the calling thread, which connects on first use.
    /// `connections`: 1 or more. Where it `followsLinks`, they are listed as what they lead to.
    package init(
        connections: Int, readsIgnoreLists: Bool, followsLinks: Bool = false,
        connect: @escaping @Sendable () -> any FileSystem
    ) {
        state = Mutex(State(limit: max(1, connections)))
        self.readsIgnoreLists = readsIgnoreLists
        self.followsLinks = followsLinks
        self.connect = connect
    }

    /// Lists a directory; the answer comes once, in a thread of the lister's.
    package func list(_ path: Path, then completion: @escaping Completion) {
        state.withLock { $0.waiting.append(Order(path: path, completion: completion)) }
        wake()
    }

    /// Says good-bye to the server on all connections. Nothing is listed any more.
    package func close() {
        let workers = state.withLock { state in
            state.isClosed = true
            defer { state.workers = [:] }
            return state.workers.values.map(\.worker)
        }
        for worker in workers { worker.retire { $0.files.close() } }
    }

    /// Has an idle connection work, or makes another one, where there is work for it.
    private func wake() {
        let started: (worker: Worker<Confined>, number: Int)? = state.withLock { state in
            guard !state.waiting.isEmpty, !state.isClosed else { return nil }
            if let idle = state.workers.first(where: { $0.value.stage == .idle }) {
                state.workers[idle.key]?.stage = .busy
                return (idle.value.worker, idle.key)
            }
            let count = state.workers.count
            guard count < state.limit,
                count == 0
                    || state.isProven && state.waiting.count > count * DirectoryLister.backlog
            else { return nil }
            let number = state.nextNumber
            state.nextNumber += 1
            let worker = Worker(label: "ferry.lister.\(number)") { [connect] in
                Confined(connect())
            }
            state.workers[number] = (worker, .busy)
            return (worker, number)
        }
        guard let started else { return }
        started.worker.perform { confined in self.work(confined, started.number) }
    }

    /// Takes directories until none waits.
    private func work(_ confined: Confined, _ number: Int) {
        while let orders = next(for: confined, number) {
            let answers = answers(about: orders.map(\.path), confined)
            var again: [Order] = []
            var isRefused = false
            for (order, answer) in zip(orders, answers) {
                switch answer {
                case .success: break
                case .failure(let error) where error.endsConnection:
                    let isSpare = !confined.isProven && state.withLock { $0.workers.count > 1 }
                    if isSpare { isRefused = true }
                    if isSpare
                        || order.tries + 1 < DirectoryLister.tries && error.mayBeTriedAgain
                    {
                        var order = order
                        // What another connection can do is no failure of the directory's.
                        if !isSpare { order.tries += 1 }
                        again.append(order)
                        continue
                    }
                    // Each directory would only wait as long as this one did.
                    state.withLock { $0.loss = error }
                case .failure: break
                }
                order.completion(answer)
            }
            if !again.isEmpty { state.withLock { $0.waiting += again } }
            if isRefused {
                giveUp(number, confined)
                return
            }
            // What came in meanwhile may be more than this connection can do.
            wake()
        }
    }

    /// The directories that a connection takes next; nil where none waits, and it is idle from then on.
    private func next(for confined: Confined, _ number: Int) -> [Order]? {
        let most =
            confined.files is any ListingManyDirectories ? DirectoryLister.together : 1
        return state.withLock { state in
            guard !state.waiting.isEmpty, !state.isClosed else {
                state.workers[number]?.stage = .idle
                return nil
            }
            let orders = Array(state.waiting.suffix(most).reversed())
            state.waiting.removeLast(orders.count)
            return orders
        }
    }

    /// The server refuses a connection more: others go on.
    private func giveUp(_ number: Int, _ confined: Confined) {
        let worker = state.withLock { state in
            defer { state.workers[number] = nil }
            state.limit = max(1, state.workers.count - 1)
            return state.workers[number]?.worker
        }
        worker?.retire { $0.files.close() }
        wake()
    }

    private func answers(
        about paths: [Path], _ confined: Confined
    ) -> [Result<Answer, FileSystemError>] {
        if let loss = state.withLock({ $0.loss }) { return paths.map { _ in .failure(loss) } }
        let answers = confined.files.answers(about: paths)
        return paths.enumerated().map { index, path in
            let result = Result { () throws(FileSystemError) -> Answer in
                guard answers.indices.contains(index) else {
                    throw FileSystemError.unanswered(path)
                }
                var listing: Directory
                switch answers[index] {
                case .listed(let found): listing = found
                case .large, .later: listing = try confined.files.list(path) { _ in }
                case .failed(let error): throw error
                }
                listing = try LinkSight(confined.files, discernsFiles: false)
                    .showLinks(in: listing, of: path)
                if followsLinks {
                    listing = try FollowedLinks(confined.files).follow(listing, of: path)
                }
                return Answer(
                    listing: listing, ignored: try ignored(in: path, listing, confined.files))
            }
            if case .success = result, !confined.isProven {
                confined.isProven = true
                state.withLock { $0.isProven = true }
            }
            return result
        }
    }

    /// The list of names to leave out that a directory holds, where such are obeyed.
    private func ignored(
        in path: Path, _ listing: Directory, _ files: any FileSystem
    ) throws(FileSystemError) -> IgnoreList? {
        guard readsIgnoreLists, let name = Name(IgnoreList.name),
            let index = listing.index(of: name), [.file, .link].contains(listing.kind(at: index))
        else { return nil }
        let source = try files.open(path.appending(name), from: 0)
        var bytes: [UInt8] = []
        var isCut = false
        do throws(FileSystemError) {
            let isWhole = try source.read(
                upTo: IgnoreList.limit, &bytes, unless: Cancellation(), "")
            isCut = !isWhole
            if isWhole { try source.finish() } else { source.cancel() }
        } catch {
            source.cancel()
            throw error
        }
        let list = IgnoreList(bytes)
        guard !isCut, !list.isCut else {
            // What the rest excludes would be taken for something to delete.
            throw FileSystemError(
                .other, path: path.appending(name),
                detail:
                    tr(
                        "\(path.appending(name).text) is too long to be read as a list of patterns; "
                            + "shorten it."))
        }
        return list
    }
}

extension FileSystemError {
    /// Whether another try may go better: neither stopped, nor refused for good.
    fileprivate var mayBeTriedAgain: Bool {
        kind == .connection || kind == .timeout || kind == .login
    }
}
