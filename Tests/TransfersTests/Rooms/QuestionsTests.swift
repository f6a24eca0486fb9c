import Files
import Jobs
import Testing

@testable import Transfers

@Suite("What the user is asked")
struct QuestionsTests {
    @Test("The answer for a batch holds for those that ask, save those that ask for themselves")
    func policies() {
        let questions = Questions()
        let (node, other) = (Nodes.node(1), Nodes.node(2, batch: 2))
        questions.keep(KeptAnswer(.batch(node.job.batch), .overwrite))
        #expect(questions.policy(of: node) == .overwrite)
        #expect(questions.policy(of: other) == .ask)
        node.meeting.asksForItself = true
        #expect(questions.policy(of: node) == .ask)
    }

    @Test("Nothing is tried on a site whose password is missing")
    func logins() {
        let questions = Questions()
        let node = Nodes.node(1)
        let error = FileSystemError(.login, path: nil, detail: "no")
        #expect(!questions.lackLogin(for: [Nodes.server]))
        node.job.state = .needsLogin(error)
        questions.begin(node)
        let site = node.job.site(of: error)
        #expect(site.map { questions.lackLogin(for: [$0]) } == true)
        questions.end(node)
        #expect(site.map { questions.lackLogin(for: [$0]) } == false)
    }
}
