import DemoServer
import Engine
import Files
import Support
import Testing

@Suite("A test of a site says which step fails")
struct SiteTestTests {
    private func steps(
        _ bench: Bench, _ site: Site? = nil, path: Path? = nil
    ) -> (steps: [SiteTestStep], hasPassed: Bool) {
        var steps: [SiteTestStep] = []
        let test = SiteTest(
            bench.context, site ?? bench.site, path, below: nil, prompter: nil)
        let hasPassed = test.run { steps.append($0) }
        return (steps, hasPassed)
    }

    private func sentence(_ step: SiteTestStep?) -> String {
        if case .failed(let sentence) = step?.outcome { sentence } else { "" }
    }

    @Test("All steps of a server that is well")
    func well() throws {
        let (steps, hasPassed) = self.steps(try Bench())
        #expect(hasPassed)
        #expect(steps.map(\.kind) == [.dns, .connect, .tls, .login, .features, .data, .list])
        #expect(steps.allSatisfy { $0.hasPassed && $0.seconds >= 0 })
        #expect(steps.last?.outcome == .passed("/: 2 entries"))
    }

    @Test("Nothing listens there")
    func refused() throws {
        let bench = try Bench()
        bench.server.stop()
        let (steps, hasPassed) = self.steps(bench)
        #expect(!hasPassed)
        #expect(steps.map(\.kind) == [.dns, .connect])
        #expect(sentence(steps.last).contains("port \(bench.site.port)"))
    }

    @Test("The password is wrong")
    func wrongPassword() throws {
        let (steps, hasPassed) = self.steps(try Bench(password: "right", knows: "wrong"))
        #expect(!hasPassed)
        #expect(steps.map(\.kind) == [.dns, .connect, .tls, .login])
        #expect(steps.dropLast().allSatisfy { $0.hasPassed })
        #expect(sentence(steps.last).contains("refused the login"))
    }

    @Test("The directory is not there")
    func missing() throws {
        let (steps, hasPassed) = self.steps(try Bench(), path: Path("/gone"))
        #expect(!hasPassed)
        #expect(steps.map(\.kind) == [.dns, .connect, .tls, .login, .features, .list])
        #expect(steps.dropLast().allSatisfy { $0.hasPassed })
        #expect(sentence(steps.last).contains("/gone"))
    }

    @Test(
        "The server hangs up in the middle",
        arguments: [("USER", SiteTestStep.Kind.login), ("PASS", .login), ("PWD", .features)])
    func hangsUp(at verb: String, in kind: SiteTestStep.Kind) throws {
        let bench = try Bench(password: "any")
        bench.server.behaviour = [.always(.close(at: verb))]
        let (steps, hasPassed) = self.steps(bench)
        #expect(!hasPassed)
        #expect(steps.last?.kind == kind)
        #expect(steps.dropLast().allSatisfy { $0.hasPassed })
        #expect(!sentence(steps.last).isEmpty)
    }

    @Test(
        "The data connection cannot be opened",
        arguments: [
            ["EPSV", "PASV", "EPRT", "PORT"].map { Fault.reply($0, "502 Not here.\r\n") },
            ["MLSD", "LIST"].map { Fault.reply($0, "425 Cannot open the data connection.\r\n") },
        ])
    func noData(_ faults: [Fault]) throws {
        let bench = try Bench()
        bench.server.behaviour = Behaviour(faults.map { .always($0) })
        let (steps, hasPassed) = self.steps(bench)
        #expect(!hasPassed)
        #expect(steps.last?.kind == .data)
    }

    @Test("A site that demands TLS, of a server without it")
    func noEncryption() throws {
        let bench = try Bench()
        var site = bench.site
        site.scheme = .ftpes
        let (steps, hasPassed) = self.steps(bench, site)
        #expect(!hasPassed)
        #expect(steps.map(\.kind) == [.dns, .connect, .tls])
        #expect(sentence(steps.last).contains("TLS"))
    }
}
