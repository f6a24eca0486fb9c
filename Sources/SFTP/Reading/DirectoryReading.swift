import Files
import Words

/// A directory that is being read: more of its names are asked for before those that came are
/// looked at.
final class DirectoryReading {
    private enum State {
        case opening
        case reading(handle: [UInt8])
        /// Its names are all there; where its links lead is still asked.
        case readingLinks
        case read
        case failed(FileSystemError)
    }

    /// Requests for names that are on their way, at first and at most.
    private static let firstWindow = 2
    private static let mostWindow = 32
    /// Links of which it is asked at once where they lead.
    private static let linkWindow = 128

    let path: Path
    /// Whether others were open, or on their way, when it was begun.
    let isCrowded: Bool
    private let session: Session
    /// Hears of whatever changes.
    private let changed: () -> Void
    private var state = State.opening
    private var reading: ListingReading
    private var window = DirectoryReading.firstWindow
    /// Answers that have brought names.
    private var answers = 0
    /// Requests for names, or for links, without an answer.
    private var waiting = 0
    private var nextLink = 0
    /// Whether no more names are wanted, and why where that is an error.
    private var end: Result<Void, FileSystemError>?

    /// Asks the server to open it, and then for what is in it.
    init(
        _ path: Path, over session: Session, limits: DirectoryBuilder.Limits,
        changed: @escaping () -> Void
    ) {
        self.path = path
        self.session = session
        self.changed = changed
        isCrowded = session.handles.count > 0
        reading = ListingReading(session.accounts, limits: limits)
        session.handles.begun(path)
        session.channel.send(.openDirectory(path)) { [self] answer in take(opened: answer) }
    }

    /// Entries that have come in.
    var count: Int { reading.count }

    /// Nil while it is read; then whether that went well.
    var result: Result<Void, FileSystemError>? {
        switch state {
        case .opening, .reading, .readingLinks: nil
        case .read: .success(())
        case .failed(let error): .failure(error)
        }
    }

    /// What was read, under the names of owners that are known by now.
    func finish() -> Directory { reading.finish() }

    // MARK: Names

    private func take(opened answer: Result<Reply, FileSystemError>) {
        defer { changed() }
        do throws(FileSystemError) {
            let handle = try Answer(answer, .list, path, on: session.site).handle()
            session.handles.granted(path)
            state = .reading(handle: handle)
            ask(handle)
        } catch {
            session.handles.refused(path, error)
            state = .failed(error)
        }
    }

    private func ask(_ handle: [UInt8]) {
        while waiting < window, end == nil {
            waiting += 1
            session.channel.send(.readDirectory(handle)) { [self] answer in
                take(names: answer, handle)
            }
        }
    }

    private func take(names answer: Result<Reply, FileSystemError>, _ handle: [UInt8]) {
        defer { changed() }
        waiting -= 1
        switch answer {
        case .success(.names(let names)):
            add(names)
            session.accounts.ask()
            // What was asked for first brings all of a small directory, and its end.
            if answers >= DirectoryReading.firstWindow { ask(handle) }
        case .success(.status(.end, _)):
            end = end ?? .success(())
        case .success(.status(let code, let message)):
            fail(
                .refused(
                    code, VisibleText.make(message, limit: 300), .list, path, on: session.site))
        case .success:
            fail(.broken(tr("its answer to a listing has the wrong type"), on: session.site))
        case .failure(let error):
            fail(error)
        }
        if waiting == 0 {
            if end == nil { ask(handle) } else { close(handle) }
        }
    }

    private func add(_ names: ListedNames) {
        do throws(PacketFault) {
            // One that has no names to give, and no end, would be asked for ever.
            if try reading.add(names) == 0 || reading.isCut { end = end ?? .success(()) }
        } catch {
            fail(.broken(error.words, on: session.site))
        }
        answers += 1
        window = min(window * 2, DirectoryReading.mostWindow)
    }

    private func fail(_ error: FileSystemError) {
        // An answer that was asked for ahead, behind the end, fails at some servers.
        if end == nil || session.channel.loss != nil { end = .failure(error) }
    }

    /// Nobody waits for the server to have closed it.
    private func close(_ handle: [UInt8]) {
        session.handles.closed()
        session.channel.send(.close(handle)) { _ in }
        switch end {
        case .failure(let error): state = .failed(error)
        case .success, nil:
            state = .readingLinks
            askForLinks()
        }
    }

    // MARK: Links

    /// Where links lead, of as many as are worth the round trips.
    private func askForLinks() {
        // Of one that is cut, nobody knows which were left out.
        while !reading.isCut, waiting < DirectoryReading.linkWindow,
            nextLink < min(reading.links.count, ListingReading.linkLimit)
        {
            let index = nextLink
            nextLink += 1
            waiting += 1
            let link = path.appending(reading.links[index].name)
            session.channel.send(.readLink(link)) { [self] answer in
                take(link: answer, at: index, link)
            }
        }
        if waiting == 0 { state = .read }
    }

    private func take(link answer: Result<Reply, FileSystemError>, at index: Int, _ link: Path) {
        defer { changed() }
        waiting -= 1
        if let target = try? Answer(answer, .read, link, on: session.site).name() {
            reading.setTarget(target, of: index)
        } else if session.channel.loss == nil {
            waiting += 1
            session.channel.send(.realPath(link.bytes)) { [self] answer in
                take(place: answer, at: index, link)
            }
        }
        goOnWithLinks()
    }

    /// asyncssh, where users have a root of their own, does not read links that are not from there; but
    /// it says where they lead in the end. One of which that is not said either is a link all the same.
    private func take(place answer: Result<Reply, FileSystemError>, at index: Int, _ link: Path) {
        defer { changed() }
        waiting -= 1
        if let target = LinkPlace.target(in: answer, of: link, on: session.site) {
            reading.setTarget(target, of: index)
        }
        goOnWithLinks()
    }

    private func goOnWithLinks() {
        if let loss = session.channel.loss { return state = .failed(loss) }
        askForLinks()
    }
}
