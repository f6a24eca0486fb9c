import Engine
import Files
import Glibc
import Jobs
import Support
import Synchronization
import Testing
import UI

@Suite("A share that the screen opens")
struct ShareControllerTests {
    /// Opens a share of the bench's folder on any free port.
    private func open(_ bench: Bench) throws -> ShareStatus {
        let request = ShareRequest(folder: Path(bench.folder.path), port: 0)
        _ = bench.engine.run(.share(.start(request)))
        return try status(bench) { $0.state == .serving }
    }

    private func status(
        _ bench: Bench, where isWanted: (ShareStatus) -> Bool
    ) throws -> ShareStatus {
        try bench.wait { message in
            if case .shared(let status) = message, isWanted(status) { return status }
            return nil
        }
    }

    private func refusal(_ bench: Bench) throws -> String {
        try bench.wait { message in
            if case .shareRefused(let reason) = message { return reason }
            return nil
        }
    }

    private func site(_ status: ShareStatus) throws -> Site {
        try SiteURL.parse(try #require(status.urls.first)).target.site
    }

    @Test("It serves a second pane; visits are told of, requests are in the log, and it ends")
    func serving() throws {
        let bench = try Bench()
        let opened = try open(bench)
        #expect(opened.code != nil)
        #expect(!opened.isWritable)
        let site = try site(opened)
        let listing = try bench.list(.root, site: site).get()
        #expect(listing.directory.entries.map(\.name.text).sorted() == ["hello.txt", "sub"])

        let read = bench.request()
        let file = Location(site: site, path: Path("/sub/eight"))
        _ = bench.engine.run(.read(read, file, offset: 0, length: 100))
        let visited = try status(bench) { $0.visits.contains { $0.state == .done } }
        let visit = try #require(visited.visits.last)
        #expect(visit.path == Path("/sub/eight"))
        #expect(visit.direction == .download)
        #expect(visit.done == 8)
        #expect(visit.visitor.hasPrefix("127.0.0.1"))

        _ = bench.engine.run(.share(.stop(atOnce: false)))
        _ = bench.engine.run(.share(.stop(atOnce: true)))
        _ = try status(bench) { $0.state == .ended }
        #expect(throws: FileSystemError.self) {
            try bench.list(.root, site: site).get()
        }
        // The controller is free for the next one.
        _ = try open(bench)
    }

    @Test("Who reads that a share has ended may open the next one at once")
    func reopening() throws {
        let bench = try Bench()
        for _ in 0..<30 {
            let request = ShareRequest(folder: Path(bench.folder.path), port: 0)
            _ = bench.engine.run(.share(.start(request)))
            let isServing: Bool = try bench.wait { message in
                switch message {
                case .shared(let status) where status.state == .serving: true
                case .shareRefused: false
                default: nil
                }
            }
            try #require(isServing)
            _ = bench.engine.run(.share(.stop(atOnce: true)))
            _ = try status(bench) { $0.state == .ended }
        }
    }

    @Test("What was asked of the share stands in the log")
    func log() throws {
        let bench = try Bench()
        let site = try site(try open(bench))
        let request = bench.request()
        _ = bench.engine.run(.list(request, .right, site, .root, Arrangement()))
        let line: Exchange = try bench.wait { message in
            guard case .exchanged(let lines) = message else { return nil }
            return lines.first {
                $0.direction == .received && $0.text.hasPrefix("127.0.0.1")
                    && $0.text.contains("GET / ")
            }
        }
        // No connection of a pane's has its number.
        #expect(line.connection > 1)
    }

    @Test("A second share is refused, and so is a directory that is not there")
    func refused() throws {
        let bench = try Bench()
        let missing = Path(bench.folder.path + "/none")
        _ = bench.engine.run(.share(.start(ShareRequest(folder: missing, port: 0))))
        #expect(try refusal(bench).contains("none"))
        _ = try open(bench)
        _ = bench.engine.run(.share(.start(ShareRequest(folder: .root, port: 0))))
        #expect(try refusal(bench) == "A directory is already being shared; stop that share first.")
    }

    @Test("Closing the engine ends the share, and says when")
    func closing() throws {
        let bench = try Bench()
        let site = try site(try open(bench))
        let closed = Signal()
        bench.engine.close { closed.send() }
        #expect(closed.wait())
        #expect(throws: FileSystemError.self) {
            try bench.list(.root, site: site).get()
        }
        let nothing = Signal()
        bench.engine.close { nothing.send() }
        #expect(nothing.wait())
    }

    @Test("Addresses are those of other machines' way here, if there is one")
    func addresses() throws {
        let bench = try Bench()
        _ = bench.engine.run(.loadAddresses)
        let found: [String] = try bench.wait { message in
            if case .addresses(let addresses) = message { return addresses }
            return nil
        }
        #expect(found.allSatisfy { !$0.hasPrefix("127.") && $0 != "::1" })
    }
}
