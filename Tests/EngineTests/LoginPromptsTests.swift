import Dispatch
import Files
import Synchronization
import Testing
import UI

@testable import Engine

@Suite("What a login asks goes to the screen, and the answer back")
struct LoginPromptsTests {
    /// What was answered.
    private final class Answers: Sendable {
        private let given = Mutex<[LoginAnswer]>([])
        private let arrived = DispatchSemaphore(value: 0)

        var all: [LoginAnswer] { given.withLock { $0 } }

        /// Waits for one more, which may come from any thread.
        func wait() -> Bool {
            arrived.wait(timeout: .now() + 30) == .success
        }

        func take(_ answer: LoginAnswer) {
            given.withLock { $0.append(answer) }
            arrived.signal()
        }
    }

    private let prompt = LoginPrompt(
        .password, site: "sftp://me@web01", line: "me@web01's password:")

    private func shown(_ messages: [Message]) -> [LoginPromptID] {
        messages.compactMap { if case .prompted(let id, _) = $0 { id } else { nil } }
    }

    private func withdrawn(_ messages: [Message]) -> [LoginPromptID] {
        messages.compactMap { if case .promptWithdrawn(let id) = $0 { id } else { nil } }
    }

    @Test("Each has a number of its own, and gets its own answer once")
    func answers() throws {
        let inbox = try #require(Inbox())
        let prompts = LoginPrompts(inbox)
        let (one, two) = (EngineLoginPrompter(prompts), EngineLoginPrompter(prompts))
        let (first, second) = (Answers(), Answers())
        let firstID = one.show(prompt) { first.take($0) }
        let secondID = two.show(prompt) { second.take($0) }
        #expect(firstID != secondID)
        #expect(shown(inbox.drain()) == [firstID, secondID])
        prompts.answer(secondID, .secret(Secret("two")))
        prompts.answer(secondID, .declined)
        #expect(first.all == [])
        #expect(second.all == [.secret(Secret("two"))])
        prompts.answer(firstID, .confirmed)
        #expect(first.all == [.confirmed])
        one.withdraw(firstID)
        #expect(withdrawn(inbox.drain()) == [])
    }

    @Test("One that is withdrawn leaves the screen and gets no answer")
    func withdraws() throws {
        let inbox = try #require(Inbox())
        let prompts = LoginPrompts(inbox)
        let prompter = EngineLoginPrompter(prompts)
        let answers = Answers()
        let id = prompter.show(prompt) { answers.take($0) }
        prompter.withdraw(id)
        prompter.withdraw(id)
        #expect(withdrawn(inbox.drain()) == [id])
        prompts.answer(id, .confirmed)
        prompter.end()
        prompts.close()
        #expect(answers.all == [])
    }

    @Test("At the program's end all are declined, and what comes later")
    func closes() throws {
        let inbox = try #require(Inbox())
        let prompts = LoginPrompts(inbox)
        let prompter = EngineLoginPrompter(prompts)
        let answers = Answers()
        _ = prompter.show(prompt) { answers.take($0) }
        prompts.close()
        #expect(answers.wait())
        #expect(answers.all == [.declined])
        _ = inbox.drain()
        _ = prompter.show(prompt) { answers.take($0) }
        #expect(answers.wait())
        #expect(answers.all == [.declined, .declined])
        #expect(shown(inbox.drain()) == [])
    }

    @Test("A pane that gives its connection up declines what that asks, now and later")
    func abandons() throws {
        let inbox = try #require(Inbox())
        let prompts = LoginPrompts(inbox)
        let (mine, other) = (EngineLoginPrompter(prompts), EngineLoginPrompter(prompts))
        let context = ConnectionContext(credentials: Credentials { _ in nil }) { _ in }
        let connection = PaneConnection(site: .local, context: context, prompter: mine)
        let (answers, others) = (Answers(), Answers())
        let id = mine.show(prompt) { answers.take($0) }
        let stays = other.show(prompt) { others.take($0) }
        connection.abandon()
        #expect(answers.wait())
        #expect(withdrawn(inbox.drain()) == [id])
        _ = mine.show(prompt) { answers.take($0) }
        #expect(answers.wait())
        #expect(answers.all == [.declined, .declined])
        #expect(shown(inbox.drain()) == [])
        #expect(others.all == [])
        prompts.answer(stays, .refused)
        #expect(others.all == [.refused])
    }

    @Test("The Engine passes on what the user said, and declines the rest when it closes")
    func engine() throws {
        let bench = try Bench()
        let prompter = EngineLoginPrompter(bench.engine.prompts)
        let answers = Answers()
        let id = prompter.show(prompt) { answers.take($0) }
        _ = prompter.show(prompt) { answers.take($0) }
        _ = bench.engine.run(.answerLogin(id, .secret(Secret("pw"))))
        #expect(answers.all == [.secret(Secret("pw"))])
        bench.engine.close()
        #expect(answers.all == [.secret(Secret("pw")), .declined])
    }
}
