import Files
import Support
import Synchronization
import Testing

@testable import SFTP

@Suite("Conversations with SFTP servers that break off anywhere")
struct BrokenOffTests {
    private static let old = Array("the old one".utf8)
    private static let new = SFTPBench.noise(5_000)

    /// Where the conversation ends.
    enum Cut: CaseIterable {
        /// After so many bytes of answers.
        case bytes
        /// Before a request is done, and after it.
        case before, after
    }

    /// Counts requests, on the server's threads.
    private final class Count: Sendable {
        private let value = Atomic<Int>(0)

        func isNext(_ wanted: Int) -> Bool {
            value.wrappingAdd(1, ordering: .relaxed).oldValue == wanted
        }

        var reached: Int { value.load(ordering: .relaxed) }
    }

    /// Runs `body` on servers that break off once, a little later each time, until it comes to its
    /// end without; `then` looks at what is there afterwards, on a server that is well.
    private func everywhere(
        _ behaviour: ScriptedSFTPBehaviour, _ cut: Cut, _ body: (SFTPBench) throws -> Void,
        then: (SFTPBench, FileSystemError?) throws -> Void
    ) throws {
        for place in 0..<100_000 {
            var cutting = behaviour
            let count = Count()
            switch cut {
            case .bytes: cutting.endsAfter = place
            case .before, .after:
                let answer: ScriptedSFTPRule.Answer = cut == .before ? .end : .doneThenEnd
                for kind in ScriptedSFTPRequest.Kind.allCases where kind != .initialise {
                    cutting = cutting.with(
                        ScriptedSFTPRule(
                            kind, where: { _ in count.isNext(place) }, answer: answer))
                }
            }
            let bench = try SFTPBench(cutting, timeout: 20)
            try bench.folder.write(BrokenOffTests.old, to: "file")
            let error = bench.failure { try body(bench) }
            #expect(error == nil || error?.isTransient == true, "\(place): \(error?.message ?? "")")
            var left: Int?
            bench.server.change { behaviour in
                left = behaviour.endsAfter
                behaviour.endsAfter = nil
                behaviour.rules = []
            }
            try then(bench, error)
            if cut == .bytes ? left != nil : count.reached <= place { return }
        }
    }

    /// Servers that have little to say of themselves, so that fewer bytes can be cut between.
    static let servers: [ScriptedSFTPBehaviour] = {
        var modern = ScriptedSFTPBehaviour.bare
        modern.extensions = [
            .init("posix-rename@openssh.com", "1"), .init("fsync@openssh.com", "1"),
            .init("limits@openssh.com", "1"),
        ]
        return [.bare, modern]
    }()

    @Test("A listing is whole, or fails", arguments: Cut.allCases)
    func listing(cut: Cut) throws {
        for server in BrokenOffTests.servers {
            try everywhere(server, cut) { bench in
                let names = try bench.names()
                #expect(names == ["file"])
            } then: { bench, _ in
                let names = try bench.names()
                #expect(names == ["file"])
            }
        }
    }

    @Test("A download is whole, or fails", arguments: Cut.allCases)
    func download(cut: Cut) throws {
        for server in BrokenOffTests.servers {
            try everywhere(server, cut) { bench in
                let bytes = try bench.get("file")
                #expect(bytes == BrokenOffTests.old)
            } then: { bench, _ in
                let bytes = try bench.get("file")
                #expect(bytes == BrokenOffTests.old)
            }
        }
    }

    @Test(
        "An upload replaces a file whole, or leaves it, and the next try does it",
        arguments: Cut.allCases)
    func upload(cut: Cut) throws {
        for server in BrokenOffTests.servers {
            try everywhere(server, cut) { bench in
                try bench.put(BrokenOffTests.new, at: "file")
            } then: { bench, error in
                let found = bench.folder.read("file")
                #expect(
                    found == BrokenOffTests.new || error != nil && found == BrokenOffTests.old,
                    "\(error?.message ?? "no error"), \(bench.stored) \(bench.server.log)")
                // What could not be removed any more is told, and written down for later.
                let isTidy = bench.stored == ["file"] || bench.said("could not be deleted") > 0
                #expect(error != nil || isTidy, "\(bench.stored) \(bench.server.log)")
                try bench.put(BrokenOffTests.new, at: "file")
                #expect(bench.folder.read("file") == BrokenOffTests.new)
            }
        }
    }
}
