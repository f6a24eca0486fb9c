import Files
import Jobs
import Testing

@testable import Transfers

@Suite("A node of the tree of jobs")
struct JobNodeTests {
    @Test("It is what its kind says, and a link may become a directory")
    func kinds() {
        let file = Nodes.node(1)
        #expect(file.file != nil && file.subtree == nil)
        let removal = Nodes.node(2, kind: .directory, operation: .delete)
        #expect(removal.file == nil && removal.subtree == nil)
        let link = Nodes.node(3, kind: .link)
        link.becomeDirectory()
        #expect(link.file == nil && link.subtree != nil && link.job.kind == .directory)
    }

    @Test("A lane that has it and a pause exclude each other")
    func activity() {
        let node = Nodes.node(1)
        #expect(node.control == nil && node.pause == nil)
        node.activity = .inLane(
            Assignment(TaskControl(of: node.id, done: 0, throttle: node.throttle)))
        #expect(node.control != nil && node.pause == nil)
        node.activity = .backingOff(Activity.Pause(end: 5, number: 1))
        #expect(node.control == nil && node.pause?.end == 5)
    }

    @Test("What was inherited stays so, whatever is tried")
    func past() {
        let node = Nodes.node(1)
        #expect(!node.isRevisit && !node.isInherited)
        node.noteTried()
        #expect(node.isRevisit && !node.isInherited)
        let inherited = JobNode(node.job, position: 1, past: .inherited(wasTried: false))
        #expect(!inherited.isRevisit && inherited.isInherited)
        inherited.noteTried()
        #expect(inherited.isRevisit && inherited.isInherited)
    }

    @Test("Directories count the bytes of the files below them")
    func bytes() {
        let top = Nodes.node(1, "/d", kind: .directory)
        let directory = Nodes.node(2, "/d/e", kind: .directory, below: top)
        let file = Nodes.node(3, "/d/e/f", below: directory)
        file.isUnmeasured = true
        for above in file.ancestors { above.job.unmeasured += file.ownUnmeasured }
        file.resize(to: 100)
        file.setDone(40)
        #expect(top.job.size == 100 && top.job.done == 40)
        #expect(top.job.unmeasured == Unmeasured() && directory.job.size == 100)
        file.resize(to: 60)
        file.setDone(10)
        #expect(top.job.size == 60 && directory.job.done == 10)
        #expect(file.depth == 2 && file.top === top)
    }

    @Test("A directory above that is paused holds it")
    func held() {
        let top = Nodes.node(1, "/d", kind: .directory)
        let file = Nodes.node(2, "/d/f", below: top)
        #expect(!file.isHeld)
        top.job.state = .paused
        #expect(file.isHeld)
    }
}
