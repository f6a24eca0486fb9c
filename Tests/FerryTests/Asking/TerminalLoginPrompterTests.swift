import Dispatch
import Files
import Synchronization
import Testing

@testable import Ferry

/// One at a time: echo belongs to the process.
@Suite("What a login asks on the terminal", .serialized)
struct TerminalLoginPrompterTests {
    /// What was answered.
    private final class Answers: Sendable {
        private let given = Mutex<[LoginAnswer]>([])
        private let arrived = DispatchSemaphore(value: 0)

        var all: [LoginAnswer] { given.withLock { $0 } }

        func take(_ answer: LoginAnswer) {
            given.withLock { $0.append(answer) }
            arrived.signal()
        }

        /// Waits for one more.
        func next() -> LoginAnswer? {
            guard arrived.wait(timeout: .now() + 30) == .success else { return nil }
            return all.last
        }
    }

    private let terminal: SmallTerminal
    private let prompter: TerminalLoginPrompter
    private let answers = Answers()

    init() throws {
        terminal = try SmallTerminal()
        prompter = TerminalLoginPrompter(terminal.asked)
    }

    @discardableResult
    private func show(
        _ kind: LoginPrompt.Kind, _ line: String, instruction: [String] = [],
        wasRefused: Bool = false
    ) -> LoginPromptID {
        let prompt = LoginPrompt(
            kind, site: "sftp://me@web01", line: line, instruction: instruction,
            wasRefused: wasRefused)
        return prompter.show(prompt) { [answers] in answers.take($0) }
    }

    @Test("Who asks and what was said come first; what is typed is not shown")
    func password() throws {
        show(
            .password, "me@web01's password: ", instruction: ["Welcome.", "\u{1B}[2Jevil"],
            wasRefused: true)
        try terminal.wait(
            for: "The last answer was rejected.\r\nsftp://me@web01 asks:\r\n| Welcome.\r\n| "
                + "\\x1b[2Jevil\r\nme@web01's password: ")
        #expect(!terminal.hasEcho)
        terminal.type("geheim\n")
        #expect(answers.next() == .secret(Secret("geheim")))
        #expect(terminal.hasEcho)
        show(.password, "again:")
        try terminal.wait(for: "\r\nsftp://me@web01 asks:\r\nagain: ")
        terminal.type("\n")
        #expect(answers.next() == .secret(Secret("")))
    }

    @Test("Ctrl-D is an empty answer")
    func end() throws {
        show(.passphrase, "Enter passphrase for key '/home/me/.ssh/id':")
        try terminal.wait(for: "id': ")
        terminal.type("\u{4}")
        #expect(answers.next() == .secret(Secret("")))
    }

    @Test("What was typed before the question is no answer")
    func typedAhead() throws {
        terminal.type("early\n")
        try terminal.wait(for: "early")
        show(.pin, "Enter PIN:")
        try terminal.wait(for: "Enter PIN: ")
        terminal.type("1234\n")
        #expect(answers.next() == .secret(Secret("1234")))
    }

    @Test(
        "A confirmation takes yes; all else is no",
        arguments: [
            ("yes\n", LoginAnswer.confirmed), ("Y\n", .confirmed), ("no\n", .refused),
            ("\n", .refused), ("\u{4}", .refused), ("yesterday\n", .refused),
        ])
    func confirmation(typed: String, answer: LoginAnswer) throws {
        show(.confirmation, "Allow use of key?")
        try terminal.wait(for: "Allow use of key? (yes or no) ")
        terminal.type(typed)
        #expect(answers.next() == answer)
    }

    @Test("What ssh cannot take is asked for again")
    func unusable() throws {
        show(.password, "password:")
        try terminal.wait(for: "password: ")
        terminal.type(String(repeating: "x", count: 1_024) + "\n")
        try terminal.wait(for: "An answer can be at most 1023 bytes long.\r\npassword: ")
        terminal.type([0x66, 0xFC, 0x72, 0x0A])
        try terminal.wait(for: "That is not valid UTF-8; type it in UTF-8.\r\npassword: ")
        terminal.type(String(repeating: "x", count: 1_023) + "\n")
        #expect(answers.next() == .secret(Secret(String(repeating: "x", count: 1_023))))
    }

    @Test("Two logins are asked about one after the other")
    func several() throws {
        show(.password, "one:")
        show(.password, "two:")
        try terminal.wait(for: "one: ")
        terminal.type("1\n")
        #expect(answers.next() == .secret(Secret("1")))
        try terminal.wait(for: "two: ")
        terminal.type("2\n")
        #expect(answers.next() == .secret(Secret("2")))
    }

    @Test("One that is withdrawn is read no longer, and the next is asked")
    func withdrawn() throws {
        let first = show(.password, "one:")
        let second = show(.password, "two:")
        show(.password, "three:")
        try terminal.wait(for: "one: ")
        prompter.withdraw(second)
        terminal.type("half")
        prompter.withdraw(first)
        try terminal.wait(for: "three: ")
        terminal.type("3\n")
        #expect(answers.next() == .secret(Secret("3")))
        prompter.withdraw(first)
        #expect(answers.all == [.secret(Secret("3"))])
        #expect(terminal.hasEcho)
    }

    @Test("A touch is told, gets no answer and holds nobody up")
    func touch() throws {
        let touch = show(.touch, "Confirm user presence for key ED25519-SK")
        try terminal.wait(
            for: "Confirm user presence for key ED25519-SK\r\nTouch the token now; Ctrl-C cancels."
        )
        #expect(terminal.hasEcho)
        show(.pin, "Enter PIN:")
        try terminal.wait(for: "Enter PIN: ")
        terminal.type("1\n")
        #expect(answers.next() == .secret(Secret("1")))
        prompter.withdraw(touch)
        #expect(answers.all.count == 1)
    }
}
