import Files
import Glibc
import Support
import Testing
import Transport

@testable import SFTP

@Suite("One login for all channels of a site")
struct SharedLoginTests {
    @Test("A pane and three lanes log in once, and nothing is left of it when they are closed")
    func once() throws {
        let bench = try LoginBench(SSHServer.started())
        var all = [try bench.connect()]
        for _ in 0..<3 { all.append(try bench.connect()) }
        for files in all { #expect(try files.list(files.home(), progress: { _ in }).count == 0) }
        #expect(bench.loginCount == 1)
        #expect(bench.sockets.count == 1)
        for files in all { files.close() }
        #expect(bench.isEmptySoon)
    }

    @Test("Closing the first, or stopping it, does not end the others", arguments: [true, false])
    func first(isStopped: Bool) throws {
        let bench = try LoginBench(SSHServer.started())
        let first = try bench.connect()
        let second = try bench.connect()
        if isStopped {
            first.interrupt()
            #expect(!first.isConnected)
        } else {
            first.close()
        }
        #expect(try second.entry(at: .root) != nil)
        let third = try bench.connect()
        #expect(try third.entry(at: .root) != nil)
        second.close()
        #expect(try third.entry(at: .root) != nil)
        #expect(try first.entry(at: .root) != nil)
        #expect(bench.loginCount == 1)
        for files in [first, third] { files.close() }
        #expect(bench.isEmptySoon)
    }

    @Test("Where the server grants few channels, another login is made", arguments: [1, 3])
    func fewSessions(count: Int) throws {
        let bench = try LoginBench(SSHServer.started(extra: ["MaxSessions \(count)"]))
        let all = try (0..<4).map { _ in try bench.connect() }
        for files in all { #expect(try files.entry(at: .root) != nil) }
        #expect(bench.loginCount == (count == 1 ? 4 : 2))
        // What is known of the server is not tried again.
        let refusals = bench.log.filter { $0.contains("refused by peer") }
        #expect(refusals.count == 1)
        for files in all { files.close() }
        #expect(bench.isEmptySoon)
    }

    @Test("Once no login stands, what a server granted is tried again")
    func forgotten() throws {
        let bench = try LoginBench(SSHServer.started(extra: ["MaxSessions 1"]))
        for round in 1...2 {
            let all = try (0..<2).map { _ in try bench.connect() }
            #expect(bench.log.count { $0.contains("refused by peer") } == round)
            for files in all { files.close() }
            #expect(bench.isEmptySoon)
        }
    }

    @Test("More channels of the user's own connection are had, which stands when they are closed")
    func anotherOfUsers() throws {
        let server = try SSHServer.started()
        let client = try SSHClientFolder(server, isShared: true)
        let bench = try LoginBench(server, client)
        let opener = bench.opener()
        var carriers = [try bench.greeted(opener.open(Interrupter()))]
        for _ in 0..<3 {
            carriers.append(
                try bench.greeted(#require(try opener.openAnother(.channel, Interrupter()))))
        }
        #expect(bench.loginCount == 1)
        for carrier in carriers { carrier.close() }
        bench.memory.closeAll()
        let place = ["-p", "\(server.port)", "127.0.0.1"]
        #expect(Command.run(client.arguments + ["-O", "check"] + place) == 0)
        #expect(Command.run(client.arguments + ["-O", "exit"] + place) == 0)
    }

    @Test("Several that begin at once wait for one login")
    func together() throws {
        let bench = try LoginBench(SSHServer.started())
        let results = bench.connectTogether(4)
        #expect(results.count == 4)
        for result in results { #expect(try result.get()) }
        #expect(bench.loginCount == 1)
        #expect(bench.isEmptySoon)
    }

    @Test("A connection that the user's own configuration shares is used as it is")
    func users() throws {
        let server = try SSHServer.started()
        let bench = try LoginBench(server, SSHClientFolder(server, isShared: true))
        let all = try (0..<3).map { _ in try bench.connect() }
        for files in all { #expect(try files.entry(at: .root) != nil) }
        #expect(bench.loginCount == 1)
        #expect(bench.sockets.isEmpty)
        #expect(!bench.log.contains { $0.contains("ControlMaster") })
        for files in all { files.close() }
    }

    @Test("A connection that the user has left at the configuration's ControlPath is used")
    func usersPath() throws {
        let server = try SSHServer.started()
        let folder = try TemporaryFolder()
        let client = try SSHClientFolder(
            server, lines: ["ControlPath \(folder.path("%C"))", "ControlMaster no"])
        let bench = try LoginBench(server, client)
        let place = ["-p", "\(server.port)", "127.0.0.1"]
        let started = Command.run(
            client.arguments + ["-o", "ControlPersist=yes", "-M", "-N", "-f"] + place)
        #expect(started == 0)
        let files = try bench.connect()
        #expect(try files.entry(at: .root) != nil)
        #expect(bench.loginCount == 1)
        files.close()
        #expect(Command.run(client.arguments + ["-O", "exit"] + place) == 0)
        let all = try (0..<2).map { _ in try bench.connect() }
        #expect(bench.loginCount == 2)
        for files in all { files.close() }
        #expect(bench.isEmptySoon)
    }

    @Test("When the login is lost under way, all go on with one more")
    func killed() throws {
        let bench = try LoginBench(SSHServer.started())
        let all = try (0..<3).map { _ in try bench.connect() }
        let master = try #require(bench.masters.first)
        kill(master, SIGKILL)
        #expect(bench.isSoon { !bench.masters.contains(master) })
        for files in all { #expect(try files.entry(at: .root) != nil) }
        #expect(bench.loginCount == 2)
        for files in all { files.close() }
        #expect(bench.isEmptySoon)
    }

    @Test("A server that is stopped and started is logged in to once more")
    func restarted() throws {
        let server = try SSHServer.started()
        let bench = try LoginBench(server)
        let all = try (0..<3).map { _ in try bench.connect() }
        let before = bench.loginCount
        server.stop()
        #expect(bench.isSoon { bench.masters.isEmpty })
        try server.start()
        for files in all { #expect(try files.entry(at: .root) != nil) }
        #expect(before == 1)
        #expect(bench.loginCount - before == 1)
        for files in all { files.close() }
        #expect(bench.isEmptySoon)
    }

    @Test("One more channel is had without a login, or not at all")
    func another() throws {
        let bench = try LoginBench(SSHServer.started(extra: ["MaxSessions 2"]))
        let opener = bench.opener()
        #expect(try opener.openAnother(.channel, Interrupter()) == nil)
        let first = try bench.greeted(opener.open(Interrupter()))
        let interrupted = Interrupter()
        interrupted.interrupt()
        let stopped = try opener.openAnother(.channel, interrupted)
        if let stopped { #expect(throws: FileSystemError.self) { try bench.greeted(stopped) } }
        let second = try bench.greeted(#require(try opener.openAnother(.channel, Interrupter())))
        // The server refuses it, which is known from then on.
        let third = try #require(try opener.openAnother(.channel, Interrupter()))
        #expect(throws: FileSystemError.self) { try bench.greeted(third) }
        #expect(try opener.openAnother(.channel, Interrupter()) == nil)
        second.close()
        first.close()
        #expect(bench.isEmptySoon)
        #expect(try opener.openAnother(.channel, Interrupter()) == nil)
        #expect(bench.loginCount == 1)
    }

    @Test("Connections for large files log in without asking, two at most")
    func connections() throws {
        let bench = try LoginBench(SSHServer.started())
        let opener = bench.opener()
        #expect(try opener.openAnother(.connection, Interrupter()) == nil)
        let first = try bench.greeted(opener.open(Interrupter()))
        let others = try (0..<2).map { _ in
            try bench.greeted(#require(try opener.openAnother(.connection, Interrupter())))
        }
        #expect(bench.loginCount == 3)
        #expect(try opener.openAnother(.connection, Interrupter()) == nil)
        others[0].close()
        let again = try bench.greeted(
            #require(try opener.openAnother(.connection, Interrupter())))
        bench.memory.limitConnections(to: 1)
        again.close()
        others[1].close()
        #expect(try opener.openAnother(.connection, Interrupter()) == nil)
        first.close()
        #expect(bench.isEmptySoon)
    }

    @Test("A server that lets no more in is not asked again, and the login that stands goes on")
    func refusedConnection() throws {
        let bench = try LoginBench(SSHServer.started())
        let opener = bench.opener()
        let first = try bench.greeted(opener.open(Interrupter()))
        #expect(rename(bench.client.folder.path("key"), bench.client.folder.path("away")) == 0)
        let other = try #require(try opener.openAnother(.connection, Interrupter()))
        #expect(throws: FileSystemError.self) { try bench.greeted(other) }
        #expect(try opener.openAnother(.connection, Interrupter()) == nil)
        // Logins of others are no matter of that.
        let second = try bench.greeted(#require(try opener.openAnother(.channel, Interrupter())))
        second.close()
        first.close()
        #expect(bench.isEmptySoon)
    }

    @Test("When Ferry ends, so does all that it has started")
    func closeAll() throws {
        let bench = try LoginBench(SSHServer.started())
        let all = try (0..<2).map { _ in try bench.connect() }
        let start = Instant.now()
        bench.memory.closeAll()
        #expect(Instant.now().seconds(since: start) < 10)
        #expect(bench.masters.isEmpty)
        #expect(bench.isEmptySoon)
        #expect(throws: FileSystemError.self) { _ = try bench.connect() }
        for files in all { files.close() }
    }
}
