/// What a server asks at once by keyboard-interactive (RFC 4256).
package struct SSHQuestions: Sendable {
    package struct Question: Sendable {
        package var text: String
        /// Whether what is typed may be seen.
        package var isEchoed: Bool
        /// The one that is right.
        package var answer: String

        package init(_ text: String, isEchoed: Bool = false, answer: String) {
            self.text = text
            self.isEchoed = isEchoed
            self.answer = answer
        }
    }

    package var name: String
    package var instruction: String
    package var questions: [Question]

    package init(_ questions: [Question], name: String = "", instruction: String = "") {
        self.questions = questions
        self.name = name
        self.instruction = instruction
    }
}
