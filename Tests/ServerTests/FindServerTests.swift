import Files
import Glibc
import Support
import Testing
import UI
import Work

@testable import Engine

@Suite("Files are found below a directory of every server")
struct FindServerTests {
    private func found(_ filter: FindFilter, _ bank: Bank) throws -> [String] {
        let inbox = try #require(Inbox())
        var finder = Finder(
            RequestID(rawValue: 1),
            Location(site: bank.fileSystem.site, path: try bank.path("below")), filter,
            Cancellation(), inbox)
        guard case .findEnded(_, let end)? = finder.run(on: bank.fileSystem) else {
            Issue.record("the search does not end")
            return []
        }
        #expect(try end.get() == FindEnd())
        var names: [String] = []
        for case .found(_, let entries) in inbox.drain() {
            names += entries.map { $0.names.map(\.text).joined(separator: "/") }
        }
        return names.sorted()
    }

    @Test("By name, kind, size and time, at any depth and nowhere else", arguments: Place.allCases)
    func filters(_ place: Place) throws {
        let bank = try Bank(place)
        for name in ["below", "below/sub", "below/sub/deep ü", "aside"] {
            try bank.makeFolder(name)
        }
        try bank.store(Bank.noise(10), at: "below/a.txt")
        try bank.store(Bank.noise(20_000), at: "below/sub/b.txt")
        try bank.store(Bank.noise(300), at: "below/sub/deep ü/c.log")
        try bank.store([], at: "below/sub/deep ü/empty.txt")
        try bank.store(Bank.noise(50_000), at: "aside/out.txt")
        let old = timeval(tv_sec: 981_173_106, tv_usec: 0)
        for name in ["below/a.txt", "below/sub/deep ü/c.log"] {
            #expect(utimes(bank.outside(name), [old, old]) == 0)
        }
        #expect(
            try found(FindFilter(name: NamePattern("*.txt")), bank)
                == ["a.txt", "sub/b.txt", "sub/deep ü/empty.txt"])
        #expect(try found(FindFilter(type: .d), bank) == ["sub", "sub/deep ü"])
        #expect(
            try found(FindFilter(type: .f, size: .above(299)), bank)
                == ["sub/b.txt", "sub/deep ü/c.log"])
        #expect(
            try found(FindFilter(type: .f, newer: 1_500_000_000), bank)
                == ["sub/b.txt", "sub/deep ü/empty.txt"])
        #expect(
            try found(
                FindFilter(
                    name: NamePattern("*.txt"), type: .f, size: .above(1), newer: 1_500_000_000),
                bank) == ["sub/b.txt"])
        #expect(try found(FindFilter(name: NamePattern("out*")), bank) == [])
    }
}
