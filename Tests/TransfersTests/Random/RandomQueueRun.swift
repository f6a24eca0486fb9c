import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

/// One run: at least three jobs, a tree and a shared target, under random commands, faults and
/// deaths, beside the reference.
final class RandomQueueRun {
    private var random: SeededNumbers
    /// What met what in this run, which is to depend on its seed alone; and in all runs.
    private let met = CommandMatrix()
    private let matrix: CommandMatrix
    private let path: String
    private let local = MemoryVolume(site: .local, openFiles: 64)
    private let remote: MemoryVolume
    /// The process that is asked; its watchers' notes are those of all.
    private var queue: QueueHarness
    private var reference = QueueReference()
    private let lanes: Int
    private let division: DivisionRules
    private var planted = 0
    /// What was wrong with jobs that said that they were done.
    private let lies = Mutex<[String]>([])
    private(set) var history: [String] = []

    init(seed: UInt64, matrix: CommandMatrix, store path: String) throws {
        var random = SeededNumbers(seed: seed)
        var site = Site(scheme: .ftp, host: "memory")
        site.user = "anna"
        remote = MemoryVolume(
            site: site, openFiles: random.pick([1, 2, 8], 1),
            takesManyDirectories: random.chance(50))
        lanes = Int.random(in: 1...3, using: &random)
        // Where large files are fetched by several, those of this run are large.
        var division = DivisionRules.usual
        if seed % 2 == 0 {
            division.worth = 1_000_000
            division.leastSegment = 100_000
            division.longLine = 0
        }
        self.division = division
        self.random = random
        self.matrix = matrix
        self.path = path
        queue = try QueueHarness(
            store: try Store.open(at: path), lanes: lanes, local: local, remote: remote,
            division: division)
        local.addDirectory("/l")
        remote.addDirectory("/v")
    }

    /// What was found wrong; empty where all is well.
    func run() throws -> [String] {
        for _ in 0..<Int.random(in: 0...3, using: &random) { layFault() }
        try addFirst()
        for _ in 0..<Int.random(in: 12...30, using: &random) { try step() }
        try finish()
        var wrong = reference.judge(ended: queue.jobs, local, remote)
        wrong += lies.withLock { $0 }
        queue.stop()
        wrong += try unknownParts()
        return wrong
    }

    /// Unfinished files that the store does not know.
    private func unknownParts() throws -> [String] {
        let known = try PartRegistry(try Store.open(at: path)).list()
        var wrong: [String] = []
        for (volume, site) in [(local, Site.local), (remote, remote.site)] {
            for path in volume.partPaths {
                let isKnown = known.contains { owner in
                    owner.parts.contains { $0.site == site && $0.part.path == path }
                        || path.name.flatMap { PartID($0) }?.token == owner.token
                            && owner.directories.contains {
                                $0.site == site && $0.path == path.parent
                            }
                }
                if !isKnown { wrong.append("\(path) is known to nobody") }
            }
        }
        return wrong
    }

    // MARK: - Jobs

    private func plant(_ volume: MemoryVolume, _ path: String, size: Int? = nil) -> Content {
        planted += 1
        let bytes = pattern(
            size ?? Int.random(in: 1...2_000, using: &random), seed: UInt64(planted) &* 7_919)
        volume.add(path, bytes, modified: Int64(1_700_000_000 + planted))
        volume.delay(path, times: random.pick([0, 3, 20], 0))
        return Content(bytes)
    }

    private func addFirst() throws {
        try addTree()
        try addFile(target: "/l/shared", operation: .copy)
        try addFile(target: "/l/shared", operation: .copy)
        try addFile(target: nil, operation: .move)
    }

    private func policy() -> ConflictPolicy {
        random.pick([.ask, .ask, .ask, .overwrite, .skip, .keepBoth, .newerWins], .ask)
    }

    private func occupy(_ volume: MemoryVolume, _ target: String) {
        guard random.chance(35), volume.node(target) == nil else { return }
        reference.plant(plant(volume, target), at: target)
    }

    private func addTree() throws {
        let top = "/tree\(planted)"
        var files: [QueueReference.Carried] = []
        for number in 0..<Int.random(in: 3...9, using: &random) {
            var below = top
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                below += "/d\(Int.random(in: 0...1, using: &random))"
            }
            below += "/f\(number)"
            let size: Int? = random.chance(15) ? 4_500_000 : nil
            let bytes = plant(remote, "/r" + below, size: size)
            files.append(
                QueueReference.Carried(source: "/r" + below, target: "/l" + below, content: bytes))
            occupy(local, "/l" + below)
        }
        let operation: Job.Operation = random.chance(40) ? .move : .copy
        var request = queue.download("/r" + top, to: "/l" + top, operation, policy: policy())
        if random.chance(40) {
            request.chosen = chosen(in: "/r" + top)
            // It goes into a directory that is there.
            local.addDirectory("/l" + top)
        }
        try add(request, files, isTree: true, isUpload: false)
    }

    /// All that is in a directory, without the directory.
    private func chosen(in directory: String) -> ChosenEntries {
        let start = directory + "/"
        let names = remote.paths.filter { $0.hasPrefix(start) }
            .compactMap { $0.dropFirst(start.count).split(separator: "/").first }
        var builder = DirectoryBuilder()
        for name in Set(names).sorted() {
            if let entry = remote.entry(start + name) { builder.append(entry) }
        }
        return ChosenEntries(builder.directory)
    }

    private func addFile(target: String?, operation: Job.Operation) throws {
        let isUpload = target == nil && random.chance(40)
        let (source, into) = isUpload ? (local, remote) : (remote, local)
        let from = (isUpload ? "/u" : "/r") + "/x\(planted)"
        let target = target ?? (isUpload ? "/v" : "/l") + "/y\(planted)"
        let size: Int? = random.chance(40) ? 1_500_000 : nil
        let bytes = plant(source, from, size: size)
        occupy(into, target)
        let request =
            isUpload
            ? queue.upload(from, to: target, operation, policy: policy())
            : queue.download(from, to: target, operation, policy: policy())
        try add(
            request, [QueueReference.Carried(source: from, target: target, content: bytes)],
            isTree: false, isUpload: isUpload)
    }

    private func add(
        _ request: JobRequest, _ files: [QueueReference.Carried], isTree: Bool, isUpload: Bool
    ) throws {
        let id = try queue.submit(request)[0]
        history.append("add \(id.rawValue) \(request.operation) \(request.policy)")
        reference.add(
            QueueReference.Asked(
                id: id, operation: request.operation, isUpload: isUpload, isTree: isTree,
                files: files, policies: [request.policy]))
    }

    // MARK: - Steps

    private func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: sendRarest()
        case 50..<56:
            send(random.pick([.pauseAll, .retryFailed, .clearDone, .resumeAll], .resumeAll))
        case 56..<61: send(.loginGiven(remote.site))
        case 61..<75: layFault()
        case 75..<79: try addFile(target: random.chance(30) ? "/l/shared" : nil, operation: .copy)
        case 79..<89: queue.clock.passAll()
        case 89..<92: try rest()
        case 92..<95: try die()
        case 95..<97: try restart()
        default: try handOver()
        }
    }

    /// Sends the command that has met the state of one of the jobs least often.
    private func sendRarest() {
        let jobs = queue.jobs
        var best: (job: Job, word: String, count: Int)?
        for job in jobs.shuffled(using: &random).prefix(6) {
            let state = StoredJob.word(for: job.state)
            for word in CommandMatrix.commands.shuffled(using: &random) {
                // What ends a job for good would leave nothing for the others.
                if word == "throw", !random.chance(10) { continue }
                let count = met.count(state, word)
                if count < best?.count ?? .max { best = (job, word, count) }
            }
        }
        guard let best else { return }
        met.note(StoredJob.word(for: best.job.state), best.word)
        matrix.note(StoredJob.word(for: best.job.state), best.word)
        send(command(best.word, best.job.id), to: best.job, among: jobs)
    }

    private func command(_ word: String, _ id: JobID) -> QueueCommand {
        let answers: [ConflictPolicy] = [.overwrite, .keepBoth, .skip, .newerWins]
        let scopes: [AnswerScope] = [.thisFile, .thisFile, .batch]
        return switch word {
        case "pause": .pause(id)
        case "resume": .resume(id)
        case "keep": .cancel(id, keepsParts: true)
        case "throw": .cancel(id, keepsParts: false)
        case "retry": .retry(id)
        case "answer": .answer(id, random.pick(answers, .skip), random.pick(scopes, .thisFile))
        case "policy": .setPolicy(id, random.pick(answers, .skip))
        case "limit": .limit(id, random.chance(50) ? 50_000_000 : nil)
        default: .move(id, by: Int.random(in: -3...3, using: &random))
        }
    }

    private func send(_ command: QueueCommand, to job: Job? = nil, among jobs: [Job] = []) {
        var top = job
        while let parent = top?.parent, let above = jobs.first(where: { $0.id == parent }) {
            top = above
        }
        let state = job.map { StoredJob.word(for: $0.state) } ?? ""
        history.append("\(StoredCommand(command).verb) \(job?.id.rawValue ?? 0) [\(state)]")
        reference.hear(command, for: job, top: top?.id)
        queue.queue.send(command)
    }

    private func layFault() {
        let kinds: [(MemoryFault.Operation, MemoryVolume)] = [
            (.commit, local), (.open, remote), (.read, remote), (.list, remote),
            (.finishRead, remote),
            (.create, local), (.commit, local), (.write, local), (.removeFile, remote),
            (.removeDirectory, remote), (.connect, remote), (.makeDirectory, local),
            (.entry, local), (.create, remote), (.write, remote),
        ]
        let (operation, volume) = random.pick(kinds, (.open, remote))
        let login = FileSystemError(.login, reply: "530 No", detail: "memory refused the login.")
        let full = FileSystemError(.full, detail: "There is no room.")
        let busy = FileSystemError(.busy, detail: "Another Ferry is writing it.")
        var actions = [MemoryFault.broken(), MemoryFault.refused(), .hang, .hang]
        if operation == .connect { actions = [.fail(login)] }
        if operation == .create { actions += [.fail(full), .fail(busy)] }
        let action = random.pick(actions, .hang)
        let byte: UInt64 = [.read, .write].contains(operation) ? 262_144 : 0
        volume.lay(
            MemoryFault(operation, nil, atByte: random.chance(70) ? byte : 0, action))
        history.append("fault \(operation) \(action == .hang ? "hang" : "fail")")
    }

    // MARK: - Ends of processes

    private func rest() throws {
        history.append("rest")
        try passUntilIdle()
        if let wrong = reference.judge(resting: queue.jobs) { lies.withLock { $0.append(wrong) } }
    }

    private func die() throws {
        history.append("kill")
        queue.kill()
        reference.noteDeath()
        try begin()
    }

    private func restart() throws {
        history.append("restart")
        let isStopped = Flag()
        queue.queue.stop { isStopped.set() }
        try pass(until: isStopped)
        try begin()
    }

    private func passUntilIdle() throws {
        let isIdle = Flag()
        queue.queue.whenIdle { isIdle.set() }
        try pass(until: isIdle)
    }

    /// Lets time pass, and whoever hangs go on.
    private func pass(until flag: Flag) throws {
        let deadline = Deadline(seconds: 30)
        while !flag.isSet {
            guard deadline.isOpen else { throw Stuck(jobs: queue.jobs) }
            local.releaseHanging()
            remote.releaseHanging()
            queue.clock.passAll()
        }
    }

    private func begin() throws {
        queue = try QueueHarness(
            store: try Store.open(at: path), lanes: lanes, local: local, remote: remote,
            division: division)
        // What a queue says before it knows its jobs is nothing.
        queue.settle()
    }

    /// A second process looks on, gives a command, and takes over when the first is killed.
    private func handOver() throws {
        history.append("second")
        let second = try QueueHarness(
            store: try Store.open(at: path), lanes: lanes, local: local, remote: remote,
            division: division)
        let first = queue
        queue = second
        second.look("the rows") { _ in !second.jobs.isEmpty || first.jobs.isEmpty }
        sendRarest()
        second.settle()
        first.kill()
        reference.noteDeath()
        second.clock.pass(SharedQueue.watchPace)
        second.settle()
    }

    // MARK: - The end

    private func finish() throws {
        history.append("end")
        for _ in 0..<60 {
            local.clearFaults()
            remote.clearFaults()
            local.releaseHanging()
            remote.releaseHanging()
            send(.resumeAll)
            send(.loginGiven(remote.site))
            try passUntilIdle()
            let open = queue.jobs.filter { $0.state != .done && $0.state != .skipped }
            if open.isEmpty { break }
            for job in open { goOn(job, among: queue.jobs) }
        }
        try passUntilIdle()
    }

    private func goOn(_ job: Job, among jobs: [Job]) {
        switch job.state {
        case .needsAnswer:
            let policy = random.pick([.overwrite, .keepBoth, .skip], ConflictPolicy.skip)
            send(.answer(job.id, policy, .thisFile), to: job, among: jobs)
        case .failed, .cancelled: send(.retry(job.id), to: job, among: jobs)
        default: break
        }
    }
}

/// A queue that never came to rest.
struct Stuck: Error {
    let jobs: [Job]
}

extension QueueHarness {
    /// Waits until what was asked of the queue and of its store has been done.
    func settle() {
        _ = jobs
        let done = Signal()
        queue.afterWriting { done.send() }
        done.wait()
        _ = jobs
    }
}
