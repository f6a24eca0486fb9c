import Support
import Testing

@Suite("Two Ferries, and nothing else")
struct TwoFerriesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    /// Runs a second Ferry to its end.
    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Outcome {
        try Outcome(arguments, environment: environment, in: folder)
    }

    @Test("The second fetches the first one's tree", arguments: ["http", "dav"])
    func get(scheme: String) throws {
        let share = try RunningShare()
        try PlantedTree.plant(in: share.root)
        let outcome = try run(["get", "-r", share.url(scheme: scheme), "tree"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        for (name, bytes) in PlantedTree.files {
            #expect(folder.read("here/tree/" + name) == bytes, "\(name)")
        }
    }

    @Test("It goes on with a part", arguments: ["http", "dav"])
    func resume(scheme: String) throws {
        let share = try RunningShare()
        try PlantedTree.plant(in: share.root)
        let url = share.url("/noise.bin", scheme: scheme)
        #expect(try run(["get", url]).code == 0)
        #expect(folder.read("here/noise.bin") == PlantedTree.noise(3_000_001))
        #expect(try run(["get", "-c", url]).code == 0)
        #expect(folder.read("here/noise.bin") == PlantedTree.noise(3_000_001))
    }

    @Test("It puts a tree, renames in it, and removes it")
    func put() throws {
        let share = try RunningShare(["--writable"])
        try folder.makeFolder("here/tree")
        try folder.makeFolder("here/tree/深い")
        let bytes = PlantedTree.noise(300_000)
        try folder.write(bytes, to: "here/tree/深い/100% #1.bin")
        func succeed(_ arguments: [String]) throws {
            let outcome = try run(arguments)
            #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
        }
        try succeed(["put", "-r", "tree", share.url(scheme: "dav")])
        #expect(share.root.read("tree/深い/100% #1.bin") == bytes)
        try succeed(["mkdir", share.url("/new", scheme: "dav")])
        try succeed([
            "mv", share.url("/tree/%E6%B7%B1%E3%81%84", scheme: "dav"),
            share.url("/new/moved", scheme: "dav"),
        ])
        #expect(share.root.read("new/moved/100% #1.bin") == bytes)
        try succeed(["rm", "-r", share.url("/new", scheme: "dav")])
        #expect(!share.root.exists("new"))
    }

    @Test("It posts files to the form")
    func post() throws {
        let share = try RunningShare(["--writable"])
        let bytes = PlantedTree.noise(3_000_001)
        try folder.write(bytes, to: "here/quote\"テスト.bin")
        try folder.write("two", to: "here/two.txt")
        let outcome = try run(["post", "quote\"テスト.bin", "two.txt", share.url()])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(share.root.read("quote\"テスト.bin") == bytes)
        #expect(share.root.read("two.txt") == Array("two".utf8))
    }

    @Test("Nothing is written where nothing may be, and the reason is told")
    func readOnly() throws {
        let share = try RunningShare()
        try folder.write("two", to: "here/two.txt")
        for arguments in [
            ["put", "two.txt", share.url(scheme: "dav")], ["post", "two.txt", share.url()],
            ["mkdir", share.url("/new", scheme: "dav")],
        ] {
            let outcome = try run(arguments)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("127.0.0.1"))
        }
        #expect(!share.root.exists("two.txt") && !share.root.exists("new"))
    }

    @Test("A user and a password are asked for, and shown nowhere")
    func password() throws {
        let share = try RunningShare(
            ["--user", "guest"], environment: ["FERRY_PASSWORD": "open-sesame"])
        try share.root.write("hello", to: "file")
        let refused = try run(["cat", share.url("/file")])
        #expect(refused.code == 1)
        #expect(refused.output.isEmpty)
        let entered = try run(
            ["cat", share.url("/file", login: "guest@")],
            environment: ["FERRY_PASSWORD": "open-sesame"])
        #expect(entered.output == "hello", "\(entered.errors)")
        #expect(!share.printed.contains("open-sesame"))
    }

    @Test("Each pane shows it, and copies from it", arguments: ["http", "dav"])
    func panes(scheme: String) throws {
        let share = try RunningShare()
        try PlantedTree.plant(in: share.root)
        let ferry = try Ferry([share.url(scheme: scheme), "."], in: folder)
        try ferry.terminal.waitFor("noise.bin")
        try ferry.select("noise.bin")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy 'noise.bin'")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("noise.bin")
        try ferry.terminal.waitUntil("the whole file") { _ in
            folder.read("here/noise.bin")?.count == 3_000_001
        }
        #expect(folder.read("here/noise.bin") == PlantedTree.noise(3_000_001))
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }
}
