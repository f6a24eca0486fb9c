import DemoServer
import Glibc
import Support
import Testing

@Suite("Unfinished files, listed and removed")
struct PartsRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(arguments, in: folder)
    }

    private func parts(in directory: String) -> [String] {
        let names = try? Outcome(script: "ls -A ../\(directory)", in: folder).output
        return (names ?? "").split(separator: "\n").map(String.init).filter {
            $0.hasPrefix(".ferry-")
        }
    }

    @Test("What a killed command left is told: where, of what and whose; --remove removes it")
    func command() throws {
        try folder.makeFolder("served")
        try folder.write([UInt8](repeating: 7, count: 3_000_000), to: "served/big")
        try folder.write("a user's own", to: "here/.ferry-abcdefgh-1")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "u", bytesPerSecond: 400_000))
        let url = "ftp://u:p@127.0.0.1:\(try server.start())"
        defer { server.stop() }
        let killed = try Outcome(
            script: """
                "$FERRY" get "$1/big" & get=$!
                until ls -A | grep -v abcdefgh | grep -q '^[.]ferry-'; do :; done
                kill -9 $get; wait $get
                """, [url], in: folder)
        #expect(killed.code == 137)
        let part = try #require(parts(in: "here").first { !$0.contains("abcdefgh") })
        let listed = try run("parts")
        #expect(listed.code == 0)
        #expect(listed.output.split(separator: "\n").count == 1)
        for word in [folder.path("here/" + part), "/big", "a command, abandoned"] {
            #expect(listed.output.contains(word), "\(word)")
        }
        #expect(parts(in: "here").count == 2)
        #expect(try run("parts", "--remove").code == 0)
        #expect(parts(in: "here") == [".ferry-abcdefgh-1"])
        #expect(try run("parts").output.isEmpty)
    }

    @Test("What a job of the queue goes on with is told, and not removed")
    func queue() throws {
        try folder.write([UInt8](repeating: 7, count: 3_000_000), to: "here/big")
        try folder.makeFolder("here/into")
        let here = folder.path("here")
        #expect(try run("queue", "add", here + "/big", here + "/into").code == 0)
        let screen = try Ferry(["--limit-rate", "200k", here, here], in: folder)
        try screen.terminal.waitUntil("a part") { _ in !parts(in: "here/into").isEmpty }
        #expect(try run("parts").output.contains("being written by process"))
        screen.terminal.signal(SIGKILL)
        _ = try screen.terminal.waitForEnd()
        #expect(try run("parts", "--remove").output.contains("queue, batch 1, to be resumed"))
        #expect(parts(in: "here/into").count == 1)
    }
}
