import Files
import Testing

@Suite("Names that are found again in a listing")
struct ChosenNamesTests {
    private func listing(_ names: [String]) throws -> Directory {
        var builder = DirectoryBuilder()
        for name in names {
            builder.append(Entry(name: try #require(Name(name)), kind: .file))
        }
        return builder.directory
    }

    private func texts(_ listing: Directory) -> [String] { listing.entries.map(\.name.text) }

    @Test("What is there of them comes in the listing's order, and what is not is told")
    func finding() throws {
        let chosen = try listing(["c", "gone", "a", "long name.txt"])
        let found = chosen.found(in: try listing(["a", "b", "long name.txt", "c", "d"]))
        #expect(texts(found.listing) == ["a", "long name.txt", "c"])
        #expect(found.missing.count == 1)
        #expect(found.missing.first.map(\.text) == ["gone"])
        // What else a listing lacks is nothing to them.
        var builder = DirectoryBuilder()
        builder.drop()
        builder.passOver()
        builder.cut()
        let cut = chosen.found(in: builder.directory).listing
        #expect(cut.droppedCount == 0 && cut.unreadCount == 0 && !cut.isCut)
    }

    @Test("What was known of them is kept where it is wanted, and tells what has changed since")
    func facts() throws {
        func entry(
            _ name: String, _ kind: Entry.Kind = .file, size: UInt64? = nil,
            at time: Timestamp? = nil
        ) throws -> Entry {
            Entry(name: try #require(Name(name)), kind: kind, size: size, modified: time)
        }
        func listing(_ entries: [Entry]) -> Directory {
            var builder = DirectoryBuilder()
            for entry in entries { builder.append(entry) }
            return builder.directory
        }
        let exact = Timestamp(seconds: 1_700_000_070)
        let coarse = Timestamp(seconds: 1_700_000_040, precision: .minute)
        let entries = try [
            entry("size", size: 1 << 40, at: exact), entry("time", size: 0, at: exact),
            entry("coarse", at: exact), entry("unknown"), entry("dir", .directory, at: exact),
            entry("kind", .directory), entry("old", at: Timestamp(seconds: -5)),
        ]
        let kept = ChosenNames(listing(entries), withFacts: true)
        let again = try #require(ChosenNames(kept: kept.bytes, facts: kept.facts).listing)
        #expect(again.entries == entries)
        #expect(again.takenOut(since: again).isEmpty)
        let now = listing(
            try [
                entry("size", size: 1 << 41, at: exact), entry("new", size: 1),
                entry("time", size: 0, at: coarse), entry("coarse", at: coarse),
                entry("unknown", size: 5, at: exact), entry("dir", .directory, at: coarse),
                entry("kind", .link), entry("old", at: Timestamp(seconds: -6)),
            ])
        #expect(now.takenOut(since: again) == ["size", "kind", "old"])
        // Broken ones are none.
        #expect(ChosenNames(listing(entries)).facts.isEmpty)
        #expect(ChosenNames(kept: kept.bytes, facts: [1, 2]).facts.isEmpty)
    }

    @Test("They are kept as bytes and come back as they were; what is no list of names does not")
    func keeping() throws {
        let names = ["a", "テスト", " b "]
        let chosen = ChosenNames(try listing(names))
        let kept = try #require(ChosenNames(kept: chosen.bytes).listing)
        #expect(kept.entries.map(\.name) == names.compactMap { Name($0) })
        #expect(ChosenNames(kept: []).listing?.count == 0)
        for bad in ["a", "a\0b", "a/b\0", "..\0", "\0", "a\0\0"] {
            #expect(ChosenNames(kept: Array(bad.utf8)).listing == nil, "\(bad.debugDescription)")
        }
    }

    @Test("Of many names each is found, and no other", arguments: [0, 1, 7, 8, 9, 5_000])
    func table(count: Int) throws {
        let listing = try listing((0..<count).map { "name-\($0)" })
        let table = NameTable(listing)
        for index in 0..<count {
            #expect(table.index(of: try #require(Name("name-\(index)")), in: listing) == index)
            #expect(table.index(of: try #require(Name("nome-\(index)")), in: listing) == nil)
        }
        var set = HashSet(count: count)
        for index in 0..<count {
            let isNew = set.insert(index.hashValue)
            #expect(isNew)
        }
        for index in 0..<count { #expect(set.contains(index.hashValue)) }
        for index in 0..<count {
            let isNew = set.insert(index.hashValue)
            #expect(!isNew)
        }
        #expect((count..<count + 1_000).allSatisfy { !set.contains($0.hashValue) })
    }

    @Test("Entries are kept and picked by their places")
    func picking() throws {
        var listing = try listing(["a", "b", "c", "d"])
        #expect(texts(listing.picking([3, 0])) == ["d", "a"])
        listing.keep { $0 % 2 == 1 }
        #expect(texts(listing) == ["b", "d"])
    }
}

extension Directory {
    fileprivate func takenOut(since earlier: Directory) -> [String] {
        var listing = self
        let taken = listing.takeOutChanged(since: earlier)
        return listing.count == count - taken.count ? taken.map(\.text) : []
    }
}
