import Files
import Support
import Testing

@testable import FTP

@Suite("The working directory")
struct WorkingDirectoryTests {
    private func directory(_ bench: Bench, at home: String = "/") throws -> WorkingDirectory {
        let directory = WorkingDirectory(try bench.control(), bench.interrupter)
        directory.learn(from: Bench.reply("257 \"\(home)\" is here"))
        return directory
    }

    @Test("It is entered once, and a refusal leaves the server where it was")
    func entered() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("CWD /a", "250 ok")
            try peer.expect("CWD /b", "550 no")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let control = try bench.control()
        let directory = WorkingDirectory(control, bench.interrupter)
        #expect(directory.path == nil)
        #expect(try directory.enter(Path("/a")) == nil)
        #expect(try directory.enter(Path("/a")) == nil)
        #expect(try directory.enter(Path("/b"))?.code == 550)
        #expect(directory.path == Path("/a"))
        control.close()
        try peer.verify()
    }

    @Test("Nobody knows where the server is until the replies to a way are there")
    func underWay() throws {
        let peer = try ScriptedPeer { peer in try peer.expect("CWD /a", "250 ok") }
        let bench = Bench(peer)
        let control = try bench.control()
        let directory = WorkingDirectory(control, bench.interrupter)
        let way = try #require(try directory.way(to: Path("/a")))
        #expect(directory.path == nil)
        #expect(try directory.follow(way, control.send(way.commands)[...]) == nil)
        #expect(directory.path == Path("/a"))
        #expect(try directory.way(to: Path("/a")) == nil)
        directory.forget()
        #expect(try directory.way(to: Path("/a"))?.commands.map(\.text) == ["CWD /a"])
        control.close()
        try peer.verify()
    }

    @Test("Of a way of several steps one may fail; where that leads nobody knows")
    func severalSteps() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("CWD SYS", "250 ok")
            try peer.expect("CWD a", "550 no")
            try peer.expect("CWD b", "550 no")
            // Names are entered one by one, and from nowhere known not at all.
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        bench.memory.style = .opaque
        let control = try bench.control()
        let directory = WorkingDirectory(control, bench.interrupter)
        #expect(try directory.enter(Path("/SYS/a/b"))?.code == 550)
        #expect(directory.path == nil)
        control.close()
        try peer.verify()
    }

    @Test("Where full names are refused, a neighbour is entered by its name, or by CDUP")
    func byName() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("CWD C:\\a\\b", "550 no")
            try peer.expect("CWD b", "250 ok")
            try peer.expect("CWD C:\\a", "550 no")
            try peer.expect("CDUP", "502 what?")
            try peer.expect("CWD ..", "250 ok")
            try peer.expect("CWD C:\\a\\c", "550 no")
            try peer.expect("CWD c", "550 no")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let control = try bench.control()
        let directory = WorkingDirectory(control, bench.interrupter)
        directory.learn(from: Bench.reply("257 \"C:\\a\" is here"))
        #expect(try directory.enter(Path("/C:/a/b")) == nil)
        #expect(try directory.enter(Path("/C:/a")) == nil)
        #expect(!bench.memory.knows(.parentCommand))
        #expect(try directory.enter(Path("/C:/a/c"))?.code == 550)
        #expect(directory.path == Path("/C:/a"))
        control.close()
        try peer.verify()
    }

    @Test("Names are sent alone from within their directory, and in full from elsewhere")
    func arguments() throws {
        let peer = try ScriptedPeer { _ in }
        let directory = try directory(Bench(peer), at: "/d")
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(text(directory.argument(for: Path("/d/a"))) == "a")
        #expect(text(directory.argument(for: Path("/e/a"))) == "/e/a")
        #expect(text(directory.argument(forDirectory: Path("/d/a"))) == "a")
        #expect(text(directory.argument(forDirectory: Path("/d"))) == "/d")
        try peer.verify()
    }

    @Test("The first PWD tells the home, and how the server writes paths")
    func learnt() throws {
        let peer = try ScriptedPeer { _ in }
        let bench = Bench(peer)
        let directory = try directory(bench, at: "/home/me")
        #expect(bench.memory.home == Path("/home/me"))
        #expect(bench.memory.namesDirectory)
        directory.learn(from: Bench.reply("257 \"/tmp\" is here"))
        #expect(directory.path == Path("/tmp"))
        #expect(bench.memory.home == Path("/home/me"))
        directory.learn(from: Bench.reply("550 nowhere"))
        #expect(directory.path == Path("/tmp"))
        #expect(!bench.memory.namesDirectory)
        try peer.verify()
    }
}
