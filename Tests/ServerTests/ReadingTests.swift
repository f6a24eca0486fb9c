import Files
import Glibc
import Support
import Testing

@Suite("Every file system reads alike")
struct ReadingTests {
    @Test("Folders, files and links are listed with size and time", arguments: Place.allCases)
    func listing(place: Place) throws {
        let bank = try Bank(place)
        #expect(try bank.fileSystem.list(bank.path("")).isEmpty)
        try bank.makeFolder("dir")
        try bank.store(Array("12345".utf8), at: "dir/five")
        try bank.store([], at: "dir/.hidden")
        try bank.makeFolder("dir/sub")
        try bank.makeLink("dir/link", to: "five")
        let listing = try bank.fileSystem.list(bank.path("dir"))
        let entries = Dictionary(uniqueKeysWithValues: listing.entries.map { ($0.name.text, $0) })
        let names = [".hidden", "five", "link", "sub"]
        #expect(entries.keys.sorted() == names.filter { $0 != "link" || place.showsLinks })
        #expect(entries["five"]?.kind == .file)
        #expect(entries["five"]?.size == 5)
        #expect(entries[".hidden"]?.size == 0)
        #expect(entries["sub"]?.kind == .directory)
        // pyftpdlib and pure-ftpd show by MLSD what a link leads to.
        let asTarget = [.pyftpdlib, .pureFTPd].contains(place.kind)
        if place.showsLinks {
            #expect(entries["link"]?.kind == .link || asTarget && entries["link"]?.kind == .file)
        }
        let modified = try #require(entries["five"]?.modified)
        let actual = Int64(bank.status(of: "dir/five").st_mtim.tv_sec)
        let tolerance: Int64 = modified.precision == .second ? 0 : 60
        #expect(abs(modified.seconds - actual) <= tolerance)
        #expect(modified.isZoned)
    }

    @Test("One name can be asked for", arguments: Place.allCases)
    func entry(place: Place) throws {
        let bank = try Bank(place)
        try bank.store(Array("12345".utf8), at: "five")
        try bank.makeFolder("dir")
        #expect(try bank.fileSystem.entry(at: bank.path("five"))?.kind == .file)
        #expect(try bank.fileSystem.entry(at: bank.path("five"))?.size == 5)
        #expect(try bank.fileSystem.entry(at: bank.path("dir"))?.kind == .directory)
        #expect(try bank.fileSystem.entry(at: bank.path("none")) == nil)
        #expect(try bank.fileSystem.entry(at: bank.path("none/five")) == nil)
        #expect(try bank.fileSystem.entry(at: bank.path("dir/none")) == nil)
    }

    @Test("Sizes and times of many files come in their order", arguments: Place.allCases)
    func details(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeFolder("dir")
        var paths: [Path] = []
        for number in 0..<150 {
            let name = number.isMultiple(of: 3) ? "dir/\(number)" : "\(number)"
            if number != 77 { try bank.store([UInt8](repeating: 1, count: number), at: name) }
            paths.append(try bank.path(name))
        }
        let found = try bank.fileSystem.details(of: paths)
        #expect(found.count == 150)
        for (number, entry) in found.enumerated() {
            #expect(entry?.size == (number == 77 ? nil : UInt64(number)))
        }
    }

    @Test("A file comes byte by byte, from its start or from the middle", arguments: Place.allCases)
    func download(place: Place) throws {
        let bank = try Bank(place)
        let bytes = Bank.noise(3_000_001)
        try bank.store(bytes, at: "noise")
        let source = try bank.fileSystem.open(bank.path("noise"), from: 0)
        #expect(source.size == 3_000_001)
        #expect(try Bank.read(source) == bytes)
        try source.finish()
        #expect(try bank.get("noise", from: 1_999_999) == Array(bytes[1_999_999...]))
        // What was asked for once does not stick to the next download.
        #expect(try bank.get("noise").count == bytes.count)
        #expect(try bank.get("noise", from: 3_000_001) == [])
    }

    @Test("An empty file is an empty file", arguments: Place.allCases)
    func empty(place: Place) throws {
        let bank = try Bank(place)
        try bank.store([], at: "empty")
        #expect(try bank.get("empty") == [])
        try bank.put([], at: "new")
        #expect(bank.contents(of: "new") == [])
    }

    @Test("What is missing is said to be missing", arguments: Place.allCases)
    func missing(place: Place) throws {
        let bank = try Bank(place)
        try bank.store([1], at: "file")
        let missing = try bank.path("none")
        let expected: FileSystemError.Kind = place.tellsReasons ? .notFound : .other
        #expect(failure { _ = try bank.fileSystem.open(missing, from: 0) }?.kind == expected)
        #expect(failure { _ = try bank.fileSystem.list(missing) }?.kind == expected)
        #expect(failure { try bank.fileSystem.rename(missing, to: bank.path("x")) } != nil)
        let removed = try bank.fileSystem.removeFiles([missing, bank.path("file")])
        #expect(failure { try removed[0].get() }?.kind == expected)
        #expect(failure { try removed[1].get() } == nil)
        #expect(failure { _ = try bank.fileSystem.list(bank.path("file")) } != nil)
        // None of these has broken the connection.
        #expect(bank.fileSystem.isConnected)
    }

    @Test("Thousands of entries are listed, each once", arguments: Place.allCases)
    func manyEntries(place: Place) throws {
        let bank = try Bank(place, isInMemory: true)
        try bank.makeFolder("many")
        for number in 0..<place.crowd {
            mknod(bank.outside("many/entry \(number)"), S_IFREG | 0o644, 0)
        }
        let names = try bank.names(in: "many").map(\.text)
        #expect(names.count == place.crowd)
        #expect(Set(names) == Set((0..<place.crowd).map { "entry \($0)" }))
    }

    @Test("Five gibibytes are counted, and resumed near their end", arguments: Place.allCases)
    func big(place: Place) throws {
        let bank = try Bank(place)
        let size: UInt64 = 5 << 30
        try bank.makeSparse("big", size: size, tail: Array("the very end".utf8))
        #expect(try bank.fileSystem.details(of: [bank.path("big")]).first??.size == size)
        let listed = try bank.fileSystem.list(bank.path("")).entries.first
        #expect(listed?.size == size)
        #expect(try bank.get("big", from: size - 3) == Array("end".utf8))
    }

    @Test("Small files come one after the other as prepared", arguments: Place.allCases)
    func prepared(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeFolder("b")
        let names = (0..<60).map { $0 % 7 == 0 ? "b/\($0)" : "\($0)" }
        for name in names { try bank.store(Array("this is \(name)".utf8), at: name) }
        let upcoming = try names.map { Upcoming(path: try bank.path($0), direction: .read) }
        for (index, name) in names.enumerated() {
            bank.fileSystem.prepare(Array(upcoming[(index + 1)...].prefix(4)))
            #expect(try bank.get(name) == Array("this is \(name)".utf8))
        }
        // A promise that is not kept does no harm.
        bank.fileSystem.prepare([upcoming[3]])
        #expect(try bank.get(names[9]) == Array("this is \(names[9])".utf8))
        bank.fileSystem.prepare([upcoming[4]])
        _ = try bank.get(names[5])
        #expect(try bank.names(in: "b").count == 9)
    }
}

/// The error of `body`, where there is one.
func failure(_ body: () throws -> Void) -> FileSystemError? {
    do {
        try body()
        return nil
    } catch let error as FileSystemError {
        return error
    } catch {
        Issue.record(error)
        return nil
    }
}
