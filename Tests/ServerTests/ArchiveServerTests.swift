import Archives
import Files
import Jobs
import Support
import Testing

@Suite("Archives are entered where they are")
struct ArchiveServerTests {
    /// A tree with a small and a large file, as zip and as tar with gzip, made by the programs that
    /// every machine with a shell has; the names of both.
    private static func archives(_ bank: Bank) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.makeFolder("tree")
        try folder.makeFolder("tree/sub")
        try folder.write(Array("hello\n".utf8), to: "tree/hello.txt")
        try folder.write(Bank.noise(3_000_001), to: "tree/sub/noise")
        try folder.write(Array("last\n".utf8), to: "tree/z.txt")
        let commands = [
            "a.zip": "python3 -c 'import shutil; shutil.make_archive(\"a\", \"zip\", \"tree\")'",
            "a.tar.gz": "tar czf a.tar.gz -C tree .",
        ]
        for (name, command) in commands {
            let status = Command.run(["/bin/sh", "-c", "cd '\(folder.path)' && \(command)"])
            #expect(status == 0)
            try bank.store(try #require(folder.read(name)), at: name)
        }
        return commands.keys.sorted()
    }

    @Test("Their files are listed and read by ranges", arguments: Place.allCases)
    func reading(place: Place) throws {
        let bank = try Bank(place)
        for name in try ArchiveServerTests.archives(bank) {
            let path = try bank.path(name)
            var site = bank.fileSystem.site
            site.archive = path
            let files = ArchiveFileSystem(
                site, at: path, in: bank.fileSystem, memory: ArchiveMemory())
            #expect(
                try files.list(.root).entries.map(\.name.text).sorted()
                    == ["hello.txt", "sub", "z.txt"])
            #expect(try files.entry(at: Path("/sub/noise"))?.size == 3_000_001)
            for (file, start) in [("/z.txt", 0), ("/hello.txt", 0), ("/sub/noise", 2_000_000)] {
                let source = try files.open(Path(file), from: UInt64(start))
                let bytes = try Bank.read(source)
                try source.finish()
                switch file {
                case "/z.txt": #expect(bytes == Array("last\n".utf8))
                case "/hello.txt": #expect(bytes == Array("hello\n".utf8))
                default: #expect(bytes == Array(Bank.noise(3_000_001)[2_000_000...]))
                }
            }
            // What reads the archive does not stand in the way of what is asked next.
            #expect(try files.list(Path("/sub")).count == 1)
            files.close()
        }
    }

    @Test(
        "A web server that sends whole files only is told from others, with a sentence",
        arguments: [WebServer.Kind.python, .nginx])
    func ranges(_ kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        let folder = try TemporaryFolder()
        try folder.write(Bank.noise(400_000), to: "noise")
        let command = "cd '\(folder.path)' && tar cf a.tar noise"
        #expect(Command.run(["/bin/sh", "-c", command]) == 0)
        try bank.server.root.write(try #require(folder.read("a.tar")), to: "a.tar")
        var site = bank.files.site
        let path = try bank.files.home().appending(try #require(Name("a.tar")))
        site.archive = path
        let files = ArchiveFileSystem(site, at: path, in: bank.files, memory: ArchiveMemory())
        if kind == .python {
            #expect {
                _ = try files.list(.root)
            } throws: {
                "\($0)".contains("only sends /a.tar as a whole")
            }
        } else {
            #expect(try files.list(.root).entries.map(\.name.text) == ["noise"])
            #expect(try Bank.read(files.open(Path("/noise"), from: 399_999)).count == 1)
        }
    }
}
