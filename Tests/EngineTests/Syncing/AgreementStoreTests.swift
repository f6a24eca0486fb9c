import Files
import Support
import Sync
import Testing
import Transfers

@testable import Engine

@Suite("What two places agreed about, in the store")
struct AgreementStoreTests {
    private let folder: TemporaryFolder
    private let places: Pair<Location>
    private var reversedPlaces: Pair<Location> { Pair(places.second, places.first) }
    private var storePath: String { folder.path("s") }

    init() throws {
        folder = try TemporaryFolder()
        places = Pair(
            Location(site: .local, path: Path("/a")),
            Location(site: Site(scheme: .ftp, host: "server"), path: Path("/b")))
    }

    private func names(_ name: String) throws -> [Name] { [try #require(Name(name))] }

    private func item(_ path: String, other: String? = nil, size: UInt64) -> SyncMemory.Item {
        func standing(_ size: UInt64) -> AgreedState.Standing {
            AgreedState.Standing(
                file: FileFingerprint(size: size, modified: Timestamp(seconds: Int64(size))),
                mode: 0o644, link: nil)
        }
        return SyncMemory.Item(
            Array(path.utf8), other: other.map { Array($0.utf8) },
            AgreedState(.file, Pair(standing(size), standing(size + 1))))
    }

    @Test("It is the same from either side") func sides() throws {
        let items = [item("d/x", size: 1), item("y", other: "Y", size: 3)]
        try AgreementStore(places, storePath: storePath).save(items)
        let own = try AgreementStore(places, storePath: storePath).load()
        #expect(Set((0..<own.count).map { own[$0] }) == Set(items))
        let turned = AgreementStore(reversedPlaces, storePath: storePath)
        let other = try turned.load()
        #expect(Set((0..<other.count).map { other[$0] }) == Set(items.map(\.reversed)))
        // What is kept from there is kept where it was begun.
        try turned.save([item("z", size: 5).reversed], forgetting: [items[1].reversed])
        let after = try AgreementStore(places, storePath: storePath).load()
        #expect(
            Set((0..<after.count).map { after[$0] }) == [items[0], item("z", size: 5)])
    }

    @Test("Where the other order was begun first and then this one, this one counts")
    func orders() throws {
        // What it has found is written down by an older version, or by two at once.
        let kept = try Store.openLasting(at: storePath)
        func file(_ path: String) -> AgreedFile {
            let standing = AgreedFile.Standing(
                FileFingerprint(size: 1, modified: nil), mode: nil, link: nil)
            return AgreedFile(
                Array(path.utf8), other: nil, .file, first: standing, second: standing)
        }
        let screen = AgreementStore(places, storePath: storePath)
        try kept.agree(on: [file("old")], of: places.second, places.first, time: 1)
        #expect(try screen.load().item(Array("old".utf8)) != nil)
        try kept.agree(on: [file("new")], of: places.first, places.second, time: 2)
        #expect(try screen.load().item(Array("new".utf8)) != nil)
        try screen.save([item("x", size: 1)], forgetting: [item("new", size: 1)])
        let memory = try AgreementStore(places, storePath: storePath).load()
        #expect(memory.count == 1)
        #expect(memory.item(Array("x".utf8)) != nil)
    }

    @Test("What was spelled otherwise once is known by both spellings from either side")
    func spellings() throws {
        let items = [item("README", other: "readme", size: 2), item("readme", size: 1)]
        try AgreementStore(places, storePath: storePath).save(items)
        let own = try AgreementStore(places, storePath: storePath).load()
        #expect(own.item(Array("README".utf8)) == items[0])
        let other = try AgreementStore(reversedPlaces, storePath: storePath).load()
        #expect(try other.item(onSecond: names("README")) != nil)
        #expect(try other.item(onSecond: names("readme")) != nil)
    }

    @Test("A name that is spelled anew is not also kept under the old one") func respelled() throws
    {
        let agreements = AgreementStore(places, storePath: storePath)
        try agreements.save([item("readme", size: 1)])
        let memory = try agreements.load()
        var rules = ComparisonRules(foldsCase: Pair(false, true))
        rules.agreed = memory
        func listing(_ name: String, _ size: UInt64) throws -> Directory {
            var builder = DirectoryBuilder()
            builder.append(
                Entry(
                    name: try #require(Name(name)), kind: .file, size: size,
                    modified: Timestamp(seconds: 1)))
            return builder.directory
        }
        var comparison = Comparison(rules)
        _ = comparison.take(.top, Pair(try listing("README", 1), try listing("readme", 1)))
        comparison.finish()
        let plan = SyncPlan(
            comparison, memory, SyncRules(stamp: "now"), areWhole: Pair(true, true))
        #expect(plan.rows.isEmpty)
        try SyncMemories(
            agreements, memory, MirrorMemory(places, storePath: storePath) { _ in },
            known: PairMemory(), comparesSizesOnly: false, comparesModes: false
        ).begin(plan, comparison)
        let now = try AgreementStore(places, storePath: storePath).load()
        #expect((0..<now.count).map { String(decoding: now[$0].path, as: UTF8.self) } == ["README"])
        #expect(now[0].other == Array("readme".utf8))
    }
}
