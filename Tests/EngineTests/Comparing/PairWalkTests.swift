import Files
import Support
import Sync
import Testing

@testable import Engine

@Suite("Two trees are walked through together")
struct PairWalkTests {
    private let volumes = Pair(MemoryVolume(), MemoryVolume())

    init() {
        for volume in [volumes.first, volumes.second] {
            for number in 0..<20 { volume.add("/d/sub\(number)/f", "same") }
        }
    }

    private func compare(
        _ rules: ComparisonRules = ComparisonRules(criterion: .size)
    ) -> (differences: [String], failures: [PairWalk.Failure]) {
        let listers = volumes.map { volume in
            DirectoryLister(connections: 3, readsIgnoreLists: false) { volume.connect() }
        }
        defer {
            listers.first.close()
            listers.second.close()
        }
        let places = volumes.map { Location(site: $0.site, path: Path("/d")) }
        var outcome = PairWalk(rules, places, listers).run()
        outcome.comparison.finish()
        let differences = outcome.comparison.differences.map {
            "\(VisibleText.make($0.path)): \($0.words)"
        }
        return (differences, outcome.failures)
    }

    @Test("Each directory is listed once, and all differences below are found")
    func once() {
        volumes.first.add("/d/sub7/deep/new", "x")
        volumes.second.add("/d/sub9/theirs", "x")
        let (differences, failures) = compare()
        #expect(failures.isEmpty)
        #expect(
            differences == ["sub7/deep: only in the first", "sub9/theirs: only in the second"])
        let lists = volumes.first.log.filter { $0.hasPrefix("list ") }
        #expect(lists.count == 21 && Set(lists).count == 21, "\(lists)")
    }

    @Test("Below a directory that cannot be listed nothing is called different")
    func unlisted() {
        volumes.first.add("/d/sub3/new", "x")
        volumes.second.lay(MemoryFault(.list, "/d/sub3", MemoryFault.refused(), times: 9))
        let (differences, failures) = compare()
        #expect(differences == [])
        #expect(failures.map(\.path) == [Path("/d/sub3")])
        #expect(failures.map(\.side) == [.second])
    }

    @Test("A line that is lost once costs nothing; one that stays lost ends it, with the reason")
    func lost() {
        volumes.second.lay(MemoryFault(.list, "/d/sub3", MemoryFault.broken(), times: 1))
        #expect(compare().failures.isEmpty)
        volumes.second.lay(MemoryFault(.list, "/d/sub3", MemoryFault.broken(), times: 99))
        let (differences, failures) = compare()
        #expect(differences == [])
        #expect(failures.contains { $0.path == Path("/d/sub3") && $0.side == .second })
    }

    @Test("Where a side folds case, its names are those of the other side")
    func folding() {
        volumes.first.add("/d/README", "text")
        volumes.second.add("/d/readme", "text")
        #expect(compare().differences.count == 2)
        let rules = ComparisonRules(criterion: .size, foldsCase: Pair(false, true))
        #expect(compare(rules).differences.isEmpty)
    }
}
