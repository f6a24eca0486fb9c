import Archives
import Files
import Glibc
import Jobs
import Local
import Support
import Synchronization
import Testing
import Transfers

@Suite("An archive that the queue makes") struct PackingTests {
    private static let unpacking = [
        ("a.zip", "unzip -q ../a.zip"), ("a.tar", "tar xf ../a.tar"),
        ("a.tar.gz", "tar xzf ../a.tar.gz"), ("a.TGZ", "tar xzf ../a.TGZ"),
        ("a.tar.xz", "tar xJf ../a.tar.xz"), ("a.tar.bz2", "tar xjf ../a.tar.bz2"),
        ("a.tar.zst", "zstd -dqc ../a.tar.zst | tar xf -"),
    ]

    @Test("holds all that was chosen, by the word of other programs", arguments: unpacking)
    func programs(_ name: String, _ command: String) throws {
        let tree = try PackedTree()
        let jobs = try ArchiveQueue.run([try tree.request(name)], name)
        #expect(jobs.map(\.state) == [.done], "\(jobs.map(\.story))")
        #expect(jobs.first?.size == tree.folder.read(name).map { UInt64($0.count) })
        #expect(jobs.first?.done == jobs.first?.size)
        #expect(try tree.parts == [])
        let out = tree.folder.path("out")
        #expect(Command.run(["/bin/sh", "-c", "cd '\(out)' && \(command)"]) == 0)
        // Nothing is other, and only what was not chosen is missing.
        let compared = try CommandOutput([
            "diff", "-r", "--no-dereference", tree.folder.path("tree"), out,
        ])
        #expect(compared.text == "Only in \(tree.folder.path("tree")): left\n")
        for file in ["hello.txt", "sub dir/deep/-rf"] {
            var (before, after) = (stat(), stat())
            #expect(lstat(tree.folder.path("tree/\(file)"), &before) == 0)
            #expect(lstat(tree.folder.path("out/\(file)"), &after) == 0)
            #expect(before.st_mode == after.st_mode)
            #expect(before.st_mtim.tv_sec == after.st_mtim.tv_sec)
        }
    }

    @Test(
        "is entered, and extracted whole by the queue",
        arguments: PackFormat.allCases)
    func reading(_ format: PackFormat) throws {
        let tree = try PackedTree()
        try tree.folder.write("line", to: "tree/sub dir/two\nlines")
        let name = "a" + format.ending
        #expect(try ArchiveQueue.run([try tree.request(name)], name).map(\.state) == [.done])
        let site = ArchiveQueue.site(tree.folder.path(name))
        let jobs = try ArchiveQueue.run(
            [
                JobRequest(
                    operation: .copy, source: Location(site: site, path: .root),
                    entry: Entry(name: try #require(Name("back")), kind: .directory),
                    target: Location(site: .local, path: Path(tree.folder.path("back"))),
                    root: Path(tree.folder.path))
            ], name)
        #expect(jobs.first?.state == .done, "\(jobs.map(\.story))")
        let compared = try CommandOutput([
            "diff", "-r", "--no-dereference", tree.folder.path("tree"), tree.folder.path("back"),
        ])
        // A link that leads out of what is extracted is left out.
        let original = tree.folder.path("tree")
        #expect(compared.text == "Only in \(original): dangling\nOnly in \(original): left\n")
    }

    @Test("keeps names that are no UTF-8, or is not made where it cannot")
    func bytes() throws {
        let tree = try PackedTree()
        let odd = try #require(Name([0x66, 0xFC, 0x72]))
        let path = Path(tree.folder.path("tree")).appending(odd)
        try LocalFileSystem().makeEmptyFile(path)
        let jobs = try ArchiveQueue.run(
            [try tree.request("a.tar.gz"), try tree.request("a.zip")], "odd names")
        #expect(jobs.first?.state == .done)
        let files = ArchiveQueue.enter(ArchiveQueue.site(tree.folder.path("a.tar.gz")))
        #expect(try files.list(.root).entries.contains { $0.name == odd })
        #expect(
            jobs.last?.story == [
                "The name of \(path.text) is not UTF-8, which zip files need; choose .tar.gz "
                    + "instead."
            ])
        #expect(!tree.folder.exists("a.zip"))
    }

    @Test("leaves out what is no file, and says so") func pipes() throws {
        let tree = try PackedTree()
        #expect(mkfifo(tree.folder.path("tree/sub dir/pipe"), 0o644) == 0)
        let jobs = try ArchiveQueue.run([try tree.request("a.tar.gz")], "a.tar.gz")
        let job = try #require(jobs.first)
        #expect(job.state == .done)
        #expect(job.leftOut.count == 1)
        #expect(
            job.leftOut.sentences == [
                "\(tree.folder.path("tree/sub dir/pipe")) was skipped, because it is a device, a "
                    + "pipe or a socket."
            ])
    }

    @Test("does not replace a file unless it was told to") func existing() throws {
        let tree = try PackedTree()
        try tree.folder.write("mine", to: "a.zip")
        let asked = try ArchiveQueue.run([try tree.request("a.zip")], "a.zip")
        guard case .needsAnswer(let conflict) = asked.first?.state else {
            Issue.record("\(asked.map(\.state))")
            return
        }
        #expect(conflict.target.size == 4)
        #expect(tree.folder.read("a.zip") == Array("mine".utf8))
        let told = try ArchiveQueue.run([try tree.request("a.zip", policy: .overwrite)], "a.zip")
        #expect(told.map(\.state) == [.done])
        #expect(tree.folder.read("a.zip")?.starts(with: Array("PK".utf8)) == true)
        #expect(try tree.parts == [])
    }

    @Test("is not made of itself, of what is gone, or under a name that says no format")
    func refusals() throws {
        let tree = try PackedTree()
        let hello = try tree.request("tree/hello.txt", policy: .overwrite)
        let inside = try tree.request("tree/empty/a.zip")
        let unknown = try tree.request("a.rar")
        let gone = try tree.request("a.zip")
        #expect(unlink(tree.folder.path("tree/zero")) == 0)
        let jobs = try ArchiveQueue.run([hello, inside, unknown, gone], "refusals")
        let sentences = jobs.map { job in
            if case .failed(let error) = job.state { error.message } else { "\(job.state)" }
        }
        #expect(
            sentences == [
                "hello.txt cannot be placed inside itself; unmark it.",
                "empty cannot be placed inside itself; unmark it.",
                "The format of \(tree.folder.path("a.rar")) is unknown; end its name in .tar.gz, "
                    + "for example.",
                "zero in \(tree.folder.path("tree")) no longer exists; choose again.",
            ])
        #expect(tree.folder.read("tree/hello.txt") == Array("hello\n".utf8))
        #expect(!tree.folder.exists("a.zip"))
    }

    @Test("that is given up leaves nothing behind") func cancelling() throws {
        let tree = try PackedTree()
        tree.addMuch()
        let queue = Mutex<TransferQueue?>(nil)
        let isGivenUp = Mutex(false)
        let jobs = try ArchiveQueue.run(
            [try tree.request("a.tar.xz")], "a.tar.xz",
            onStart: { started in queue.withLock { $0 = started } },
            onChange: { change in
                guard let job = change.changed.first, job.state == .running, job.done > 0,
                    isGivenUp.withLock({ isGivenUp in
                        defer { isGivenUp = true }
                        return !isGivenUp
                    })
                else { return }
                queue.withLock { $0 }?.send(.cancel(job.id, keepsParts: false))
            })
        #expect(isGivenUp.withLock { $0 })
        #expect(jobs.isEmpty, "\(jobs.map(\.state))")
        #expect(!tree.folder.exists("a.tar.xz"))
        #expect(try tree.parts == [])
    }

    @Test("that is paused is made anew by the process that comes next") func restart() throws {
        let tree = try PackedTree()
        tree.addMuch()
        let store = tree.folder.path("queue")
        let (paused, stopped, idle, ended) = (Signal(), Signal(), Signal(), Signal())
        let (began, shown) = (Signal(), Signal())
        let number = Mutex<JobID?>(nil)
        let first = ArchiveQueue.make(try Store.open(at: store), isShared: true) { change in
            guard let job = change.changed.first else { return }
            if job.state == .paused { paused.send() }
            guard job.state == .running, job.done > 0,
                number.withLock({ number in
                    defer { number = job.id }
                    return number == nil
                })
            else { return }
            began.send()
        }
        first.submit([try tree.request("a.tar.xz")])
        began.wait("it does not begin")
        let id = try #require(number.withLock { $0 })
        first.send(.pause(id))
        paused.wait("it is not paused")
        first.stop { stopped.send() }
        stopped.wait("the queue does not stop")
        #expect(!tree.folder.exists("a.tar.xz"))

        let isShown = Mutex(false)
        let second = ArchiveQueue.make(try Store.open(at: store), isShared: true) { change in
            guard change.changed.contains(where: { $0.id == id }) else { return }
            let wasShown = isShown.withLock { isShown in
                defer { isShown = true }
                return isShown
            }
            if !wasShown { shown.send() }
        }
        shown.wait("the next process does not show it")
        second.send(.resume(id))
        second.whenIdle { idle.send() }
        idle.wait("it does not end")
        let job = try #require(ArchiveQueue.list(second).first)
        second.stop { ended.send() }
        ended.wait("the queue does not stop")
        #expect(job.state == .done, "\(job.story)")
        #expect(job.operation == .pack && job.kind == .file && job.chosen == 8)
        #expect(try tree.parts == [])
        let out = tree.folder.path("out")
        #expect(Command.run(["/bin/sh", "-c", "cd '\(out)' && tar xJf ../a.tar.xz"]) == 0)
        let isSame = tree.folder.read("out/larger.bin") == tree.folder.read("tree/larger.bin")
        #expect(isSame)
        #expect(tree.folder.read("out/zero") == [])
    }

    @Test("on a server without room is told of in one sentence, and leaves nothing there")
    func noRoom() throws {
        let tree = try PackedTree()
        let server = MemoryVolume()
        server.setCapacity(1 << 20)
        let target = Location(site: server.site, path: Path("/a.tar"))
        let jobs = try ArchiveQueue.run(
            [try tree.request("", target: target)], "a.tar", server: server)
        let job = try #require(jobs.first)
        #expect(jobs.count == 1)
        #expect(
            job.story == ["The disk is full, so /a.tar was not written."], "\(job.state)")
        #expect(try server.connect().entry(at: target.path) == nil)
    }

    @Test("goes to a server and comes from one") func servers() throws {
        let tree = try PackedTree()
        let server = MemoryVolume()
        server.add("/d/one.txt", "one")
        server.add("/d/sub/two.txt", "two")
        server.add("/d/sub/empty", "")
        server.addDirectory("/d/none")
        let listing = try server.connect().list(Path("/d"))
        let down = JobRequest(
            operation: .pack, source: Location(site: server.site, path: Path("/d")),
            entry: Entry(name: try #require(Name("d")), kind: .directory),
            target: Location(site: .local, path: Path(tree.folder.path("d.zip"))),
            root: Path(tree.folder.path), chosen: ChosenEntries(listing))
        let up = try tree.request(
            "", target: Location(site: server.site, path: Path("/up.tar.gz")))
        let jobs = try ArchiveQueue.run([down, up], "both ways", server: server)
        #expect(jobs.map(\.state) == [.done, .done], "\(jobs.map(\.story))")
        #expect(try server.connect().entry(at: Path("/up.tar.gz"))?.kind == .file)
        let files = ArchiveQueue.enter(ArchiveQueue.site(tree.folder.path("d.zip")))
        #expect(
            try files.list(.root).entries.map(\.name.text).sorted() == ["none", "one.txt", "sub"])
        #expect(
            try files.list(Path("/sub")).entries.map(\.size) == [0, 3]
                || files.list(Path("/sub")).entries.map(\.size) == [3, 0])
        #expect(try files.list(Path("/none")).isEmpty)
    }

    @Test(
        "fails where a file becomes another size meanwhile, and names it",
        arguments: [(500_000, "shorter"), (1_000_007, "longer")])
    func changing(_ size: Int, _ word: String) throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 7, count: 1_000_000), to: "file")
        let files = LocalFileSystem()
        let order = PackOrder(
            try files.list(Path(folder.path)), in: Path(folder.path), as: .tar,
            to: Path("/a.tar"), isStopped: { false }, leaveOut: { _ in })
        let source = try ArchivePacker().pack(order, from: files)
        #expect(try PackingTests.readSome(of: source) > 0)
        #expect(source.packedBytes < 1_000_000)
        #expect(truncate(folder.path("file"), size) == 0)
        let error = #expect(throws: FileSystemError.self) {
            while try PackingTests.readSome(of: source) > 0 {}
        }
        #expect(
            error?.message == "\(folder.path("file")) became \(word) than its 1,000,000 bytes "
                + "while it was packed; retry when nothing writes to it.")
    }

    private static func readSome(of source: any FileSource) throws -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return try bytes.withUnsafeMutableBytes { room in
            Result { () throws(FileSystemError) in try source.read(into: room) }
        }.get()
    }
}
