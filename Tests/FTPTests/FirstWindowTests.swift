import Testing

@testable import FTP

@Suite("The first window shows whether commands may come together")
struct FirstWindowTests {
    private let verbs = ["FEAT", "SYST", "TYPE", "PWD"]

    private func reply(_ code: Int) -> Reply { Reply(code: code, lines: [Array("\(code) x".utf8)]) }

    /// What replies and silences (nil) lead to.
    private func steps(_ codes: [Int?]) -> [FirstWindow.Step] {
        var window = FirstWindow(verbs)
        return codes.map { code in
            code.map { window.receive(reply($0)) } ?? window.fallSilent()
        }
    }

    @Test("A reply to each, whatever they say")
    func complete() {
        #expect(steps([211, 215, 200, 257]) == [.wait, .wait, .wait, .complete])
        #expect(steps([500, 500, 500, 550]) == [.wait, .wait, .wait, .complete])
    }

    @Test("After a silence PWD's answer tells what was lost, be it none, all or some")
    func lost() {
        #expect(steps([nil, 257]) == [.askDirectory, .askSingly])
        #expect(steps([211, nil, 257]) == [.wait, .askDirectory, .askSingly])
        #expect(steps([500, nil, 257]) == [.wait, .askDirectory, .askSingly])
        #expect(steps([211, 257, nil, 257]) == [.wait, .wait, .askDirectory, .askSingly])
    }

    @Test("Replies that are only late are no loss")
    func late() {
        #expect(
            steps([nil, 211, 215, 200, 257, 257])
                == [.askDirectory, .wait, .wait, .wait, .wait, .complete])
        #expect(
            steps([211, 215, 200, nil, 257, 257])
                == [.wait, .wait, .wait, .askDirectory, .wait, .complete])
    }

    @Test("One PWD of two that is answered was the second")
    func lastLost() {
        #expect(
            steps([211, 215, 200, nil, 257, nil])
                == [.wait, .wait, .wait, .askDirectory, .wait, .completeSingly])
    }

    @Test("What does not even answer PWD is dead, and what answers it otherwise nobody knows")
    func dead() {
        #expect(steps([nil, nil]) == [.askDirectory, .dead])
        #expect(steps([500, nil, nil]) == [.wait, .askDirectory, .dead])
        #expect(steps([211, nil, 550, nil]) == [.wait, .askDirectory, .wait, .dead])
    }
}
