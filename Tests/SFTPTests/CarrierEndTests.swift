import Files
import Glibc
import Support
import Testing
import Transport

@testable import SFTP

@Suite("The end of what carries packets")
struct CarrierEndTests {
    /// Whether a process runs: one that nobody has reaped does not.
    private func runs(_ process: String?) -> Bool {
        guard let process, let stream = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(stream) }
        var line = [UInt8](repeating: 0, count: 512)
        let count = fread(&line, 1, line.count, stream)
        let text = String(decoding: line[..<count], as: UTF8.self)
        return text.split(separator: ")").last?.dropFirst().first != "Z"
    }

    private func number(_ name: String, _ bench: SSHBench) -> String? {
        bench.folder.read(name).map {
            String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
        }
    }

    @Test(
        "Closing ends the program and what it has started, and leaves nothing to be reaped",
        arguments: ["", "trap '' TERM;"])
    func close(trap: String) throws {
        let bench = try SSHBench(
            """
            \(trap)
            (trap '' TERM; echo $BASHPID >"$HERE/child"; exec sleep 1000) &
            echo $$ >"$HERE/leader"
            while [[ ! -s $HERE/child ]]; do sleep 0.01; done
            version
            sleep 1000
            """)
        let carrier = try bench.opener(nil, StubPrompter()).open(bench.interrupter)
        _ = try SSHBench.handshake(carrier)
        let (leader, child) = (number("leader", bench), number("child", bench))
        #expect(runs(leader) && runs(child))
        let start = Instant.now()
        carrier.close()
        #expect(Instant.now().seconds(since: start) < 0.5)
        let watch = try #require(carrier as? ProgramCarrier).watch
        #expect(watch.isGone(within: 10))
        #expect(bench.isSoon { !runs(child) })
        #expect(access("/proc/\(leader ?? "")", F_OK) != 0)
    }

    @Test("A program that ends by itself takes along what it has left behind")
    func orphans() throws {
        let bench = try SSHBench(
            """
            sleep 1000 </dev/null >/dev/null 2>&1 &
            echo $! >"$HERE/child"
            say 'ssh: connect to host box port 22: Connection refused'
            exit 255
            """)
        let error = bench.failure(bench.opener(nil, StubPrompter()))
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
        #expect(bench.isSoon { !runs(number("child", bench)) })
    }

    @Test("An interruption wakes the reader, and ends the program")
    func interruption() throws {
        let bench = try SSHBench("echo $$ >\"$HERE/leader\"; sleep 1000")
        let carrier = try bench.opener(nil, StubPrompter()).open(bench.interrupter)
        #expect(bench.isSoon { number("leader", bench)?.isEmpty == false })
        bench.interrupter.interrupt()
        #expect(throws: TransportError.self) {
            try Readiness.wait(forInput: carrier.stream.socket, .never)
        }
        #expect(carrier.failure() == nil)
        #expect(try #require(carrier as? ProgramCarrier).watch.isGone(within: 10))
        #expect(!runs(number("leader", bench)))
    }

    @Test("A carrier that is let go is closed")
    func letGo() throws {
        let bench = try SSHBench("echo $$ >\"$HERE/leader\"; sleep 1000")
        var carrier: (any Carrier)? = try bench.opener(nil, StubPrompter()).open(bench.interrupter)
        #expect(bench.isSoon { number("leader", bench)?.isEmpty == false })
        let watch = try #require(carrier as? ProgramCarrier).watch
        carrier = nil
        #expect(watch.isGone(within: 10))
        #expect(!runs(number("leader", bench)))
    }

    @Test("A program that closes its stream and goes on is ended")
    func lingering() throws {
        let bench = try SSHBench("exec 0<&- 1>&-; say 'still here'; sleep 1000")
        let carrier = try bench.opener(nil, StubPrompter()).open(bench.interrupter)
        let watch = try #require(carrier as? ProgramCarrier).watch
        #expect(watch.isGone(within: 10))
        #expect(carrier.failure()?.reply == "still here")
    }

    @Test("A program that talks without end is bounded in the log, and can be ended")
    func talkative() throws {
        let bench = try SSHBench("yes 'a word from the server' >&2")
        let carrier = try bench.opener(nil, StubPrompter()).open(bench.interrupter)
        #expect(bench.isSoon { bench.log.last?.contains("too much") == true })
        carrier.close()
        #expect(try #require(carrier as? ProgramCarrier).watch.isGone(within: 10))
    }

    @Test("An ssh that is missing is told in one sentence")
    func missing() throws {
        let bench = try SSHBench("")
        var site = bench.site
        site[SFTPOptions.sshCommand] = "/no/such/ssh"
        let error = bench.failure(bench.opener(site, StubPrompter()))
        #expect(error?.kind == .other)
        #expect(error?.detail.contains("ssh_command") == true)
        #expect(throws: TransportError(.unresolved, "No such file or directory")) {
            _ = try Subprocess.start(["/no/such/ssh"], interrupter: Interrupter())
        }
    }

    @Test("A command that speaks SFTP carries packets, and its failure is told with its words")
    func command() throws {
        let bench = try SSHBench("")
        let log = ConnectionLog(1) { _ in }
        func opener(_ command: String) -> CommandCarrierOpener {
            CommandCarrierOpener(site: bench.site, command: command, log: log)
        }
        let speaks = opener(
            "head -c 9 >/dev/null; printf '\\000\\000\\000\\005\\002\\000\\000\\000\\003'")
        #expect(try bench.handshake(speaks) == [0, 0, 0, 5, 2, 0, 0, 0, 3])
        let fails = bench.failure(opener("echo 'no such remote' >&2; exit 3"))
        #expect(fails?.reply == "no such remote")
        #expect(fails?.detail.contains("status 3") == true)
        #expect(bench.failure(opener("/no/such/command"))?.detail.contains("`command`") == true)
    }

    @Test(
        "What ssh is configured for is asked once, and a program that knows no -G is taken as it is"
    )
    func configuration() throws {
        let bench = try SSHBench("version")
        try bench.configure("stricthostkeychecking no")
        for _ in 0..<2 { _ = try bench.handshake(bench.opener(nil, StubPrompter())) }
        #expect(bench.arguments.contains("StrictHostKeyChecking=accept-new"))
        let other = try SSHBench("version")
        try other.folder.write("usage: none\n", to: "configuration")
        _ = try other.handshake(other.opener(nil, StubPrompter()))
        #expect(!other.arguments.contains { $0.hasPrefix("StrictHostKeyChecking") })
    }

    @Test("The installed ssh says how it is configured")
    func installed() throws {
        guard Command.run(["ssh", "-V"]) == 0 || RealServer.areRequired else {
            try Test.cancel("ssh is not installed")
        }
        let folder = try TemporaryFolder()
        try folder.write(
            """
            Host box
              HostName 192.0.2.7
              User me
              StrictHostKeyChecking no
              ConnectTimeout 7
            """, to: "config")
        var site = Site(scheme: .sftp, host: "box")
        site[SFTPOptions.sshCommand] = "ssh -F \(folder.path("config"))"
        let configuration = try SSHConfigurations().configuration(
            for: SSHCommandLine(site) { _ in nil }, masters: SSHMasters(),
            interrupter: Interrupter())
        #expect(configuration?.account == "me@192.0.2.7")
        #expect(configuration?.isLax == true)
        #expect(configuration?.hasConnectTimeout == true)
        #expect(configuration?.hasAliveInterval == false)
    }

    @Test("An attempt that has to wait is let go by an interruption")
    func pause() {
        let interrupter = Interrupter()
        Background.run {
            poll(nil, 0, 20)
            interrupter.interrupt()
        }
        #expect(throws: TransportError(.cancelled, "cancelled")) {
            try Pause.wait(seconds: 1_000, interrupter)
        }
        #expect(throws: Never.self) { try Pause.wait(seconds: 0.01, Interrupter()) }
    }

    @Test("The helper that finds nobody to ask gives no answer")
    func deafHelper() throws {
        let folder = try TemporaryFolder()
        let helper = ["env", "FERRY_ASKPASS=\(folder.path)/ask", SSHBench.program]
        #expect(Command.run(helper + ["Password: "]) == 1)
        // With other arguments it is no helper.
        #expect(Command.run(helper + ["ls", folder.path]) == 0)
    }
}
