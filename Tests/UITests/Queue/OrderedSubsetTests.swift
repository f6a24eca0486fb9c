import Support
import Testing

@testable import UI

@Suite("Rows of a part of a list")
struct OrderedSubsetTests {
    @Test("Rows and positions agree with a plain filter after any changes", arguments: [1, 2, 3])
    func agrees(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var plain: [Bool] = (0..<50).map { _ in Bool.random(using: &random) }
        var subset = OrderedSubset(plain)
        for _ in 0..<400 {
            let isMember = Bool.random(using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                plain.append(isMember)
                subset.append(isMember)
            } else {
                let position = Int.random(in: 0..<plain.count, using: &random)
                plain[position] = isMember
                subset.set(position, isMember)
            }
        }
        let members = plain.indices.filter { plain[$0] }
        #expect(subset.count == members.count)
        #expect((0..<members.count).map { subset.position(ofRow: $0) } == members)
        #expect(members.map { subset.row(of: $0) } == Array(members.indices))
        #expect(subset.position(ofRow: members.count) == nil)
        #expect(subset.position(ofRow: -1) == nil)
    }

    @Test("An empty one has no rows, and changes outside are nothing")
    func empty() {
        var subset = OrderedSubset()
        subset.set(0, true)
        #expect(subset.count == 0)
        #expect(subset.position(ofRow: 0) == nil)
        #expect(subset.row(of: 5) == 0)
    }
}
