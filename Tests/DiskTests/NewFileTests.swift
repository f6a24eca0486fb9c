import Disk
import Files
import Glibc
import Support
import Testing

@Suite("Files that must survive")
struct NewFileTests {
    let folder: TemporaryFolder
    let directory: DirectoryHandle

    init() throws {
        folder = try TemporaryFolder()
        directory = try DirectoryHandle(at: Path(folder.path))
    }

    private func name(_ text: String) throws -> Name { try #require(Name(text)) }

    private func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, as own: String) throws -> NewFile {
        let file = try NewFile(named: name(own), in: directory)
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        return file
    }

    @Test("A file gets its name in place of another, or only where none has it")
    func naming() throws {
        try folder.write("old", to: "taken")
        let file = try write("new", as: "own")
        let error = #expect(throws: DiskError.self) {
            try file.give(name("taken"), replacing: false)
        }
        #expect(error?.code == EEXIST)
        #expect(text("taken") == "old")
        try file.give(name("taken"), replacing: true)
        #expect(text("taken") == "new")
        try write("more", as: "own").give(name("free"), replacing: false)
        #expect(text("free") == "more")
    }

    @Test("A name that is taken is not written over, nor through a link")
    func takenName() throws {
        try folder.write("mine", to: "own")
        #expect(symlink("own", folder.path("link")) == 0)
        for taken in ["own", "link"] {
            let error = #expect(throws: DiskError.self) {
                _ = try NewFile(named: name(taken), in: directory)
            }
            #expect(error?.code == EEXIST)
        }
        #expect(text("own") == "mine")
    }

    @Test("What has the part's name by then is neither named nor thrown away")
    func replacedMeanwhile() throws {
        let file = try write("whole", as: "own")
        #expect(unlink(folder.path("own")) == 0)
        try folder.write("foreign", to: "own")
        let error = #expect(throws: DiskError.self) {
            try file.give(name("final"), replacing: true)
        }
        #expect(error?.code == ESTALE)
        try file.discard()
        #expect(text("own") == "foreign")
        #expect(text("final") == nil)
    }

    @Test("A file that another open holds is not gone on with")
    func lock() throws {
        let file = try write("0123456789", as: "own")
        let error = #expect(throws: DiskError.self) {
            _ = try NewFile.continuing(named: name("own"), in: directory, from: 4)
        }
        #expect(error == DiskError(.lock, EBUSY))
        #expect(try file.descriptor.status().size == 10)
    }

    @Test("A lock that was given up is free, though a child just forked still has its copy")
    func forked() throws {
        let locks = try KeyLocks(at: Path(folder.path("locks")))
        #expect(try locks.take(LockKey("a")))
        #expect(try locks.take(LockKey("b")))
        var file: NewFile? = try write("0123", as: "own")
        let copies = [
            try OpenFile.copy(of: folder.path("own")), try OpenFile.copy(of: folder.path("locks")),
        ]
        defer { for copy in copies { close(copy) } }
        #expect(file != nil)
        file = nil
        _ = try NewFile.continuing(named: name("own"), in: directory, from: 4)
        locks.letGo()
        let others = try KeyLocks(at: Path(folder.path("locks")))
        #expect(try others.take(LockKey("a")))
        #expect(try others.take(LockKey("b")))
    }

    @Test("No key can be taken after all were let go of, nor locks another file")
    func takenLate() throws {
        let path = Path(folder.path("locks"))
        let locks = try KeyLocks(at: path)
        locks.letGo()
        // It gets the number of the descriptor that was closed.
        let others = try KeyLocks(at: path)
        #expect(try !locks.take(LockKey("a")))
        #expect(try KeyLocks(at: path).take(LockKey("a")))
        #expect(try others.take(LockKey("a")))
    }

    @Test("A file is gone on with from its offset, and cut there")
    func continuing() throws {
        try folder.write("0123456789", to: "own")
        let file = try NewFile.continuing(named: name("own"), in: directory, from: 4)
        try Array("end".utf8).withUnsafeBytes { try file.write($0) }
        #expect(text("own") == "0123end")
        try folder.write("ab", to: "short")
        let error = #expect(throws: DiskError.self) {
            _ = try NewFile.continuing(named: name("short"), in: directory, from: 3)
        }
        #expect(error?.code == ERANGE)
    }

    @Test("A pipe in a part's place neither holds nor is written into", .timeLimit(.minutes(1)))
    func pipe() throws {
        #expect(mkfifo(folder.path("own"), 0o600) == 0)
        #expect(throws: DiskError.self) {
            _ = try NewFile.continuing(named: name("own"), in: directory, from: 0)
        }
        #expect(throws: DiskError.self) { _ = try directory.openFile(name("own"), O_RDONLY) }
    }

    @Test("The beginning of a file is copied, and a shorter one is told")
    func copyStart() throws {
        try folder.write("begin and more", to: "old")
        let file = try NewFile(named: name("own"), in: directory)
        let source = try directory.openFile(name("old"), O_RDONLY)
        try file.copy(first: 5, of: source) { false }
        #expect(text("own") == "begin")
        let error = #expect(throws: DiskError.self) {
            try file.copy(first: 500, of: source) { false }
        }
        #expect(error?.code == ERANGE)
    }

    @Test("Every file that is synced has an answer of its own")
    func syncs() throws {
        let files = try (0..<5).map { try write("x", as: "f\($0)").descriptor }
        let answers = Durability.sync(files)
        #expect(answers.count == files.count)
        for answer in answers { #expect(try answer.get() == .synced) }
        #expect(try Durability.sync(names: [directory]).first?.get() == .synced)
        // One that cannot be synced has its own refusal, among others that can.
        let mixed = Durability.sync([files[0], Descriptor(-1), files[1]])
        #expect(mixed.count == 3)
        #expect(try mixed[0].get() == .synced)
        #expect(throws: DiskError.self) { try mixed[1].get() }
        #expect(try mixed[2].get() == .synced)
    }

    @Test("Below a directory no link is followed")
    func links() throws {
        #expect(mkdir(folder.path("real"), 0o700) == 0)
        #expect(symlink("real", folder.path("link")) == 0)
        #expect(throws: DiskError.self) { _ = try directory.directory(name("link")) }
        _ = try directory.directory(name("real"))
    }
}
