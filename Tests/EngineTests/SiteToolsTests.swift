import DemoServer
import Engine
import Files
import Support
import Testing
import UI

@Suite("Tests and looks at hosts run beside the screen")
struct SiteToolsTests {
    private let request = RequestID(rawValue: 7)

    private func answer(_ bench: Bench) throws -> (port: UInt16, answer: ProbeAnswer) {
        try bench.wait {
            if case .probed(RequestID(rawValue: 7), let port, let answer) = $0 {
                (port, answer)
            } else {
                nil
            }
        }
    }

    @Test("Of one port the greeting is told, sanitised")
    func greeting() throws {
        let bench = try Bench()
        let peer = try ScriptedPeer { peer in
            try peer.send("220 \u{1B}[2Jhello\r\nmore")
            try peer.expectGone()
        }
        #expect(bench.engine.run(.probe(request, "127.0.0.1", [peer.port])) == nil)
        let told = try answer(bench)
        #expect(told.port == peer.port)
        #expect(told.answer == .open(greeting: "220 \\x1b[2Jhello"))
        try peer.verify()
    }

    @Test(
        "Of several ports each says whether it is open, and a host without an address that it is none"
    )
    func ports() throws {
        let bench = try Bench()
        let closed = try Bench()
        closed.server.stop()
        _ = bench.engine.run(.probe(request, "127.0.0.1", [bench.site.port, closed.site.port]))
        var answers: [UInt16: ProbeAnswer] = [:]
        while answers.count < 2 {
            let told = try answer(bench)
            answers[told.port] = told.answer
        }
        #expect(answers[bench.site.port] == .open(greeting: nil))
        #expect(answers[closed.site.port] == .closed)
        _ = bench.engine.run(.probe(request, "no host", [21]))
        #expect(try answer(bench).answer == .unknownHost)
    }

    @Test("A test tells its steps and its end, and begins anew with a password that was asked for")
    func password() throws {
        let bench = try Bench(password: "right", knows: nil)
        _ = bench.engine.run(.testSite(request, bench.site, nil, nil))
        let asked = try bench.wait {
            if case .passwordNeeded(let request, let site, nil) = $0 {
                (request, site)
            } else {
                nil
            }
        }
        #expect(asked == (request, bench.site))
        _ = bench.engine.run(.password(request, bench.site, .given(Secret("right"))))
        let last = try bench.wait {
            if case .siteTested(RequestID(rawValue: 7), let step) = $0, step.kind == .list {
                step
            } else {
                nil
            }
        }
        #expect(last.hasPassed)
        #expect(
            try bench.wait { if case .siteTestEnded(let ended) = $0 { ended } else { nil } }
                == request)
    }
}
