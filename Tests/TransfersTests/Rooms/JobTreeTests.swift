import Files
import Jobs
import Testing

@testable import Transfers

@Suite("The tree of jobs")
struct JobTreeTests {
    @Test("Jobs come in their order, each followed by those below it")
    func order() {
        let first = Nodes.node(1, "/d", kind: .directory)
        let second = Nodes.node(2, "/f")
        let below = Nodes.node(3, "/d/b", below: first)
        let early = Nodes.node(4, "/d/a", below: first)
        early.position = 0
        let tree = Nodes.tree(first, second, below, early)
        #expect(tree.jobs.map(\.id.rawValue) == [1, 4, 3, 2])
        second.position = -1
        #expect(tree.tops.map(\.id.rawValue) == [2, 1])
        #expect(tree.siblings(of: below).map(\.id.rawValue) == [4, 3])
        #expect(Set(tree.descendants(of: first).map(\.id.rawValue)) == [3, 4])
    }

    @Test("What is removed is no child any more")
    func removed() {
        let top = Nodes.node(1, "/d", kind: .directory)
        let file = Nodes.node(2, "/d/f", below: top)
        let tree = Nodes.tree(top, file)
        tree.remove(file)
        #expect(tree[file.id] == nil && tree.children(of: top).isEmpty)
    }
}
