import Files
import Support
import Testing

@testable import FTP

@Suite("Commands for many paths")
struct PathWindowTests {
    private func paths(_ names: String...) -> [Path] { names.map { Path($0) } }

    private func remove(
        _ paths: [Path], over connection: Connection, _ sentBefore: inout [Bool]
    ) -> [Result<Void, FileSystemError>] {
        PathWindow(connection: connection).apply(to: paths) {
            session, index throws(FileSystemError) in
            let name = session.directory.argument(for: paths[index])
            return [try Command("DELE", name, path: paths[index])]
        } judge: { replies, index, session, wasSentBefore in
            sentBefore.append(wasSentBefore)
            return replies[0].isSuccess
                ? .success(()) : .failure(session.refusal(replies[0], .delete, paths[index]))
        }
    }

    @Test("They go out together, and each has its answer")
    func together() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("CWD /d", "250 ok")
            try peer.expect("DELE a")
            try peer.expect("DELE b")
            try peer.expect("DELE c")
            try peer.reply("250 ok", "550 no", "250 ok")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        var sentBefore: [Bool] = []
        let results = remove(paths("/d/a", "/d/b", "/d/c"), over: connection, &sentBefore)
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
        #expect(sentBefore == [false, false, false])
        connection.close()
        try peer.verify()
    }

    @Test("What a lost connection left unanswered is sent once more, and only once")
    func lost() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("DELE a", "250 ok")
            try peer.expect("DELE /d/b")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("DELE /d/b")
            peer.close()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        var sentBefore: [Bool] = []
        let results = remove(paths("/a", "/d/b"), over: connection, &sentBefore)
        #expect((try? results[0].get()) != nil)
        #expect(throws: FileSystemError.self) { try results[1].get() }
        #expect(sentBefore == [false])
        #expect(bench.sent.count { $0 == "DELE /d/b" } == 2)
        let again = bench.recorder.texts(.remark).count { $0.hasSuffix("reconnecting.") }
        #expect(again == 1)
        try peer.verify()
    }

    @Test("A name that cannot be sent is the failure of its own path")
    func badName() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("DELE b", "250 ok")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        var sentBefore: [Bool] = []
        let results = remove(paths("/a\n", "/b"), over: connection, &sentBefore)
        guard case .failure(let error) = results[0] else {
            Issue.record("sent")
            return
        }
        #expect(error.kind == .badName)
        #expect((try? results[1].get()) != nil)
        connection.close()
        try peer.verify()
    }
}
