import Files
import Support
import Testing

@testable import Sync

@Suite("What differs and what is remembered, held compactly")
struct TablesTests {
    /// Everything that may be so of an entry, at random.
    private struct Source {
        var random: SeededNumbers

        mutating func name() -> Name? {
            let letters = Array("ab.\u{E9}-/".utf8) + [0xFF, 0x01]
            let bytes = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                letters.randomElement(using: &random)
            }
            return Name(bytes)
        }

        mutating func names() -> [Name] {
            (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in name() }
        }

        mutating func number<Value: FixedWidthInteger & UnsignedInteger>(below limit: Value)
            -> Value?
        {
            Bool.random(using: &random) ? Value.random(in: 0..<limit, using: &random) : nil
        }

        mutating func time() -> Timestamp {
            Timestamp(
                seconds: Int64.random(in: Int64.min...Int64.max, using: &random),
                precision: Timestamp.Precision.allCases.randomElement(using: &random) ?? .day,
                isZoned: Bool.random(using: &random))
        }

        mutating func entry(_ name: Name) -> Entry {
            Entry(
                name: name, kind: Entry.Kind.allCases.randomElement(using: &random) ?? .other,
                size: number(below: .max), modified: number(below: UInt8(2)).map { _ in time() },
                mode: number(below: 0o10000), owner: number(below: UInt8(9)).map { "user\($0)" },
                group: number(below: UInt8(9)).map { "group\($0)" },
                target: number(below: UInt64.max).map { [0xFF] + Array(String($0).utf8) })
        }

        mutating func difference() -> Difference? {
            guard let one = name(), let two = name() else { return nil }
            let directory = Pair(names(), Bool.random(using: &random) ? names() : [one])
            let last = Pair(one, Bool.random(using: &random) ? one : two)
            // An entry may have another name than the one by which it is known.
            let entries: Pair<Entry?> = Pair(
                number(below: UInt8(2)).map { _ in entry(one) },
                number(below: UInt8(2)).map { _ in entry(two) })
            let reasons: [Difference.Reason] = [
                .only(.first), .only(.second), .size(newerBy: nil), .size(newerBy: -3),
                .time(newerBy: .max), .unknown, .contents, .link, .mode, .kind,
                .nameMeets([0x41, 0xFF]),
            ]
            return Difference(
                names: Pair(directory.first + [last.first], directory.second + [last.second]),
                entries: entries, reason: reasons.randomElement(using: &random) ?? .unknown)
        }
    }

    private func differences(_ count: Int, seed: UInt64) -> [Difference] {
        var source = Source(random: SeededNumbers(seed: seed))
        return (0..<count).compactMap { _ in source.difference() }
    }

    @Test("Whatever goes in comes out as it was", arguments: [1, 2, 3] as [UInt64])
    func same(seed: UInt64) throws {
        let wanted = differences(2_000, seed: seed)
        let top = Difference(
            names: Pair([], []),
            entries: Pair(Entry(name: try #require(Name("x")), kind: .directory), nil),
            reason: .kind)
        #expect(Array(Differences(wanted + [top])) == wanted + [top])
        var pairs = EntryPairs()
        let files = wanted.compactMap(\.files)
        for pair in files { pairs.append(pair) }
        #expect(Array(pairs) == files)
        #expect(pairs.count == files.count)
    }

    @Test(
        "They are in the order of their paths, each behind its directory",
        arguments: [4, 5, 6] as [UInt64])
    func order(seed: UInt64) {
        var source = Source(random: SeededNumbers(seed: seed))
        // Those that none has are in no order.
        let some = differences(3_000, seed: source.random.next()).filter {
            $0.entries.first != nil || $0.entries.second != nil
        }
        func path(_ difference: Difference) -> [[UInt8]] {
            (difference.entries.first == nil ? difference.names.second : difference.names.first)
                .map(\.bytes)
        }
        var sorted = Differences(some)
        sorted.sort()
        let paths = sorted.map(path)
        #expect(
            paths
                == some.map(path).sorted {
                    $0.lexicographicallyPrecedes($1) { $0.lexicographicallyPrecedes($1) }
                })
        // None was lost, and none is there twice.
        #expect(
            Dictionary(sorted.map { ($0, 1) }, uniquingKeysWith: +)
                == Dictionary(some.map { ($0, 1) }, uniquingKeysWith: +))
    }

    @Test("What is of one side is changed where it is, and not copied for it")
    func inPlace() {
        var pair = Pair([UInt8](), [UInt8]())
        for side in ComparedSide.allCases {
            pair[side].reserveCapacity(100)
            let before = pair[side].withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
            pair[side].append(1)
            let after = pair[side].withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
            #expect(before == after)
        }
        #expect(pair == Pair([1], [1]))
    }

    @Test("Those that are taken out are gone, and the others stay")
    func removal() {
        let all = differences(100, seed: 7)
        var kept = Differences(all)
        kept.remove(at: [0, 5, 99])
        #expect(
            Array(kept)
                == all.enumerated().filter { ![0, 5, 99].contains($0.offset) }.map(\.element))
    }

    @Test("Of thousands of paths each is found, and no other")
    func paths() {
        var table = PathTable()
        #expect(table.index(of: []) == nil)
        let paths = (0..<5_000).map { Array("d\($0 % 70)/\($0)".utf8) } + [[]]
        for (number, path) in paths.enumerated() { #expect(table.add(path) == number) }
        for (number, path) in paths.enumerated() {
            #expect(table.add(path) == number)
            #expect(table.index(of: path) == number)
            #expect(table[number] == path)
        }
        #expect(table.count == paths.count)
        #expect(table.index(of: Array("d1".utf8)) == nil)
    }

    @Test("What was agreed about is known by both spellings; the newest counts")
    func memory() throws {
        var source = Source(random: SeededNumbers(seed: 8))
        var memory = SyncMemory()
        var items: [SyncMemory.Item] = []
        for number in 0..<500 {
            let name = try #require(Name("n\(number)"))
            var entries = Pair(source.entry(name), source.entry(name))
            entries.second.kind = entries.first.kind
            var item = SyncMemory.Item(Pair([name], [name]), entries)
            if number % 3 == 0 { item.other = Array("o\(number)".utf8) }
            items.append(item)
        }
        for item in items { memory.note(item) }
        #expect((0..<memory.count).map { memory[$0] } == items)
        #expect(memory.item(Array("n7".utf8)) == items[7])
        func index(_ text: String, _ side: ComparedSide) throws -> Int? {
            memory.index(of: [try #require(Name(text))], on: side)
        }
        #expect(try index("o9", .second) == 9)
        #expect(try index("n9", .second) == nil)
        #expect(try index("n9", .first) == 9)
        #expect(try index("n10", .second) == 10)
        var newer = items[9]
        newer.other = nil
        memory.note(newer)
        #expect(memory.count == 500)
        #expect(memory[9] == newer)
        // What it was called before is not forgotten with that.
        #expect(try index("o9", .second) == 9)
        #expect(try index("n9", .second) == 9)
    }

    @Test("What is known of files is the same whatever the order in which it was noted")
    func pairs() {
        let print = FileFingerprint(size: 5, modified: nil)
        let other = FileFingerprint(size: nil, modified: Timestamp(seconds: 3, precision: .minute))
        var (one, two) = (PairMemory(), PairMemory())
        one.note([1], Pair(print, other))
        one.note([2], Pair(print, print))
        two.note([2], Pair(other, print))
        #expect(one != two)
        two.note([2], Pair(print, print))
        #expect(one != two)
        two.note([1], Pair(print, other))
        #expect(one == two)
        #expect(two[[1]] == Pair(print, other))
        #expect(two[[3]] == nil)
        #expect(Set(one.all.map(\.path)) == [[1], [2]])
    }
}
