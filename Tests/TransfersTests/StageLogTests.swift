import Files
import Glibc
import Jobs
import SQLite
import Support
import Testing

@testable import Transfers

@Suite("How far many small parts have come outlives their process")
struct StageLogTests {
    private let far = Site(scheme: .ftp, host: "memory")
    private let batch = BatchID(rawValue: 7)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var storePath: String { folder.path("s") }

    private func registry() throws -> PartRegistry {
        PartRegistry(try Store.open(at: storePath))
    }

    private func owner(_ registry: PartRegistry) -> PartOwner {
        PartOwner(registry, batch: batch, takesOver: false, isInherited: true)
    }

    /// Parts of that many files, which the store knows are about to be made.
    private func announced(_ count: Int, by owner: PartOwner) throws -> [StoredPart] {
        let parts = try (0..<count).map { index in
            let file = Path("/a/\(index)")
            let id = try owner.newID(for: file)
            return StoredPart(
                part: Part(id: id, file: file, place: .beside(id.name)),
                source: Location(site: .local, path: file), site: far, size: 5,
                stage: .announced)
        }
        owner.announce(parts)
        for part in parts { try owner.willWrite(part, isAlone: false) }
        return parts
    }

    /// What the store's rows say, and no log.
    private func rows(_ registry: PartRegistry) throws -> [PartStage] {
        let stages = try registry.store.reading("") { database in
            try database.all([UInt8].self, sql: "SELECT stages FROM part_list ORDER BY first")
        }
        return stages.flatMap { $0 }.compactMap { PartStage(rawValue: $0) }
    }

    /// The names of the logs.
    private var logs: [String] { folder.names(in: "s.stages").sorted() }

    private func stages(_ ownership: PartRegistry.Ownership) -> [PartStage] {
        ownership.lists.flatMap(\.parts).map(\.stage)
    }

    @Test("Steps are there after a kill, of one run after the other, and cost no transaction")
    func runs() throws {
        let first = try registry()
        let writer = owner(first)
        let parts = try announced(6, by: writer)
        try writer.note(.written, of: Array(parts[1...4]))
        try writer.note(.named, of: [parts[2], parts[4]])
        try writer.finish([(parts[2], true), (parts[3], false)])
        #expect(try rows(first).allSatisfy { $0 == .announced })
        first.abandon()

        let second = try registry()
        let successor = owner(second)
        let expected: [PartStage] = [.announced, .written, .done, .gone, .named, .announced]
        successor.learnLeftovers()
        let left = successor.leftovers(on: far).sorted { $0.part.id.number < $1.part.id.number }
        #expect(left.map(\.stage) == [.announced, .written, .named, .announced])
        #expect(try rows(second) == expected)
        // What becomes of the first run's is the store's matter, of the second's own that of its log.
        try successor.note(.named, of: [parts[1]])
        let more = try announced(2, by: successor)
        try successor.note(.written, of: [more[1]])
        #expect(try rows(second)[1] == .named)
        #expect(try rows(second).suffix(2) == [.announced, .announced])
        second.abandon()

        let third = try registry()
        let last = try third.begin(batch)
        #expect(
            stages(last) == [.announced, .named, .done, .gone, .named, .announced] + [
                .announced, .written,
            ])
        // Nothing was logged by this run, and nothing is lost by that.
        #expect(try stages(third.begin(batch)) == stages(last))
    }

    @Test(
        "A run that was followed leaves the next one's log alone, and tells the store instead"
    )
    func followedRun() throws {
        let (first, second) = (try registry(), try registry())
        let (former, latter) = (owner(first), owner(second))
        let old = try announced(3, by: former)
        try former.note(.written, of: old)
        let new = try announced(3, by: latter)
        try latter.note(.written, of: [new[0]])
        try former.note(.named, of: [old[0], old[2]])
        let found = try registry().begin(batch)
        #expect(stages(found) == [.named, .written, .named, .written, .announced, .announced])
    }

    @Test("A run that begins to log only when another has followed it takes nothing from that one")
    func lateLog() throws {
        let (first, second) = (try registry(), try registry())
        let (former, latter) = (owner(first), owner(second))
        let old = try announced(2, by: former)
        let new = try announced(2, by: latter)
        try latter.note(.written, of: [new[0]])
        try former.note(.written, of: [old[0]])
        try latter.note(.written, of: [new[1]])
        #expect(logs.count == 2)
        let found = try registry().begin(batch)
        #expect(stages(found) == [.written, .announced, .written, .written])
        #expect(logs.isEmpty)
    }

    @Test("Where no log can be made, the store is told of each step")
    func noLog() throws {
        try folder.write("no directory", to: "s.stages")
        let registry = try registry()
        let writer = owner(registry)
        let parts = try announced(2, by: writer)
        try writer.note(.written, of: [parts[0]])
        #expect(try rows(registry) == [.written, .announced])
        try writer.finish([(parts[0], true), (parts[1], false)])
        #expect(try rows(registry) == [.done, .gone])
        try writer.forget(try announced(2, by: writer))
        #expect(try rows(registry) == [.done, .gone])
    }

    @Test("What an earlier run has logged is gone from the store at once when its last part is")
    func inheritedEnd() throws {
        let first = try registry()
        let writer = owner(first)
        try writer.note(.written, of: try announced(2, by: writer))
        first.abandon()
        let second = try registry()
        let successor = owner(second)
        successor.learnLeftovers()
        try successor.forget(successor.leftovers(on: far))
        #expect(try rows(second).isEmpty)
    }

    @Test(
        "Nothing is removed that is no log, and nothing behind a link is read, written or removed")
    func foreignFiles() throws {
        let token = "abcdefgh"
        try folder.makeFolder("other")
        let names = ["notes.txt", "abcdefgh", "\(token)-1", "\(token)-2-1"]
        for name in names { try folder.write("mine", to: "other/\(name)") }
        try folder.write(StageLog.header(of: PartID(token: token, number: 3)), to: "other/x")
        #expect(symlink(folder.path("other"), folder.path("s.stages")) == 0)
        try folder.write(
            StageLog.header(of: PartID(token: token, number: 9)), to: "other/\(token)-9")
        let linked = try registry()
        let writer = owner(linked)
        let parts = try announced(2, by: writer)
        try writer.note(.written, of: parts)
        #expect(try rows(linked) == [.written, .written])
        let own = parts[0].part.id
        try folder.write(
            StageLog.header(of: own) + [PartStage.done, .done].map(\.rawValue),
            to: "other/\(own.token)-1")
        let all = folder.names(in: "other").sorted()
        linked.abandon()
        #expect(try stages(registry().begin(batch)) == [.written, .written])
        #expect(folder.names(in: "other").sorted() == all)
        #expect(unlink(folder.path("s.stages")) == 0)
        #expect(rename(folder.path("other"), folder.path("s.stages")) == 0)
        try folder.makeFolder("s.stages/\(token)-10")
        _ = try registry().begin(nil)
        // The one that is a log of an owner that the store has lost.
        #expect(
            logs == (all + ["\(token)-10"]).filter { $0 != "\(token)-9" }.sorted())
    }

    @Test("The later word holds, the log's or the store's, whichever of them could not be written")
    func laterWord() throws {
        let first = try registry()
        let writer = owner(first)
        let parts = try announced(3, by: writer)
        try writer.note(.written, of: parts)
        try first.transaction("") { database in
            try database.execute(
                sql: "UPDATE part_list SET stages = ?",
                arguments: [[PartStage.announced, .named, .gone].map(\.rawValue)])
        }
        first.abandon()
        #expect(try stages(registry().begin(batch)) == [.written, .named, .gone])
    }

    @Test("What dead commands have logged is known to whoever takes over, and goes with them")
    func deadCommands() throws {
        var dead: PartRegistry? = try registry()
        var writer: PartOwner? = dead.map {
            PartOwner($0, batch: nil, takesOver: false, isInherited: false)
        }
        let parts = try announced(3, by: try #require(writer))
        try writer?.note(.written, of: [parts[0]])
        try writer?.finish([(parts[1], false)])
        (dead, writer) = (nil, nil)
        #expect(logs == ["\(parts[0].part.id.token)-1"])

        let registry = try registry()
        let mine = try registry.begin(nil)
        let scope = PartRegistry.Scope(
            source: Location(site: .local, path: Path("/a")),
            target: Location(site: far, path: Path("/a")))
        let taken = try registry.takeOver([scope], by: mine.id)
        #expect(taken.parts.map(\.stage) == [.written, .announced])
        #expect(taken.parts.map(\.part.id) == [parts[0], parts[2]].map(\.part.id))
        try registry.forget(Array(taken.owners.keys))
        #expect(logs.isEmpty)
    }

    @Test(
        "An owner that has nothing left takes its log along; nobody's is taken from one who works")
    func removal() throws {
        let (first, second) = (try registry(), try registry())
        let writer = owner(first)
        let parts = try announced(2, by: writer)
        try writer.note(.written, of: parts)
        _ = try second.begin(nil)
        #expect(logs == ["\(parts[0].part.id.token)-1"])
        try writer.finish(parts.map { ($0, true) })
        writer.close()
        #expect(logs.isEmpty)
    }

    @Test("A log whose header was cut by a kill goes with its owner", arguments: [0, 1, 10])
    func tornHeader(length: Int) throws {
        let registry = try registry()
        let writer = owner(registry)
        let parts = try announced(1, by: writer)
        let own = parts[0].part.id
        try folder.makeFolder("s.stages")
        let header = StageLog.header(of: own)
        try folder.write(Array(header.prefix(length)), to: "s.stages/\(own.token)-1")
        try writer.note(.written, of: parts)
        #expect(try rows(registry) == [.written])
        try writer.forget(parts)
        writer.close()
        #expect(logs.isEmpty)
    }

    @Test("What is no log, or a torn one, says nothing that was not written")
    func strangeFiles() throws {
        let numbers: Range<UInt64> = 100..<200
        let first = PartID(token: "abcdefgh", number: 100)
        let logs = try #require(StageLogs(ofStore: storePath))
        let log = logs.log(from: first)
        #expect(log.write([]) && self.logs.isEmpty)
        func write(_ steps: [(UInt64, PartStage)]) -> Bool {
            log.write(steps.map { StageLog.Step(number: $0, stage: $1) })
        }
        #expect(write([(101, .written), (102, .written), (150, .named), (101, .done)]))
        // The store is told of them.
        #expect(!write([(103, .written), (99, .written)]))
        #expect(!write([(103, .written), (log.numbers.upperBound, .written)]))
        #expect(write([(199, .named)]))
        let bytes = try #require(folder.read("s.stages/\(first.token)-\(first.number)"))
        let whole = try #require(StageLog.Record(bytes, of: first))
        #expect([101, 102, 150, 199].map { whole[$0] } == [.done, .written, .named, .named])
        for number in [0, 99, 100, 103, 149, 151, 198, 200, .max] as [UInt64] {
            #expect(whole[number] == nil)
        }
        for count in 0..<bytes.count {
            let torn = StageLog.Record(Array(bytes.prefix(count)), of: first)
            for number in numbers {
                #expect(torn?[number] == nil || torn?[number] == whole[number])
            }
        }
        for position in bytes.indices {
            for byte in [0, 6, 0x0A, 0x39, 0xFF] as [UInt8] {
                var strange = bytes
                strange[position] = byte
                let record = StageLog.Record(strange, of: first)
                for number in numbers where Int(number) - 100 != position - (bytes.count - 100) {
                    #expect(record?[number] == nil || record?[number] == whole[number])
                }
            }
        }
        #expect(StageLog.Record([], of: first) == nil)
        #expect(StageLog.Record(bytes, of: PartID(token: "abcdefgh", number: 101)) == nil)
        #expect(logs.records(of: "abcdefgh").map(\.first) == [first])
        #expect(logs.records(of: "abcdefgj").isEmpty)
    }
}
