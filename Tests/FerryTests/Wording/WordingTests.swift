import Foundation
import Testing

@Suite("All that a user can read is in plain words")
struct WordingTests {
    /// Texts that are others' and cannot be worded here: each is looked for in what ssh, rclone or
    /// a server says, or quotes a standard.
    private static let exceptions: Set<String> = []

    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    private struct Found {
        let place: String
        let text: UserText
    }

    @Test("Literals are found, joined and freed of what is put into them")
    func lexer() {
        let source = #"""
            // "a comment"
            let a = "one \(two("three")) four" /* "five" */
                + "six"
            let b = #"raw \n "quoted""#
            let c = """
                seven \
                eight
                nine
                """
            """#
        let literals = SwiftLiterals(source: Array(source.utf8)).literals
        #expect(
            literals.map(\.text).sorted()
                == ["one ◆ foursix", "raw \\n \"quoted\"", "seven eight\nnine", "three"])
    }

    @Test(
        "What is wrong with a text is found",
        arguments: [
            "It was left in part.", "There is no room on the disk.",
            "Many " + String(repeating: "word ", count: 22) + "end.", "It is so. It has no end",
            "the file is busy.", "The file could not be read: \(SwiftLiterals.mark).",
        ])
    func faults(_ text: String) throws {
        #expect(try UserText(text)?.faults().count == 1)
    }

    @Test("What is for machines is no text", arguments: ["SELECT a FROM b", "A: b c\r\n", "ab cd"])
    func machines(_ text: String) {
        #expect(UserText(text) == nil)
    }

    @Test("No text has private words, long sentences or a missing end")
    func wording() throws {
        let found = try WordingTests.found()
        #expect(found.count > 500)
        if let path = ProcessInfo.processInfo.environment["FERRY_LIST"] {
            let list = found.map { "\($0.place): \($0.text.text.debugDescription)\n" }.joined()
            try list.write(toFile: path, atomically: true, encoding: .utf8)
        }
        for text in found where !WordingTests.exceptions.contains(text.text.text) {
            for fault in try text.text.faults() {
                Issue.record("\(text.place) \(fault): \(text.text.text)")
            }
        }
    }

    @Test(
        "README and CHANGELOG have no private words",
        arguments: [("README.md", 50), ("CHANGELOG.md", 100)])
    func documents(_ name: String, _ least: Int) throws {
        let file = WordingTests.sources.deletingLastPathComponent().appending(path: name)
        let prose = MarkdownProse(try String(contentsOf: file, encoding: .utf8))
        #expect(prose.lines.count > least)
        for line in prose.lines {
            for word in try UserText.privateWords(in: line.text) {
                Issue.record("\(name):\(line.number) has the private word '\(word)'")
            }
        }
    }

    @Test(
        "README and CHANGELOG have no sentence of more than 25 words",
        arguments: [("README.md", 15), ("CHANGELOG.md", 50)])
    func sentences(_ name: String, _ least: Int) throws {
        let file = WordingTests.sources.deletingLastPathComponent().appending(path: name)
        let prose = MarkdownProse(try String(contentsOf: file, encoding: .utf8))
        #expect(prose.paragraphs.count > least)
        for sentence in prose.sentences(longerThan: 25) {
            Issue.record("\(name):\(sentence.number) has a long sentence: \(sentence.text)")
        }
    }

    @Test("The manual has no private words and no sentence of more than 25 words")
    func manual() throws {
        let texts = try WordingTests.literals { $0.hasPrefix("Manual/") }
            .filter { $0.text.contains("\n") }
        #expect(texts.count > 50)
        for text in texts {
            let prose = MarkdownProse(text.text)
            for line in prose.lines {
                for word in try UserText.privateWords(in: line.text) {
                    Issue.record("\(text.place)+\(line.number) has the private word '\(word)'")
                }
            }
            for sentence in prose.sentences(longerThan: 25) {
                Issue.record("\(text.place) has a long sentence: \(sentence.text)")
            }
        }
    }

    @Test("A sentence goes over lines, and ends with its paragraph, item or stop")
    func longSentences() {
        let text = """
            # One two three four

            One two, `a b c` (five
            six).
            - One two.
            - One two three
              four! Five
            | one | two | three | four |
            """
        #expect(
            MarkdownProse(text).sentences(longerThan: 3).map(\.text)
                == ["One two, Code (five six)", "- One two three four"])
    }

    @Test("Of Markdown the prose is read, without blocks and spans of code")
    func markdown() {
        let prose = MarkdownProse("One `part` is\n```\na part\n```\n\nhere.")
        #expect(prose.lines.map(\.number) == [1, 6])
        #expect(prose.lines.map(\.text) == ["One ◆ is", "here."])
    }

    /// The texts of the manual are read as what they are: see `manual()`.
    private static func found() throws -> [Found] {
        try literals { !$0.hasPrefix("Manual/") }.compactMap { literal in
            UserText(literal.text).map { Found(place: literal.place, text: $0) }
        }
    }

    private static func literals(
        in isWanted: (String) -> Bool
    ) throws -> [(place: String, text: String)] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        return try files.filter { $0.hasSuffix(".swift") && isWanted($0) }.sorted().flatMap {
            file in
            let bytes = try Data(contentsOf: sources.appending(path: file))
            return SwiftLiterals(source: Array(bytes)).literals.map {
                (place: "\(file):\($0.line)", text: $0.text)
            }
        }
    }
}
