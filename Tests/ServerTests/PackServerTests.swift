import Archives
import Files
import Jobs
import Support
import Testing
import Transfers

@Suite("Archives are made on every server, and come apart there")
struct PackServerTests {
    private func queue(_ bank: Bank) throws -> QueueRun {
        let memory = ArchiveMemory()
        return try QueueRun(packing: ArchivePacker()) { [connect = bank.connect] site, _ in
            guard let archive = site.archive else { return connect() }
            return ArchiveFileSystem(site, at: archive, in: connect(), memory: memory)
        }
    }

    /// Packs a directory of the place into archives beside it.
    private func pack(_ bank: Bank, _ names: [String]) throws -> [Job] {
        let site = bank.fileSystem.site
        let directory = try bank.path("tree")
        let chosen = ChosenEntries(try bank.fileSystem.list(directory))
        let name = try #require(Name("tree"))
        return try queue(bank).run(
            try names.map {
                JobRequest(
                    operation: .pack, source: Location(site: site, path: directory),
                    entry: Entry(name: name, kind: .directory),
                    target: Location(site: site, path: try bank.path($0)), chosen: chosen)
            })
    }

    /// Takes a directory out of an archive onto the same server, and a file of it onto this machine.
    private func extract(_ bank: Bank, _ archive: String, _ here: TemporaryFolder) throws -> [Job] {
        let target = bank.fileSystem.site
        var site = target
        site.archive = try bank.path(archive)
        return try queue(bank).run([
            JobRequest(
                operation: .copy, source: Location(site: site, path: Path("/sub")),
                entry: Entry(name: try #require(Name("sub")), kind: .directory),
                target: Location(site: target, path: try bank.path("out of \(archive)"))),
            JobRequest(
                operation: .copy, source: Location(site: site, path: Path("/hello.txt")),
                entry: Entry(name: try #require(Name("hello.txt")), kind: .file),
                target: Location(site: .local, path: Path(here.path("hello.txt")))),
        ])
    }

    private func differences(_ one: String, _ other: String) throws -> String {
        try CommandOutput(["diff", "-r", one, other]).text
    }

    @Test("A zip and a tar with gzip", arguments: Place.allCases)
    func packing(_ place: Place) throws {
        let bank = try Bank(place)
        for name in ["tree", "tree/sub", "tree/sub/dée p", "tree/bare"] {
            try bank.makeFolder(name)
        }
        try bank.store(Array("hello\n".utf8), at: "tree/hello.txt")
        try bank.store(Bank.noise(700_001), at: "tree/sub/noise")
        try bank.store([], at: "tree/sub/dée p/empty")
        let unpacking = ["a.tar.gz": "tar xzf", "a.zip": "unzip -q"]
        let names = unpacking.keys.sorted()
        let jobs = try pack(bank, names)
        #expect(jobs.count { !$0.isDone } == 0, "\(jobs.map(\.state))")
        for (name, command) in unpacking {
            let here = try TemporaryFolder()
            try here.makeFolder("all")
            let unpack = "cd '\(here.path("all"))' && \(command) '\(bank.outside(name))'"
            #expect(Command.run(["/bin/sh", "-c", unpack]) == 0, "\(name)")
            #expect(try differences(bank.outside("tree"), here.path("all")) == "")
            let jobs = try extract(bank, name, here)
            #expect(jobs.count { !$0.isDone } == 0, "\(jobs.map(\.state))")
            #expect(here.read("hello.txt") == Array("hello\n".utf8))
            #expect(
                try differences(bank.outside("tree/sub"), bank.outside("out of \(name)")) == "")
        }
        #expect(
            try bank.names().map(\.text)
                == ["a.tar.gz", "a.zip", "out of a.tar.gz", "out of a.zip", "tree"])
    }
}
