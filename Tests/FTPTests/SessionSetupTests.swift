import Files
import Support
import Testing

@testable import FTP

@Suite("What is said after a login")
struct SessionSetupTests {
    private func run(_ bench: Bench) throws -> Session {
        let session = try bench.session()
        session.type = .unknown
        session.directory.forget()
        bench.memory.home = nil
        try SessionSetup(
            session: session,
            first: FirstCommands(
                control: session.control, protection: session.protection,
                interrupter: bench.interrupter, log: bench.log)
        ).run()
        return session
    }

    @Test("Features are asked for once, and facts that are off are turned on each time")
    func features() throws {
        let facts = "MLST type*;size;modify;"
        let bench: Bench
        do {
            let peer = try ScriptedPeer { peer in
                try peer.setUp(features: [facts], home: "/home")
                try peer.expect("OPTS MLST type;size;modify;", "200 ok")
                try peer.expectEnd()
            }
            bench = Bench(peer)
            let session = try run(bench)
            #expect(session.type.isBinary)
            #expect(session.directory.path == Path("/home"))
            #expect(bench.memory.home == Path("/home"))
            #expect(bench.memory.listsFacts)
            session.control.close()
            try peer.verify()
        }
        let peer = try ScriptedPeer { peer in
            try peer.expect("OPTS UTF8 ON", "200 ok")
            try peer.expect("TYPE I", "504 no")
            try peer.expect("OPTS MLST type;size;modify;", "200 ok")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expectEnd()
        }
        let other = Bench(peer)
        other.memory.features = bench.memory.features
        let session = try run(other)
        #expect(!session.type.isBinary)
        session.control.close()
        try peer.verify()
    }

    @Test("An OS/400 is asked to name files as Unix does")
    func unixNames() throws {
        let peer = try ScriptedPeer { peer in
            try peer.setUp(features: [], home: "QGPL", system: "OS/400 is the system")
            try peer.expect("SITE NAMEFMT 1", "250 ok")
            try peer.expect("PWD", "257 \"/QSYS.LIB\" is here")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try run(bench)
        #expect(bench.memory.asksForUnixNames)
        #expect(bench.memory.home == Path("/QSYS.LIB"))
        session.control.close()
        try peer.verify()
    }
}
