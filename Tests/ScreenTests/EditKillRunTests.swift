import Glibc
import Support
import Testing

/// Edits of files on real servers that are killed, or whose line is cut, at random instants.
///
///     FERRY_EDIT_SEED=7 FERRY_KILLS=100 Tests/run --filter '^ScreenTests.EditKillRunTests'
@Suite("Whenever an edit is killed or its line is cut, each save is whole somewhere")
struct EditKillRunTests {
    private static let kills = number("FERRY_KILLS") ?? 10
    /// The same by default: what fails once fails again. Other instants are tried by the variable.
    private static let seed = number("FERRY_EDIT_SEED") ?? 20
    private static let servers = EditedServer.Kind.allCases

    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }

    /// A version of the file: larger ones may be told from halves of others.
    private static func version(_ number: Int) -> String {
        (0..<200 + number).map { "version \(number), line \($0)\n" }.joined() + "end\n"
    }

    /// What the editor's script begins with: `save N` gives the copy that version, as many editors
    /// do, and `arrives N` waits a while until the server has it, or Ferry is gone.
    private func tools(_ server: EditedServer) -> String {
        """
        copy=$1
        save() {
          { seq -f "version $1, line %.0f" 0 $((199 + $1)); echo end; } >"$copy.new"
          mv "$copy.new" "$copy"
          echo $1 >>'\(server.folder.path("saved"))'
        }
        arrives() {
          for n in $(seq 40); do
            grep -qs "version $1," '\(server.root.path("main.js"))' && return
            kill -0 $PPID 2>/dev/null || return
            sleep 0.02
          done
        }
        """
    }

    private func saved(_ server: EditedServer) -> Int {
        let text = String(decoding: server.folder.read("saved") ?? [], as: UTF8.self)
        return text.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    }

    /// What the editor does: every other time Ferry sends only once it has ended.
    private static let scripts = ["save 1; arrives 1; save 2", "save 1; save 2"]

    /// Bytes that pass from when the editor has the copy until all is over, with each of the scripts.
    private func measure(_ server: EditedServer) throws -> [ClosedRange<Int>] {
        var counts: [Int] = []
        for script in ["exit 3"] + EditKillRunTests.scripts {
            try server.put(EditKillRunTests.version(0), "main.js")
            server.meter.reset()
            let outcome = try server.edit(tools(server) + "\n" + script)
            #expect(outcome.code == (counts.isEmpty ? 1 : 0), "\(outcome.errors)")
            counts.append(server.meter.carried)
        }
        #expect(server.left.isEmpty)
        return try counts.dropFirst().map { count in
            try #require(counts[0] < count)
            return counts[0]...count
        }
    }

    /// Nothing is half, and what was saved last is sent now.
    private func judge(
        _ server: EditedServer, _ outcome: Outcome, among numbers: ClosedRange<Int>, _ note: String
    ) throws {
        let there = server.file
        let versions = numbers.map { EditKillRunTests.version($0) }
        #expect(versions.contains { $0 == there }, "\(note): \(there?.count ?? -1) bytes")
        let recovery = try server.recover()
        #expect(recovery.code == 0, "\(note): \(outcome.errors) / \(recovery.errors)")
        #expect(server.file == versions.last, "\(note): \(recovery.errors)")
        #expect(server.complaints.isEmpty, "\(note): \(server.complaints) \(recovery.errors)")
        #expect(server.left.isEmpty, "\(note): \(recovery.errors)")
    }

    @Test("Ferry is killed", arguments: servers)
    func ferry(kind: EditedServer.Kind) throws {
        let server = try EditedServer(kind)
        let ranges = try measure(server)
        var random = SeededNumbers(seed: UInt64(EditKillRunTests.seed))
        var killed = 0
        for round in 0..<EditKillRunTests.kills {
            let (script, range) = (EditKillRunTests.scripts[round % 2], ranges[round % 2])
            let count = Int.random(in: range, using: &random)
            let note = "seed \(EditKillRunTests.seed), round \(round), byte \(count)"
            try server.put(EditKillRunTests.version(0), "main.js")
            server.meter.reset()
            let kill = EditedServer.killer(server.folder, "ferry.pid")
            server.meter.order(after: count, .cut, kill)
            let outcome = try server.edit(tools(server) + "\n" + script)
            if outcome.code != 0 { killed += 1 }
            server.meter.reset()
            // One that was killed before the editor began has nothing to send.
            guard server.folder.exists("editor.pid") else { continue }
            try judge(server, outcome, among: 0...2, note)
        }
        #expect(killed > EditKillRunTests.kills / 2)
    }

    @Test("The editor is killed", arguments: servers)
    func editor(kind: EditedServer.Kind) throws {
        let server = try EditedServer(kind)
        let range = try measure(server)[0]
        // Now it rests, so that a save is sent, and now it saves while one is being sent.
        let script = """
            n=0
            while [ $n -lt 400 ]; do
              n=$((n + 1))
              save $n
              [ $((n % 5)) -gt 0 ] || for m in $(seq 14); do sleep 0.05; done
            done
            """
        var random = SeededNumbers(seed: UInt64(EditKillRunTests.seed) &+ 1)
        var killed = 0
        for round in 0..<EditKillRunTests.kills {
            let count = Int.random(in: range, using: &random)
            let note = "seed \(EditKillRunTests.seed), round \(round), byte \(count)"
            try server.put(EditKillRunTests.version(0), "main.js")
            try server.folder.write("", to: "saved")
            server.meter.reset()
            let kill = EditedServer.killer(server.folder, "editor.pid")
            server.meter.order(after: count, .none, kill)
            let outcome = try server.edit(tools(server) + "\n" + script)
            if outcome.errors.contains("signal") { killed += 1 }
            #expect(outcome.code == 1 || saved(server) == 400, "\(note): \(outcome.errors)")
            // It may have been killed before it has written down what it saved.
            let last = saved(server)
            let wanted = [last, last + 1].map { EditKillRunTests.version($0) }
            let first = server.file?.prefix { $0 != "," } ?? ""
            #expect(
                wanted.contains { $0 == server.file },
                "\(note): \(first) after \(last), \(outcome.errors)")
            #expect(server.complaints.isEmpty, "\(note): \(server.complaints)")
            try clear(server, outcome, note)
        }
        #expect(killed > EditKillRunTests.kills / 2)
    }

    /// Only what the killed editor has left beside the copy may be there still, and is named.
    private func clear(_ server: EditedServer, _ outcome: Outcome, _ note: String) throws {
        let edits = server.folder.path("state/ferry/edits")
        for name in server.left {
            let path = "\(edits)/\(name)"
            #expect(outcome.errors.contains(path), "\(note): \(outcome.errors)")
            let listed = "exit $(ls \"$0/copy\" | grep -c 'main.js.new')"
            #expect(Command.run(["sh", "-c", listed, path]) == 1, "\(note)")
            #expect(Command.run(["rm", "-r", path]) == 0)
        }
    }

    @Test("The line is cut, once or for good", arguments: servers)
    func line(kind: EditedServer.Kind) throws {
        let server = try EditedServer(kind)
        let ranges = try measure(server)
        var random = SeededNumbers(seed: UInt64(EditKillRunTests.seed) &+ 2)
        var failures = 0
        for round in 0..<EditKillRunTests.kills * 6 / 10 {
            let (script, range) = (EditKillRunTests.scripts[round % 2], ranges[round % 2])
            let count = Int.random(in: range, using: &random)
            let note = "seed \(EditKillRunTests.seed), round \(round), byte \(count)"
            let end: WireMeter.End = round % 3 < 2 ? .cut : .down
            try server.put(EditKillRunTests.version(0), "main.js")
            server.meter.reset()
            server.meter.order(after: count, end)
            let outcome = try server.edit(tools(server) + "\n" + script)
            server.meter.reset()
            let said = outcome.errors
            guard server.folder.exists("editor.pid") else {
                #expect(outcome.code != 0 && !said.isEmpty, "\(note)")
                continue
            }
            if outcome.code != 0 {
                failures += 1
                #expect(said.contains("main.js is not saved."), "\(note): \(said)")
                #expect(said.contains("'ferry edit --recover' sends it."), "\(note): \(said)")
            }
            try judge(server, outcome, among: outcome.code == 0 ? 2...2 : 0...2, note)
        }
        // The others were sent at the next try.
        #expect(failures > 0)
    }
}
