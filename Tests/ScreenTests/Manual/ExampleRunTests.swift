import DemoServer
import Manual
import Support
import Testing

/// The examples of the manual, each run as it is written, in the order of its page.
@Suite("Each example of the manual works")
struct ExampleRunTests {
    /// Those open the screen or an editor.
    private static let interactive: Set<String> = ["attach", "demo", "edit"]

    private static let local = [
        "index.html": "<p>new</p>", "style.css": "p {}", "notes.txt": "notes",
        "photos/a.jpg": "a", "photos/b.jpg": "b",
        "list.txt": "-rw-r--r-- 1 me me 12 Nov 20 09:12 a.txt\r\n",
    ]
    private static let served = [
        "www/index.html": "<p>old</p>", "www/style.css": "p {}", "www/old/a.html": "a",
        "logs/a.log.gz": "a", "logs/b.log.gz": "b", "logs/today.log": "today\n",
        "readme.txt": "hello\n",
    ]

    private let folder: TemporaryFolder
    private let servers: [DemoServer]

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("here/site")
        try ExampleRunTests.fill(folder, "here/site", ExampleRunTests.local)
        var sites = ""
        var servers: [DemoServer] = []
        for name in ["web01", "nas"] {
            try folder.makeFolder(name)
            try folder.makeFolder("\(name)/incoming")
            try folder.makeFolder("\(name)/backups")
            try ExampleRunTests.fill(folder, name, ExampleRunTests.served)
            let server = try DemoServer(root: folder.path(name), options: .init(user: "anna"))
            sites += "[[site]]\nname = \"\(name)\"\n"
            sites += "url = \"ftp://anna@127.0.0.1:\(try server.start())\"\n\n"
            servers.append(server)
        }
        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        try folder.write(sites, to: "config/ferry/sites.toml")
        self.servers = servers
    }

    private static func fill(
        _ folder: TemporaryFolder, _ place: String, _ files: [String: String]
    ) throws {
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            if let slash = name.lastIndex(of: "/") {
                try? folder.makeFolder("\(place)/\(name[..<slash])")
            }
            try folder.write(text, to: "\(place)/\(name)")
        }
    }

    @Test("Every command has one") func all() {
        for page in CommandPage.all {
            #expect(!page.examples.isEmpty, "\(page.name)")
            for example in page.examples {
                #expect(example.line.contains("ferry \(page.name)"), "\(example.line)")
                #expect(example.meaning.hasSuffix("."), "\(example.meaning)")
            }
        }
    }

    @Test(
        "It does what it says",
        arguments: CommandPage.all.map(\.name).filter { !interactive.contains($0) })
    func run(_ command: String) throws {
        defer { for server in servers { server.stop() } }
        let page = try #require(CommandPage.named(command))
        let web = ["post", "raw"].contains(command) ? try RunningShare(["--writable"]) : nil
        for example in page.examples {
            var line = example.line
            if let web { line = line.replacing("localhost:8080", with: "127.0.0.1:\(web.port)") }
            let outcome = try Outcome(
                script: "cd site; HOME=$PWD/..; \(command == "share" ? shared(line) : line)",
                environment: [
                    "FERRY_PASSWORD": "secret", "XDG_DATA_HOME": folder.path("data"),
                    "PATH": "\(Ferry.directory):/usr/bin:/bin", "FERRY_RCLONE": "false",
                ], in: folder)
            let allowed = command == "compare" ? 0...1 : 0...0
            #expect(
                allowed.contains(outcome.code),
                "\(line)\n\(outcome.code): \(outcome.errors)\(outcome.output)")
        }
    }

    /// Shares on a port that is free, and ends the share once it says where it is.
    private func shared(_ line: String) -> String {
        let line =
            line.contains("--port")
            ? line : line.replacing("ferry share", with: "ferry share --port 0")
        return """
            mkfifo said; \(line) >said 2>&1 &
            exec 3<said
            while read -r words <&3; do case $words in *http*) break ;; esac; done
            kill $! && wait $!
            """
    }
}
