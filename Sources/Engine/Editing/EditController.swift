import Dispatch
package import Files
import Synchronization
package import UI
import Work

/// The edits of this process: each on a worker with connections of its own, so that saves go on while
/// the editor has the terminal and the main thread waits for it. What becomes of them goes to the
/// inbox.
package final class EditController: Sendable {
    private struct Live: Sendable {
        let worker: Worker<EditBox>
        let stop: EditStop
        /// Nil before the copy is there.
        var watch: EditWatch?
    }

    /// What lives on a worker.
    private final class EditBox {
        var run: EditRun?
    }

    /// Seconds between two looks at the copies.
    private static let pace = 0.25

    private let context: ConnectionContext
    private let store: EditStore
    private let post: @Sendable (Message) -> Void
    private let makePrompter: @Sendable () -> (any LoginPrompter)?
    private let live = Mutex<[EditID: Live]>([:])
    private let watching = Mutex(false)
    private let queue = DispatchQueue(label: "ferry.edits")

    /// `makePrompter` gives what a connection asks its user with.
    package init(
        _ context: ConnectionContext, at directory: Path, inbox: Inbox,
        makePrompter: @escaping @Sendable () -> (any LoginPrompter)?
    ) {
        self.context = context
        store = EditStore(at: directory)
        post = { inbox.post($0) }
        self.makePrompter = makePrompter
    }

    /// Starts what the user wants.
    package func perform(_ command: EditCommand) {
        switch command {
        case .begin(let location, let isLargeAllowed, let program):
            begin(location, isLargeAllowed: isLargeAllowed, program)
        case .ended(let id, let end): work(on: id) { $0.end(end) }
        case .reopen(let id, let location, let program): reopen(id, location, program)
        case .send(let id): work(on: id) { $0.send(isWanted: true) }
        case .finish(let id): work(on: id) { $0.finish() }
        case .discard(let id): discard(id)
        case .resolve(let id, let resolution):
            let now = Int64(WallClock.now())
            let local = now + Int64(WallClock.localOffset(at: now))
            let stamp = EditController.stamp(CivilTime(secondsSinceEpoch: local))
            work(on: id) { $0.resolve(resolution, stamp: stamp) }
        case .findLeftovers: findLeftovers()
        }
    }

    /// Nothing more is sent; all copies stay where they are.
    package func stop() {
        let ended = live.withLock { live in
            defer { live = [:] }
            return live
        }
        for one in ended.values {
            one.stop.stop()
            one.worker.retire()
        }
    }

    /// `20261126-120311`
    private static func stamp(_ time: CivilTime) -> String {
        func digits(_ number: some BinaryInteger, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(time.year, 4) + digits(time.month, 2) + digits(time.day, 2) + "-"
            + digits(time.hour, 2) + digits(time.minute, 2) + digits(time.second, 2)
    }

    // MARK: - One edit

    private func begin(_ location: Location, isLargeAllowed: Bool, _ program: String?) {
        let id = EditID(PartID.newToken())
        let stop = EditStop()
        let worker = Worker<EditBox>(label: "ferry.edit.\(id.token)") { EditBox() }
        live.withLock { $0[id] = Live(worker: worker, stop: stop) }
        post(.edits(.changed(Edit(id: id, location: location, state: .fetching))))
        worker.perform { [self] box in
            let fetch = EditFetch(
                location: location, token: id.token, isLargeAllowed: isLargeAllowed, store: store)
            let files = makeFiles(location.site, stop)
            defer { files.close() }
            do throws(FileSystemError) {
                switch try fetch.run(files) {
                case .fetched(let transfer):
                    let run = makeRun(id, transfer, stop)
                    box.run = run
                    guard !stop.isStopped else {
                        run.discard()
                        return forget(id)
                    }
                    // First: the editor may be quick.
                    watch(run)
                    run.open(program)
                case .tooLarge(let size):
                    forget(id)
                    let edit = Edit(
                        id: id, location: location, state: .tooLarge(size), program: program)
                    post(.edits(.changed(edit)))
                }
            } catch {
                forget(id)
                let sentence = stop.isStopped ? nil : error.message
                post(.edits(.ended(id, sentence, isError: true)))
            }
        }
    }

    /// The editor may have the terminal once more; what has ended in the meantime is fetched again.
    private func reopen(_ id: EditID, _ location: Location, _ program: String?) {
        guard let one = live.withLock({ $0[id] }) else {
            return begin(location, isLargeAllowed: false, program)
        }
        one.worker.perform { [self] box in
            guard let run = box.run, !one.stop.isStopped else { return }
            if run.isClosed { return begin(location, isLargeAllowed: false, program) }
            run.open(program)
            post(.edits(.done(id)))
        }
    }

    private func makeRun(
        _ id: EditID, _ transfer: EditTransfer, _ stop: EditStop
    ) -> EditRun {
        let site = transfer.location.site
        let post = post
        return EditRun(
            id, transfer, makeFiles: { [self] in makeFiles(site, stop) },
            post: { post(.edits($0)) })
    }

    private func makeFiles(_ site: Site, _ stop: EditStop) -> any FileSystem {
        let files = context.fileSystem(
            for: site, connection: context.nextConnection(), prompter: makePrompter())
        stop.use(files.interrupt)
        return files
    }

    /// Does something with an edit that is there, and notes what came of it.
    private func work(
        on id: EditID, isAsked: Bool = true,
        _ body: @escaping @Sendable (EditRun) -> EditRun.Sent
    ) {
        guard let one = live.withLock({ $0[id] }) else { return }
        one.worker.perform { [self] box in
            // What has ended the edit may have come first.
            guard let run = box.run, !run.isClosed, !one.stop.isStopped else { return }
            // Before: what changes from now on is to be sent once more.
            let stamp = live.withLock { $0[id]?.watch }?.stamp
            live.withLock { $0[id]?.watch?.noteSending(stamp) }
            let sent = body(run)
            note(sent, run)
            if isAsked { post(.edits(.done(id))) }
        }
    }

    private func note(_ sent: EditRun.Sent, _ run: EditRun) {
        if run.isClosed { return forget(run.id) }
        live.withLock { $0[run.id]?.watch?.note(sent, at: .now()) }
    }

    private func discard(_ id: EditID) {
        guard let one = live.withLock({ $0[id] }) else { return }
        if one.watch == nil {
            // It is still on its way here.
            one.stop.stop()
        } else {
            work(on: id) { run in
                run.discard()
                return .unchanged
            }
        }
    }

    private func forget(_ id: EditID) {
        live.withLock { $0.removeValue(forKey: id) }?.worker.retire()
    }

    private func findLeftovers() {
        queue.async { [self] in
            let (transfers, troubles) = store.adoptLeftovers()
            guard !transfers.isEmpty || !troubles.isEmpty else {
                return post(.edits(.leftovers([], troubles: [])))
            }
            var edits: [Edit] = []
            for transfer in transfers {
                let id = EditID(transfer.directory.token)
                let stop = EditStop()
                let copy = transfer.copyName.map { transfer.directory.path(ofCopy: $0) }
                edits.append(
                    Edit(id: id, location: transfer.location, state: .unsent, copy: copy))
                let (directory, record) = (transfer.directory, transfer.record)
                let worker = Worker<EditBox>(label: "ferry.edit.\(id.token)") { EditBox() }
                live.withLock { $0[id] = Live(worker: worker, stop: stop) }
                worker.perform { [self] box in
                    let run = makeRun(id, EditTransfer(directory, record), stop)
                    run.beginAsLeftover()
                    box.run = run
                    watch(run)
                }
            }
            post(.edits(.leftovers(edits, troubles: troubles)))
        }
    }

    // MARK: - Watching

    private func watch(_ run: EditRun) {
        guard let name = run.copyName else { return }
        let watch = EditWatch(run.directory, name)
        live.withLock { $0[run.id]?.watch = watch }
        let isFirst = watching.withLock { watching in
            defer { watching = true }
            return !watching
        }
        if isFirst { lookLater() }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + EditController.pace) { [weak self] in self?.look() }
    }

    /// Sends what has changed and rests; ends where nothing is left to be watched.
    private func look() {
        let now = Instant.now()
        // The disk is asked without the lock, which the main thread takes as well.
        let stamps = live.withLock { $0.compactMapValues(\.watch) }.mapValues(\.stamp)
        let (due, isEmpty) = live.withLock { live in
            var due: [EditID] = []
            for (id, stamp) in stamps where live[id]?.watch?.isDue(at: now, stamp) == true {
                due.append(id)
            }
            return (due, live.isEmpty)
        }
        for id in due { work(on: id, isAsked: false) { $0.send(isWanted: false) } }
        if isEmpty {
            watching.withLock { $0 = false }
            // One may have come in between.
            guard live.withLock({ !$0.isEmpty }) else { return }
            guard
                watching.withLock({ watching in
                    defer { watching = true }
                    return !watching
                })
            else { return }
        }
        lookLater()
    }
}
