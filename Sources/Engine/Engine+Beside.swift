import Files
import Sync
import UI
import Work

/// What goes on beside the panes, on connections of its own.
extension Engine {
    func count(_ request: RequestID, _ site: Site, _ counted: TallyRequest) {
        let stop = Cancellation()
        stops[request] = stop
        let inbox = inbox
        let connection = connections.connection(for: .tally, site)
        stop.onCancel(connection.wake)
        connection.perform(inbox) { files in
            var counter = TallyCounter(start: counted.start, stop: stop) { tally in
                inbox.post(.counted(request, tally, isFinal: false))
            }
            counter.count(counted.paths, in: files)
            return stop.isCancelled ? nil : .counted(request, counter.tally, isFinal: true)
        }
    }

    /// Unlike `count`, it is not broken off, which would cost the connection: it ends with the listing that
    /// is being read.
    func measure(_ request: RequestID, _ place: Location) {
        let stop = Cancellation()
        if let lastMeasure { stops[lastMeasure] = nil }
        lastMeasure = request
        stops[request] = stop
        connections.connection(for: .tally, place.site).perform(inbox) { [inbox] files in
            if stop.isCancelled { return nil }
            var counter = TallyCounter(start: Tally(), stop: stop) { tally in
                inbox.post(.counted(request, tally, isFinal: false))
            }
            counter.count([place.path], in: files)
            return stop.isCancelled ? nil : .counted(request, counter.tally, isFinal: true)
        }
    }

    /// What goes below directories may take long, and has a connection of its own: meanwhile the pane
    /// can look around.
    func changeAttributes(
        _ request: RequestID, _ tab: TabID, _ change: AttributeChange
    ) {
        let stop = Cancellation()
        stops[request] = stop
        let use = change.goesBelow ? ConnectionUse.attributes : .pane(tab)
        let connection = connections.connection(for: use, change.location.site)
        let wake = connection.wake
        connection.perform(inbox) { [undo] files in
            // Until it is its turn, the connection works for somebody else.
            if !stop.isCancelled { stop.onCancel(wake) }
            let outcome = AttributeChanger.run(change, on: files, stop: stop)
            undo.note(change, outcome)
            return .attributesChanged(request, outcome)
        }
    }

    func takeBack(_ request: RequestID, _ number: Int64, _ site: Site) {
        let stop = Cancellation()
        stops[request] = stop
        let connection = connections.connection(for: .undo, site)
        stop.onCancel(connection.wake)
        undoing = (request, number, site)
        let refused: @Sendable (FileSystemError) -> Message? = { [context] error in
            context.question(after: error, request, site)
        }
        undo.undo(
            request, number, on: site, stop: stop, refused: refused, connection.performer(inbox))
    }

    /// Goes on with what waited for an answer, or ends it with the reason.
    func goOnTakingBack(_ request: RequestID, _ refusal: FileSystemError?) {
        guard let undoing, undoing.request == request else { return }
        if let refusal {
            inbox.post(
                .undone(request, UndoController.report(refusal.message, undoing.site)))
        } else {
            takeBack(request, undoing.number, undoing.site)
        }
    }

    func find(_ request: RequestID, _ location: Location, _ filter: FindFilter) {
        let stop = Cancellation()
        stops[request] = stop
        if let refusal = context.refusal(of: location.site) {
            inbox.post(.findEnded(request, .failure(refusal)))
            return
        }
        let connection = connections.connection(for: .finder, location.site)
        stop.onCancel(connection.wake)
        connection.perform(inbox) { [inbox] files in
            var finder = Finder(request, location, filter, stop, inbox)
            return finder.run(on: files)
        }
    }

    func compareBelow(_ request: RequestID, _ pair: PanePair) {
        let stop = Cancellation()
        if let lastWalk { stops[lastWalk] = nil }
        lastWalk = request
        stops[request] = stop
        for place in [pair.places.first, pair.places.second] {
            guard let refusal = context.refusal(of: place.site) else { continue }
            inbox.post(.comparisonEnded(request, .failure(refusal)))
            return
        }
        PaneComparer.start(
            request, pair, stop, context, EngineLoginPrompter(prompts), paneMemory, inbox)
    }

    func preview(_ request: RequestID, _ order: PreviewRequest) {
        let stop = Cancellation()
        if let lastPreview { stops[lastPreview] = nil }
        lastPreview = request
        stops[request] = stop
        if let refusal = context.refusal(of: order.location.site) {
            inbox.post(.previewed(request, .failure(refusal)))
            return
        }
        // While the cursor moves on, only what it rests on is looked at: nothing is interrupted, as that
        // would cost the connection.
        connections.connection(for: .viewer, order.location.site).perform(inbox) {
            [archives = context.archives] files in
            PreviewReader(request, order, stop, archives).run(on: files)
        }
    }

    func compareSides(_ request: RequestID, _ new: Location, _ there: Location) {
        let stop = Cancellation()
        if let lastComparison { stops[lastComparison] = nil }
        lastComparison = request
        stops[request] = stop
        for place in [new, there] {
            guard let refusal = context.refusal(of: place.site) else { continue }
            inbox.post(.sidesCompared(request, .failure(refusal)))
            return
        }
        let comparer = SideComparer(request, stop)
        // Where both are on servers, the target's is looked at beside the panes.
        let isBetweenServers = new.site.isRemote && there.site.isRemote && new.site != there.site
        let second = looking(at: there.site).performer(inbox)
        let first =
            isBetweenServers
            ? connections.connection(lookingAt: new.site) : looking(at: new.site)
        first.perform(inbox) { files in
            switch comparer.head(of: new.path, on: files) {
            case .failure(let error): return comparer.answer(.failure(error))
            case .success(let head):
                second { files in
                    comparer.answer(comparer.compare(head, with: there.path, on: files))
                }
                return nil
            }
        }
    }

    /// A pane looks around meanwhile, save on this machine, where reading takes no time.
    private func looking(at site: Site) -> PaneConnection {
        site.isLocal
            ? connections.connection(lookingAt: site) : connections.connection(for: .viewer, site)
    }

    func read(_ request: RequestID, _ location: Location, _ offset: UInt64, _ length: Int) {
        let inbox = inbox
        connections.connection(for: .viewer, location.site).read(location.path, offset, length) {
            result in
            inbox.post(.chunk(request, result))
        }
    }

    func complete(_ request: RequestID, _ directory: Location) {
        if let refusal = context.refusal(of: directory.site) {
            inbox.post(.completions(request, .failure(refusal)))
            return
        }
        connections.connection(lookingAt: directory.site).perform(inbox) { files in
            .completions(
                request,
                Result { () throws(FileSystemError) in
                    PathCompletion.names(in: try files.list(directory.path))
                })
        }
    }
}
