import Foundation
import Testing

@testable import UI

@Suite("The README's keys")
struct ReadmeKeysTests {
    private func section(of text: String) -> String? {
        guard let start = text.range(of: KeyTable.readmeMarkers.start),
            let end = text.range(
                of: KeyTable.readmeMarkers.end, range: start.upperBound..<text.endIndex)
        else { return nil }
        return text[start.upperBound..<end.lowerBound].trimmingCharacters(in: .newlines)
    }

    @Test("Between its markers the README holds the keymap's own table")
    func upToDate() throws {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let table = KeyTable.markdown(.preset()).trimmingCharacters(in: .newlines)
        #expect(text.contains(KeyTable.readmeMarkers.start) == (section(of: text) != nil))
        if let written = section(of: text) {
            #expect(written == table, "README.md's keys differ from the keymap: write them anew")
        }
    }

    @Test("The section is what stands between the markers")
    func markers() {
        #expect(section(of: "a <!-- keys -->\n| k |\n<!-- /keys --> b") == "| k |")
        #expect(section(of: "no markers") == nil)
        #expect(section(of: "<!-- keys -->\nopen") == nil)
    }
}
