import Files

/// Reads a directory: more of its names are asked for before those that came are looked at.
final class Lister {
    /// Requests for names that are on their way, at first and at most.
    private static let firstWindow = 2
    private static let mostWindow = 32

    private let session: Session
    private let path: Path
    private var handle: [UInt8]?
    private var reading: ListingReading
    private var window = Lister.firstWindow
    private var waiting = 0
    private var hasEnded = false
    private var failure: FileSystemError?

    init(_ path: Path, over session: Session, limits: DirectoryBuilder.Limits) {
        self.path = path
        self.session = session
        reading = ListingReading(session.accounts, limits: limits)
    }

    /// `progress` hears now and then how many entries have come in.
    func list(_ progress: (_ count: Int) -> Void) throws(FileSystemError) -> Directory {
        let (channel, path, site) = (session.channel, path, session.site)
        let handle = try channel.ask(.openDirectory(path)) { answer throws(FileSystemError) in
            try Answer(answer, "listed", path, on: site).handle()
        }
        self.handle = handle
        session.handles.begun(path)
        session.handles.granted(path)
        defer {
            session.handles.closed()
            channel.send(.close(handle)) { _ in }
            channel.flushAvailable()
        }
        askForSpace()
        ask()
        while waiting > 0 {
            let before = waiting
            try channel.wait { waiting < before || waiting == 0 }
            progress(reading.count)
        }
        if let failure { throw failure }
        try session.accounts.wait()
        try readLinks()
        return reading.finish()
    }

    /// With the names, so that it costs no round trip of its own.
    private func askForSpace() {
        session.listedSpace = nil
        guard let request = SpaceQuestion(channel: session.channel).request(about: path) else {
            return
        }
        session.channel.send(request) { [session, path] answer in
            // A listing is one without it, too.
            let space = try? SpaceQuestion.read(answer, path, on: session.site)
            session.listedSpace = (path, space ?? nil)
        }
    }

    private func ask() {
        guard let handle else { return }
        while waiting < window, !hasEnded {
            waiting += 1
            session.channel.send(.readDirectory(handle)) { [self] answer in take(answer) }
        }
    }

    private func take(_ answer: Result<Reply, FileSystemError>) {
        waiting -= 1
        switch answer {
        case .success(.names(let names)):
            do throws(PacketFault) {
                // One that has no names to give, and no end, would be asked for ever.
                if try reading.add(names) == 0 || reading.isCut { hasEnded = true }
            } catch {
                fail(.broken(error.words, on: session.site))
            }
            window = min(window * 2, Lister.mostWindow)
            session.accounts.ask()
            ask()
        case .success(.status(.end, _)):
            hasEnded = true
        case .success(.status(let code, let message)):
            fail(
                .refused(
                    code, VisibleText.make(message, limit: 300), "listed", path, on: session.site))
        case .success:
            fail(.broken("its answer to a listing is of another kind", on: session.site))
        case .failure(let error):
            fail(error)
        }
    }

    private func fail(_ error: FileSystemError) {
        // An answer that was asked for ahead, behind the end, fails at some servers.
        if failure == nil, !hasEnded || session.channel.loss != nil { failure = error }
        hasEnded = true
    }

    /// Where links lead, of as many as are worth the round trips.
    private func readLinks() throws(FileSystemError) {
        let links = reading.links
        let directory = path
        let targets = try RequestWindow(channel: session.channel).ask(links.count) { index in
            index < ListingReading.linkLimit
                ? Request.readLink(directory.appending(links[index].name)) : nil
        } _: { [site = session.site] index, answer throws(FileSystemError) in
            try Answer(answer, "read", directory.appending(links[index].name), on: site).name()
        }
        for (index, target) in targets {
            // One that may not be read is a link all the same.
            if case .success(let target) = target { reading.setTarget(target, of: index) }
        }
    }
}
