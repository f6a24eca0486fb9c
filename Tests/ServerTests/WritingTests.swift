import DemoServer
import Files
import Glibc
import Support
import Testing

@Suite("Every file system writes alike")
struct WritingTests {
    /// Names that trip what takes them for options, patterns, formats or ends of lines.
    static let oddNames = [
        " leading", "-dash", "[a]*?.txt", "テスト.bin", "%s%n", "quote\"d", "trailing ", "~tilde",
        "a;b=c; d", "emoji 🛶", "back\\slash", "dot.", "...", "single'quote", "$(id)", "-la",
        "two  blanks", "(parentheses)", "ÿþ",
    ]

    @Test("A file goes up byte by byte, anew or over a longer one", arguments: Place.allCases)
    func upload(place: Place) throws {
        let bank = try Bank(place)
        let bytes = Bank.noise(3_000_001)
        try bank.put(bytes, at: "noise")
        #expect(bank.contents(of: "noise") == bytes)
        try bank.put(Array("short".utf8), at: "noise")
        #expect(bank.contents(of: "noise") == Array("short".utf8))
    }

    @Test(
        "An upload that was cut short goes on where it ended",
        arguments: Place.allCases.filter(\.resumesUploads))
    func resume(place: Place) throws {
        let bank = try Bank(place)
        let bytes = Bank.noise(1_000_003)
        let path = try bank.path("part")
        let size = UInt64(bytes.count)
        let part = try begun(bytes[..<400_000], at: path, size: size, in: bank)
        // Until it is whole, nothing has the file's name.
        #expect(!bank.exists("part"))
        #expect(try bank.fileSystem.size(of: part, root: nil) == 400_000)
        let creation = Creation(offset: 400_000, size: size)
        let second = try bank.fileSystem.resume(part, creation)
        try Bank.write(bytes[400_000...], to: second)
        try second.finish()
        try bank.fileSystem.commit(second, creation, size: size)
        #expect(bank.contents(of: "part") == bytes)
        #expect(try bank.names() == [Name("part")].compactMap(\.self))
        // And the next one starts at the beginning again.
        try bank.put(bytes, at: "other")
        #expect(bank.contents(of: "other") == bytes)
    }

    /// A part that was cut short.
    private func begun(
        _ bytes: ArraySlice<UInt8>, at path: Path, size: UInt64, in bank: Bank
    ) throws -> Part {
        let sink = try bank.fileSystem.create(path, Creation(size: size))
        try Bank.write(bytes, to: sink)
        sink.cancel()
        return sink.part
    }

    @Test(
        "Small files go up one after the other as prepared, whatever is asked between",
        arguments: Place.allCases)
    func prepared(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeFolder("b")
        let names = (0..<40).map { $0 % 7 == 0 ? "b/\($0)" : "\($0)" }
        let upcoming = try names.map { Upcoming(path: try bank.path($0), direction: .write) }
        for (index, name) in names.enumerated() {
            bank.fileSystem.prepare(Array(upcoming[(index + 1)...].prefix(4)))
            // Settled at once, while the next one may be asked for already.
            try bank.put(Array("this is \(name)".utf8), at: name)
            switch index {
            case 10: _ = try bank.names(in: "b")
            case 20: _ = try bank.get(names[3])
            case 30: _ = try bank.fileSystem.details(of: [bank.path(names[0])])
            default: break
            }
        }
        for name in names {
            #expect(bank.contents(of: name) == Array("this is \(name)".utf8), "\(name)")
        }
    }

    @Test("Odd names are written, listed, read, renamed and removed", arguments: Place.allCases)
    func oddNames(place: Place) throws {
        let bank = try Bank(place)
        let names = WritingTests.oddNames.filter { !place.refuses(file: $0) }
        try bank.makeFolder("odd")
        for text in names {
            try bank.put(Array(text.utf8), at: "odd/\(text)")
        }
        let expected = try names.map { try #require(Name($0)) }.sorted()
        #expect(try bank.names(in: "odd") == expected)
        for text in names {
            #expect(try bank.get("odd/\(text)") == Array(text.utf8), "\(text)")
            #expect(
                try bank.fileSystem.entry(at: bank.path("odd/\(text)"))?.size
                    == UInt64(text.utf8.count), "\(text)")
            try bank.fileSystem.rename(bank.path("odd/\(text)"), to: bank.path("odd/renamed"))
            try bank.fileSystem.rename(bank.path("odd/renamed"), to: bank.path("odd/\(text)"))
        }
        let removed = bank.fileSystem.removeFiles(
            try names.map { try bank.path("odd/\($0)") })
        for (result, text) in zip(removed, names) {
            #expect(failure { try result.get() } == nil, "\(text)")
        }
        #expect(try bank.names(in: "odd") == [])
    }

    @Test("Folders of odd names are entered and removed", arguments: Place.allCases)
    func oddFolders(place: Place) throws {
        let bank = try Bank(place)
        let names = WritingTests.oddNames.filter { !place.refuses(folder: $0) }
        for text in names {
            try bank.fileSystem.makeDirectory(bank.path(text), root: nil)
            try bank.put([1], at: "\(text)/file")
            #expect(try bank.names(in: text).map(\.text) == ["file"], "\(text)")
        }
        for text in names {
            let file = try bank.fileSystem.removeFiles([bank.path("\(text)/file")])
            #expect(failure { try file[0].get() } == nil, "\(text)")
            let folder = try bank.fileSystem.removeDirectories([bank.path(text)])
            #expect(failure { try folder[0].get() } == nil, "\(text)")
        }
        #expect(try bank.names() == [])
    }

    @Test("A line break in a name is refused before it is sent", arguments: Place.servers)
    func lineBreaks(place: Place) throws {
        let bank = try Bank(place)
        try bank.store([1], at: "b")
        for text in ["a\r\nDELE b", "a\nb", "a\rb"] {
            let path = try bank.path(text)
            let system = bank.fileSystem
            #expect(failure { _ = try system.open(path, from: 0) }?.kind == .badName)
            #expect(failure { _ = try system.create(path, Creation()) }?.kind == .badName)
            #expect(failure { try system.makeDirectory(path, root: nil) }?.kind == .badName)
            #expect(failure { try system.removeFiles([path])[0].get() }?.kind == .badName)
            #expect(failure { try system.rename(bank.path("b"), to: path) }?.kind == .badName)
        }
        #expect(bank.exists("b"))
        #expect(try bank.names().count == 1)
    }

    @Test("Folders are made once, and removed when empty", arguments: Place.allCases)
    func folders(place: Place) throws {
        let bank = try Bank(place)
        let outer = try bank.path("outer")
        let inner = try bank.path("outer/inner")
        try bank.fileSystem.makeDirectory(outer, root: nil)
        try bank.fileSystem.makeDirectory(inner, root: nil)
        let taken = failure { try bank.fileSystem.makeDirectory(outer, root: nil) }
        #expect(taken?.kind == (place.refusesTakenFolders ? .exists : nil))
        #expect(failure { try bank.fileSystem.removeDirectories([outer])[0].get() } != nil)
        #expect(bank.exists("outer/inner"))
        for result in bank.fileSystem.removeDirectories([inner, outer]) { try result.get() }
        #expect(!bank.exists("outer"))
    }

    @Test("Files and folders are renamed, but never over another", arguments: Place.allCases)
    func rename(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeFolder("dir")
        try bank.store([1], at: "dir/a")
        try bank.store([2], at: "b")
        try bank.fileSystem.rename(bank.path("dir/a"), to: bank.path("c"))
        #expect(bank.contents(of: "c") == [1])
        #expect(
            failure { try bank.fileSystem.rename(bank.path("b"), to: bank.path("c")) }?.kind
                == .exists)
        #expect(bank.contents(of: "c") == [1])
        try bank.fileSystem.rename(bank.path("dir"), to: bank.path("moved"))
        #expect(try bank.names().map(\.text) == ["b", "c", "moved"])
    }

    @Test("A file that must be new is refused where there is one", arguments: Place.allCases)
    func exclusive(place: Place) throws {
        let bank = try Bank(place)
        try bank.store([1], at: "a")
        let refused = failure { try bank.put([2], at: "a", Creation(size: 1, replaces: false)) }
        #expect(refused?.kind == .exists)
        #expect(bank.contents(of: "a") == [1])
        try bank.put([3], at: "b", Creation(size: 1, replaces: false))
        #expect(bank.contents(of: "b") == [3])
    }

    @Test("Times and modes are kept", arguments: Place.allCases)
    func times(place: Place) throws {
        let bank = try Bank(place)
        let time = Timestamp(seconds: 981_173_106)
        try bank.put([1, 2], at: "old", modified: time)
        try bank.store([], at: "other")
        let files = try #require(bank.fileSystem as? any SettingTimes)
        let results = files.setModified([(try bank.path("other"), time)])
        if place.setsTimes {
            try results[0].get()
            #expect(bank.status(of: "old").st_mtim.tv_sec == 981_173_106)
            #expect(bank.status(of: "other").st_mtim.tv_sec == 981_173_106)
        } else {
            #expect(failure { try results[0].get() } != nil)
        }
        let setting = bank.fileSystem as? any SettingModes
        #expect((setting != nil) == place.setsModes)
        if place.setsModes {
            try setting?.setMode(0o640, of: bank.path("other"))
            let mode = bank.status(of: "other").st_mode & 0o7777
            #expect((mode == 0o640) == place.keepsModes)
        }
    }

    @Test("A tree sixty-four folders deep is written and read", arguments: Place.allCases)
    func deep(place: Place) throws {
        let bank = try Bank(place)
        var path = ""
        for level in 1...64 {
            path += path.isEmpty ? "level 1" : "/level \(level)"
            try bank.fileSystem.makeDirectory(bank.path(path), root: nil)
        }
        try bank.put(Array("deep".utf8), at: "\(path)/file")
        #expect(bank.contents(of: "\(path)/file") == Array("deep".utf8))
        #expect(try bank.names(in: path).map(\.text) == ["file"])
        #expect(try bank.get("\(path)/file") == Array("deep".utf8))
        #expect(try bank.names().map(\.text) == ["level 1"])
    }

    @Test(
        "What is write-protected stays, and the reason is told",
        arguments: Place.guarded)
    func denied(place: Place) throws {
        // Root may write anywhere: the demo server, which is this process, is told to refuse.
        let refusal = "550 Permission denied.\r\n"
        let bank = try Bank(
            place,
            faults: Behaviour(
                ["STOR", "MKD", "DELE", "RNTO"].map { .always(.reply($0, refusal)) }))
        try bank.makeFolder("closed")
        try bank.store([1], at: "closed/file")
        bank.protect("closed")
        let system = bank.fileSystem
        let file = try bank.path("closed/file")
        if place.speaksDAV {
            // Each of these servers has another status for it.
            #expect(failure { try bank.put([2], at: "closed/new") } != nil)
            #expect(failure { try bank.put(Bank.noise(500_000), at: "closed/new") } != nil)
            #expect(
                failure { try system.makeDirectory(bank.path("closed/d"), root: nil) } != nil)
            #expect(failure { try system.removeFiles([file])[0].get() } != nil)
            #expect(failure { try system.rename(file, to: bank.path("moved")) } != nil)
            #expect(try bank.get("closed/file") == [1])
            #expect(bank.contents(of: "closed/file") == [1])
            return
        }
        let expected: FileSystemError.Kind = place.tellsReasons ? .denied : .other
        #expect(failure { try bank.put([2], at: "closed/new") }?.kind == expected)
        let late = failure { try bank.put(Bank.noise(500_000), at: "closed/new") }?.kind
        #expect(late == expected || !place.tellsLateReasons && late == .other)
        #expect(
            failure { try system.makeDirectory(bank.path("closed/d"), root: nil) }?.kind == expected
        )
        #expect(failure { try system.removeFiles([file])[0].get() }?.kind == expected)
        #expect(failure { try system.rename(file, to: bank.path("moved")) }?.kind == expected)
        #expect(bank.contents(of: "closed/file") == [1])
        #expect(try bank.get("closed/file") == [1])
    }

    @Test("Hundreds of files are removed at once", arguments: Place.allCases)
    func removeMany(place: Place) throws {
        let bank = try Bank(place, isInMemory: true)
        for number in 0..<700 { mknod(bank.outside("\(number)"), S_IFREG | 0o644, 0) }
        let results = bank.fileSystem.removeFiles(try (0..<700).map { try bank.path("\($0)") })
        #expect(results.count == 700)
        for result in results { try result.get() }
        #expect(try bank.names() == [])
    }

    @Test(
        "A part that is not there is thrown away already; one that may not be removed stays",
        arguments: Place.servers + Place.davServers + Place.sftpServers)
    func discarding(place: Place) throws {
        let bank = try Bank(place)
        let id = PartID(token: "aaaaaaaa", number: 1)
        let part = Part(id: id, file: try bank.path("file"), place: .beside(id.name))
        try bank.fileSystem.discard(part, root: nil)
        try bank.store([1], at: id.name.text)
        try bank.fileSystem.discard(part, root: nil)
        #expect(!bank.exists(id.name.text))
        guard Place.guarded.contains(place), place != .demo, place != .plainDemo else { return }
        try bank.makeFolder("closed")
        try bank.store([1], at: "closed/\(id.name.text)")
        bank.protect("closed")
        let closed = Part(id: id, file: try bank.path("closed/file"), place: .beside(id.name))
        #expect(failure { try bank.fileSystem.discard(closed, root: nil) } != nil)
        #expect(bank.exists("closed/\(id.name.text)"))
    }
}
