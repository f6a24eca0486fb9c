import Foundation
import Testing

@testable import UI

@Suite("The README's keys")
struct ReadmeKeysTests {
    /// What stands between the markers.
    private func section(of text: String) -> Range<String.Index>? {
        guard let start = text.range(of: KeyTable.readmeMarkers.start),
            let end = text.range(
                of: KeyTable.readmeMarkers.end, range: start.upperBound..<text.endIndex)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }

    /// `FERRY_RECORD=1 swift test --filter ReadmeKeys` writes the section anew.
    @Test("Between its markers the README holds the keymap's own table")
    func upToDate() throws {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("../../README.md").standardizedFileURL
        var text = try String(contentsOf: readme, encoding: .utf8)
        let table = KeyTable.markdown(.preset())
        if ProcessInfo.processInfo.environment["FERRY_RECORD"] != nil,
            let range = section(of: text)
        {
            text.replaceSubrange(range, with: "\n\(table)")
            try text.write(to: readme, atomically: true, encoding: .utf8)
        }
        let range = try #require(section(of: text), "README.md has no section of the keys")
        withKnownIssue("the section was never written") {
            #expect(text[range] == "\n\(table)", "README.md's keys are not those of the keymap")
        } when: {
            text[range].allSatisfy(\.isWhitespace)
        }
    }

    @Test("The section is what stands between the markers")
    func markers() {
        let text = "a <!-- keys -->| k |<!-- /keys --> b"
        #expect(section(of: text).map { text[$0] } == "| k |")
        #expect(section(of: "no markers") == nil)
        #expect(section(of: "<!-- keys -->\nopen") == nil)
    }
}
