import DemoServer
import Glibc
import Support
import Testing

/// `ferry edit` killed at a call on the directory of its edits, and `--recover` after it.
///
///     FERRY_FAULTS=all Tests/run --filter '^FaultTests.EditKillTests'    at each call
@Suite("Wherever on this machine's disk an edit is killed, the next one sends what was saved")
struct EditKillTests {
    private static let isWhole = getenv("FERRY_FAULTS").map { String(cString: $0) } == "all"
    private static let calls = [
        "open", "write", "copy_file_range", "fsync", "fdatasync", "syncfs", "renameat2", "rename",
        "mkdir", "unlink", "link", "close",
    ]
    private static let old = "the old version\n"
    private static let new = String(repeating: "the new version\n", count: 2_000)

    /// A server to the program's edit, and what the editor has done.
    private struct Edited {
        let place: Workplace
        let server: DemoServer
        let url: String

        init(isInPlace: Bool) throws {
            place = try Workplace()
            try place.write(Array(old.utf8), to: "served/main.js")
            try place.write(Array("theirs".utf8), to: "served/.main.js.swp")
            server = try DemoServer(root: place.path("served"), options: .init(user: "u"))
            url = "ftp://u:p@127.0.0.1:\(try server.start())/main.js"
            if isInPlace { server.behaviour = [.always(.unknown("RNFR"))] }
            let editor = """
                #!/bin/sh
                yes 'the new version' | head -n 2000 >"$1.new"
                mv "$1.new" "$1"
                touch '\(place.folder.path("saved"))'

                """
            try place.folder.write(editor, to: "editor")
            chmod(place.folder.path("editor"), 0o755)
        }

        func run(_ arguments: [String], _ faults: [Fault] = []) throws -> Int {
            var environment = try place.environment(faults, below: [])
            environment["FERRY_FAULT_BELOW"] = place.folder.path("state/ferry/edits")
            environment["EDITOR"] = place.folder.path("editor")
            environment["VISUAL"] = ""
            environment["FERRY_PASSWORD"] = "p"
            return place.run(["edit", "--no-tls"] + arguments, environment)
        }

        var text: String? {
            place.folder.read("files/served/main.js").map { String(decoding: $0, as: UTF8.self) }
        }

        /// The edits that are left; one that was never more than begun has a hidden name.
        var left: Int {
            let edits = place.folder.path("state/ferry/edits")
            return Command.run(["sh", "-c", "exit $(ls \"$0\" 2>/dev/null | wc -l)", edits])
        }
    }

    /// Some of each call that a clean run makes, or all of them.
    private func kills(isInPlace: Bool) throws -> [Fault] {
        let edited = try Edited(isInPlace: isInPlace)
        defer { edited.server.stop() }
        #expect(try edited.run([edited.url]) == 0, "\(edited.place.complaint)")
        #expect(edited.text == EditKillTests.new)
        #expect(edited.left == 0)
        return edited.place.trace.counts.sorted { $0.key < $1.key }.flatMap { call, count in
            let numbers =
                EditKillTests.isWhole
                ? Array(1...count)
                : Array(Set([1, count / 3, count * 2 / 3, count - 1, count])).sorted()
            return numbers.filter { $0 > 0 && EditKillTests.calls.contains(call) }.map {
                Fault(call: call, number: $0, kind: "kill")
            }
        }
    }

    @Test("By a temporary file, and into the file itself", arguments: [false, true])
    func killed(isInPlace: Bool) throws {
        let kills = try kills(isInPlace: isInPlace)
        #expect(kills.count > 10)
        var failed: [String] = []
        for fault in kills {
            let edited = try Edited(isInPlace: isInPlace)
            defer { edited.server.stop() }
            guard try edited.run([edited.url], [fault]) == 128 + 9 else { continue }
            let versions = [EditKillTests.old, EditKillTests.new]
            if !isInPlace, !versions.contains(edited.text ?? "") {
                failed.append("\(fault): the server has neither version")
            }
            let hasSaved = edited.place.folder.exists("saved")
            let code = try edited.run(["--recover"])
            if code != 0 { failed.append("\(fault): \(edited.place.complaint)") }
            if edited.text != versions[hasSaved ? 1 : 0] {
                failed.append("\(fault): the save is lost; \(edited.place.complaint)")
            }
            if edited.left != 0 { failed.append("\(fault): the edit is left") }
            let names = edited.place.contents.items.keys.filter { $0.hasPrefix("served/") }.sorted()
            if names != ["served/.main.js.swp", "served/main.js"] {
                failed.append("\(fault): \(names)")
            }
        }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
    }
}
