import Files
import Testing

@testable import Sync

@Suite("Where two trees differ")
struct ComparisonTests {
    /// An entry of a directory, as it is written in these tests.
    private func entry(
        _ name: String, _ kind: Entry.Kind = .file, size: UInt64? = 5, time: Int64? = 1_000_000_000,
        precision: Timestamp.Precision = .second, isZoned: Bool = true, mode: UInt16? = nil,
        target: String? = nil
    ) throws -> Entry {
        Entry(
            name: try #require(Name(name)), kind: kind, size: kind == .file ? size : nil,
            modified: time.map {
                Timestamp(seconds: $0, precision: precision, isZoned: isZoned)
            }, mode: mode, target: target.map { Array($0.utf8) })
    }

    private func listing(_ entries: [Entry]) -> Directory {
        var builder = DirectoryBuilder()
        for entry in entries { builder.append(entry) }
        return builder.directory
    }

    /// What differs between two directories without any below, as path and words.
    private func compare(
        _ first: [Entry], _ second: [Entry], _ rules: ComparisonRules = ComparisonRules()
    ) -> [String] {
        var comparison = Comparison(rules)
        _ = comparison.take(.top, Pair(listing(first), listing(second)))
        comparison.finish()
        return comparison.differences.map { "\(VisibleText.make($0.path)): \($0.words)" }
    }

    @Test("What only one side has, and nothing for what is the same")
    func only() throws {
        let same = try entry("same")
        #expect(
            compare([same, try entry("b")], [try entry("a", .directory), same])
                == ["a: only in the second", "b: only in the first"])
        #expect(compare([same], [same]) == [])
    }

    @Test("Sizes, times, kinds, links and permissions, each with its reason")
    func reasons() throws {
        let (now, day): (Int64, Int64) = (1_000_000_000, 86_400)
        #expect(
            compare([try entry("f", size: 7)], [try entry("f", size: 9)])
                == ["f: size 7, not 9"])
        #expect(
            compare([try entry("f", size: 7, time: now + 3 * day)], [try entry("f", size: 9)])
                == ["f: size 7, not 9, newer by 3 d"])
        #expect(
            compare([try entry("f", time: now - 90)], [try entry("f")])
                == ["f: sizes are equal, older by 1 min"])
        #expect(
            compare([try entry("f", time: now + 3_600)], [try entry("f")])
                == ["f: sizes are equal, times differ by exactly 1 h"])
        #expect(
            compare([try entry("f", time: now - 7_199)], [try entry("f")])
                == ["f: sizes are equal, times differ by exactly 2 h"])
        #expect(
            compare([try entry("f")], [try entry("f", .directory)])
                == ["f: a file, not a directory"])
        #expect(
            compare([try entry("l", .link, target: "a")], [try entry("l", .link, target: "b")])
                == ["l: the links lead to different places"])
        #expect(
            compare([try entry("l", .link, target: "a")], [try entry("l", .link)])
                == ["l: nothing says whether they are the same"])
        #expect(
            compare([try entry("f", size: nil, time: nil)], [try entry("f")])
                == ["f: nothing says whether they are the same"])
        let rules = ComparisonRules(comparesModes: true)
        #expect(
            compare([try entry("f", mode: 0o644)], [try entry("f", mode: 0o600)], rules)
                == ["f: permissions 644, not 600"])
        // What a copy loses to the umask is no difference.
        #expect(compare([try entry("f", mode: 0o664)], [try entry("f", mode: 0o644)], rules) == [])
        #expect(compare([try entry("f", mode: 0o644)], [try entry("f", mode: 0o600)]) == [])
    }

    @Test(
        "Times are the same as exactly as both sides tell them, and within two seconds",
        arguments: [
            (Int64(2), Timestamp.Precision.second, true), (-2, .second, true), (3, .second, false),
            (59, .minute, true), (61, .minute, true), (-2, .minute, true), (-3, .minute, false),
            (62, .minute, false), (43_199, .day, true), (-43_202, .day, true),
            (-43_203, .day, false),
            (43_203, .day, false),
        ])
    func precision(ahead: Int64, precision: Timestamp.Precision, isSame: Bool) throws {
        let start: Int64 = 1_000_080_000
        let found = compare(
            [try entry("f", time: start + ahead)],
            [try entry("f", time: start, precision: precision)])
        #expect(found.isEmpty == isSame, "\(found)")
    }

    @Test("Times that no clock has are no trouble")
    func absurd() throws {
        let found = compare(
            [try entry("f", time: .max), try entry("g", time: .min)],
            [try entry("f", time: .min, precision: .day), try entry("g", time: .min)])
        #expect(found.count == 1 && found.first?.hasPrefix("f: sizes are equal") == true)
    }

    private func shifted(
        _ offsets: [Int64], precision: Timestamp.Precision = .second
    ) throws -> Comparison {
        var comparison = Comparison(ComparisonRules())
        let first = try offsets.enumerated().map { number, _ in
            try entry("f\(number)", time: 1_000_000_000 + Int64(number * 1_000))
        }
        let second = try offsets.enumerated().map { number, offset in
            let time = 1_000_000_000 + Int64(number * 1_000) - offset
            return try entry(
                "f\(number)", time: precision == .minute ? time / 60 * 60 : time,
                precision: precision)
        }
        _ = comparison.take(.top, Pair(listing(first), listing(second)))
        comparison.finish()
        return comparison
    }

    @Test(
        "An offset in quarter-hours that the whole tree shares is a zone and no difference",
        arguments: [Int64(3_600), -7_200, 19_800, 900], [Timestamp.Precision.second, .minute])
    func zone(offset: Int64, precision: Timestamp.Precision) throws {
        let comparison = try shifted([offset, offset, offset], precision: precision)
        #expect(comparison.differences.isEmpty)
        #expect(comparison.sharedOffset == offset)
        #expect(comparison.sameCount == 3)
    }

    @Test("One file alone, or some of many, that lie apart by an hour are different")
    func noZone() throws {
        #expect(try shifted([3_600]).differences.count == 1)
        #expect(try shifted([3_600, 0, 0, 0]).differences.count == 1)
        #expect(try shifted([3_600, 3_600, 7_200, 0]).differences.count == 3)
        #expect(try shifted([1_000, 1_000, 1_000]).differences.count == 3)
        #expect(try shifted([30 * 3_600, 30 * 3_600]).differences.count == 2)
    }

    @Test("Files of which only the day is told say nothing against a zone that all others have")
    func daysInZone() throws {
        var comparison = Comparison(ComparisonRules())
        let noon: Int64 = 1_000_036_800
        var listings: Pair<[Entry]> = Pair([], [])
        for number in 0..<20 {
            listings.first.append(try entry("old\(number)", time: noon))
            listings.second.append(try entry("old\(number)", time: noon, precision: .day))
        }
        for number in 0..<3 {
            listings.first.append(try entry("new\(number)", time: noon))
            listings.second.append(
                try entry("new\(number)", time: noon - 3_600, precision: .minute))
        }
        _ = comparison.take(.top, listings.map { listing($0) })
        comparison.finish()
        #expect(comparison.sharedOffset == 3_600)
        #expect(comparison.differences.isEmpty)
    }

    @Test("A file that was changed is seen beside a tree whose zone is another")
    func changedInZone() throws {
        let comparison = try shifted(Array(repeating: 3_600, count: 30) + [4_000])
        #expect(comparison.sharedOffset == 3_600)
        #expect(comparison.differences.map(\.path) == [Array("f30".utf8)])
    }

    @Test("By sizes alone times say nothing; by contents equal sizes are to be read")
    func criteria() throws {
        let (one, two) = (try entry("f", time: 5), try entry("f", time: 900_000))
        #expect(compare([one], [two], ComparisonRules(criterion: .size)) == [])
        var comparison = Comparison(ComparisonRules(criterion: .contents))
        let sized = try entry("sized", size: 4)
        _ = comparison.take(
            .top,
            Pair(
                listing([one, sized, try entry("empty", size: 0)]),
                listing([two, try entry("sized"), try entry("empty", size: 0, time: 3)])))
        #expect(comparison.unread.map(\.entries.first) == [one])
        #expect(comparison.sameCount == 1)
        for files in comparison.unread { comparison.note(files, areSame: false) }
        comparison.finish()
        #expect(
            comparison.differences.map(\.words)
                == ["sizes are equal, contents differ", "size 4, not 5"])
    }

    @Test("Names match in whatever Unicode form and charset they are written; both forms stay two")
    func names() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(compare([try entry(composed)], [try entry(decomposed)]) == [])
        #expect(
            compare(
                [try entry(composed), try entry(decomposed)], [try entry(decomposed)])
                == ["\(composed): only in the first"])
        let latin = Entry(
            name: try #require(Name([0x63, 0x61, 0x66, 0xE9])), kind: .file, size: 5,
            modified: Timestamp(seconds: 1_000_000_000))
        let charset = try #require(Charset(named: "ISO-8859-1"))
        #expect(
            compare(
                [try entry(composed)], [latin],
                ComparisonRules(charsets: Pair(nil, charset))) == [])
        #expect(compare([try entry(composed)], [latin]).count == 2)
        // What is no text is the same as itself only.
        var other = latin
        other.name = try #require(Name([0x63, 0x61, 0x66, 0xE8]))
        #expect(compare([latin], [other]).count == 2)
        #expect(compare([latin], [latin]) == [])
    }

    @Test("Where a side folds case, names that differ in it are one; two of them cannot be there")
    func folding() throws {
        let folding = ComparisonRules(foldsCase: Pair(false, true))
        #expect(compare([try entry("README")], [try entry("readme")], folding) == [])
        #expect(
            compare([try entry("README"), try entry("readme")], [try entry("readme")], folding)
                == ["README: its name is the same as 'readme' on the other side"])
        #expect(compare([try entry("README")], [try entry("readme")]).count == 2)
    }

    @Test("Names in other capitals on each side are told, so that the sides can be asked")
    func twins() throws {
        func twin(_ first: [String], _ second: [String]) throws -> [String]? {
            var comparison = Comparison(ComparisonRules())
            _ = comparison.take(
                .top,
                Pair(
                    listing(try first.map { try entry($0) }),
                    listing(try second.map { try entry($0) })))
            comparison.finish()
            return comparison.caseTwin.map { ($0.first + $0.second).map(\.text) }
        }
        #expect(try twin(["a", "README"], ["readme", "b"]) == ["README", "readme"])
        #expect(try twin(["a"], ["b"]) == nil)
        #expect(try twin(["README", "readme"], ["readme"]) == nil)
        // Also in a directory that is spelled otherwise on the other side.
        var comparison = Comparison(ComparisonRules())
        let (nfc, nfd) = (try entry("\u{E9}", .directory), try entry("e\u{301}", .directory))
        let below = comparison.take(.top, Pair(listing([nfc]), listing([nfd])))
        _ = comparison.take(
            try #require(below.first), Pair(listing([try entry("A")]), listing([try entry("a")])))
        comparison.finish()
        #expect(comparison.caseTwin?.first.map(\.bytes) == [nfc.name.bytes, Array("A".utf8)])
        #expect(comparison.caseTwin?.second.map(\.bytes) == [nfd.name.bytes, Array("a".utf8)])
    }

    @Test("A name that a listing holds twice is neither missing on the other side nor there twice")
    func twice() throws {
        let (one, two) = (try entry("f"), try entry("g"))
        #expect(compare([one, one], [one]) == [])
        #expect(compare([one], [one, one]) == [])
        #expect(compare([two, two], [one, one]).count == 2)
    }

    @Test("The trash, special files and what the rules leave out are not compared")
    func leftOut() throws {
        #expect(
            compare([try entry(".ferry-trash", .directory)], [try entry("d", .other)]) == [])
        let rules = ComparisonRules(
            filter: PathFilter([
                PathFilter.Rule(isInclude: false, try #require(PathPattern("*.o")))
            ]))
        #expect(compare([try entry("a.o")], [try entry("b.o")], rules) == [])
    }

    @Test("Directories below are named once; one-sided ones only where something in them may be in")
    func below() throws {
        var comparison = Comparison(ComparisonRules())
        let both = Pair(
            listing([try entry("d", .directory), try entry("one", .directory)]),
            listing([try entry("d", .directory)]))
        let next = comparison.take(.top, both)
        #expect(next.map { $0.names.first.map(\.text) } == [["d"]])
        #expect(next.first?.exists == Pair(true, true))
        let rules = ComparisonRules(
            filter: PathFilter([
                PathFilter.Rule(isInclude: true, try #require(PathPattern("*.txt")))
            ]))
        var named = Comparison(rules)
        let passed = named.take(.top, both)
        #expect(passed.map(\.exists) == [Pair(true, true), Pair(true, false)])
        named.finish()
        #expect(named.differences.isEmpty)
        let deeper = try #require(passed.last)
        _ = named.take(deeper, Pair(listing([try entry("x.txt"), try entry("y.c")]), listing([])))
        named.finish()
        #expect(named.differences.map { String(decoding: $0.path, as: UTF8.self) } == ["one/x.txt"])
    }
}
