import Files
import Jobs
import SFTP
import Support
import Testing
import Transfers

@Suite("Trees of many folders on an SFTP server")
struct SFTPWalkTests {
    private static let site = Site(scheme: .sftp, host: "box", user: "me")
    private static let folders = 300
    private static let files = 3

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("served")
        try folder.makeFolder("here")
    }

    /// A tree of folders in folders, with a few files each.
    private func plant(below place: String, folders: Int = SFTPWalkTests.folders) throws {
        try folder.makeFolder("\(place)/tree")
        for number in 0..<folders {
            let name = "\(place)/tree/\(self.name(number))"
            try folder.makeFolder(name)
            for file in 0..<SFTPWalkTests.files {
                try folder.write("\(number) \(file)", to: "\(name)/f\(file)")
            }
        }
    }

    /// Of each ten, nine lie in the first.
    private func name(_ number: Int) -> String {
        number % 10 == 0 ? "\(number)" : "\(number - number % 10)/\(number)"
    }

    private func check(
        below place: String, butNot missing: Set<Int> = [], folders: Int = SFTPWalkTests.folders
    ) {
        for number in 0..<folders where !missing.contains(number) {
            for file in 0..<SFTPWalkTests.files {
                let copy = folder.read("\(place)/tree/\(name(number))/f\(file)")
                #expect(copy == Array("\(number) \(file)".utf8), "\(number)/\(file)")
            }
        }
    }

    private enum Errand: CaseIterable { case down, up, remove, moveDown }

    private func request(_ errand: Errand) throws -> JobRequest {
        let name = try #require(Name("tree"))
        let here = Path(folder.path("here"))
        let local = Location(site: .local, path: here.appending(name))
        let remote = Location(site: SFTPWalkTests.site, path: Path(components: [name]))
        let entry = Entry(name: name, kind: .directory)
        return switch errand {
        case .down, .moveDown:
            JobRequest(
                operation: errand == .down ? .copy : .move, source: remote, entry: entry,
                target: local, root: here, policy: .overwrite)
        case .up:
            JobRequest(
                operation: .copy, source: local, entry: entry, target: remote, root: .root,
                policy: .overwrite)
        case .remove: JobRequest(operation: .delete, source: remote, entry: entry)
        }
    }

    private func queue(
        _ server: ScriptedSFTPServer, lanes: Int = 1, mostNames: Int = 4_000_000
    ) throws -> QueueRun {
        try QueueRun(lanes: lanes) { site, lane in
            let files = SFTPFileSystem(
                site: site, opener: ScriptedCarrierOpener(server: server), connection: lane,
                refusals: TransientRefusals(), log: { _ in })
            files.listingLimits.entries = mostNames
            return files
        }
    }

    @Test("Three hundred folders cost a few round trips", arguments: Errand.allCases)
    private func rounds(errand: Errand) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let server = ScriptedSFTPServer(root: folder.path("served"), behaviour: behaviour)
        try plant(below: errand == .up ? "here" : "served")
        for job in try queue(server).run([try request(errand)]) {
            #expect(job.isDone, "\(job.story)")
        }
        switch errand {
        case .down, .moveDown: check(below: "here")
        case .up: check(below: "served")
        case .remove: break
        }
        if [.remove, .moveDown].contains(errand) { #expect(!folder.exists("served/tree")) }
        // One after the other they would take three each, and their files as many again.
        #expect(server.rounds < SFTPWalkTests.folders / 2, "\(server.rounds) round trips")
        server.end()
    }

    @Test("Several lanes copy a tree whole", arguments: [Errand.down, .up])
    private func lanes(errand: Errand) throws {
        let server = ScriptedSFTPServer(root: folder.path("served"))
        try plant(below: errand == .up ? "here" : "served")
        for job in try queue(server, lanes: 3).run([try request(errand)]) {
            #expect(job.isDone, "\(job.story)")
        }
        check(below: errand == .up ? "served" : "here")
        server.end()
    }

    @Test(
        "A server that has one handle gets one folder at a time", arguments: Errand.allCases,
        [true, false])
    private func oneHandle(errand: Errand, isSaid: Bool) throws {
        var behaviour = isSaid ? ScriptedSFTPBehaviour() : .bare
        behaviour.limits.handles = 1
        let server = ScriptedSFTPServer(root: folder.path("served"), behaviour: behaviour)
        try plant(below: errand == .up ? "here" : "served", folders: 40)
        for job in try queue(server).run([try request(errand)]) {
            #expect(job.isDone, "\(job.story)")
        }
        if errand != .remove { check(below: errand == .up ? "served" : "here", folders: 40) }
        if [.remove, .moveDown].contains(errand) { #expect(!folder.exists("served/tree")) }
        #expect(server.mostOpenHandles <= 1)
        server.end()
    }

    @Test("A folder that cannot be opened fails alone", arguments: [Errand.down, .remove])
    private func closed(errand: Errand) throws {
        let server = ScriptedSFTPServer(
            root: folder.path("served"),
            behaviour: ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(
                    .opendir, path: "/tree/20/23", answer: .status(.permissionDenied))))
        try plant(below: "served", folders: 60)
        let jobs = try queue(server).run([try request(errand)])
        let top = try #require(jobs.first { $0.parent == nil })
        guard case .failed = top.state else {
            Issue.record("\(top.state)")
            return
        }
        if errand == .down {
            check(below: "here", butNot: [23], folders: 60)
            let closed = try #require(jobs.first { $0.source.path == Path("/tree/20/23") })
            #expect(closed.story.last?.contains("/tree/20/23") == true, "\(closed.story)")
        } else {
            #expect(top.story.last?.contains("/tree/20/23") == true, "\(top.story)")
            #expect(folder.exists("served/tree/20/23/f0"))
            #expect(!folder.exists("served/tree/20/24"))
            #expect(!folder.exists("served/tree/30"))
        }
        server.end()
    }

    @Test("A folder that never ends does not hold up the others")
    func endless() throws {
        let server = ScriptedSFTPServer(
            root: folder.path("served"),
            behaviour: ScriptedSFTPBehaviour().with(
                .endlessListing(path: "/tree/20/23"),
                ScriptedSFTPRule(.open, where: { $0.pathText.contains("file-") }) { _ in
                    .status(.noSuchFile)
                }))
        try plant(below: "served", folders: 60)
        let jobs = try queue(server, mostNames: 5_000).run([try request(.down)])
        check(below: "here", butNot: [23], folders: 60)
        let top = try #require(jobs.first { $0.parent == nil })
        #expect(top.story.contains { $0.contains("was too long") }, "\(top.story)")
        #expect(top.filesFound == 59 * SFTPWalkTests.files + 5_000)
        server.end()
    }

    @Test(
        "A tree is cancelled while many of its folders are asked for",
        arguments: [Errand.down, .remove])
    private func cancelled(errand: Errand) throws {
        let server = ScriptedSFTPServer(
            root: folder.path("served"),
            behaviour: ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(
                    .opendir, where: { $0.pathText != "/tree" }, answer: .silence)))
        try plant(below: "served")
        let queue = try queue(server)
        queue.queue.submit([try request(errand)])
        // The connection's first question, those about the top, and many of those below.
        server.waitForRequests(30)
        for job in queue.jobs where job.parent == nil {
            queue.queue.send(.cancel(job.id, keepsParts: false))
        }
        #expect(queue.rest().isEmpty)
        queue.stop()
        #expect(server.count(.opendir) > 20)
        #expect(folder.exists("served/tree/20/23/f0"))
        server.end()
    }
}
