import Foundation
import Testing

@testable import Manual

@Suite("The manual is complete")
struct ContentsTests {
    @Test("Each name is given once") func names() {
        #expect(Set(ManualTopic.all.map(\.name)).count == ManualTopic.all.count)
        #expect(Set(CommandPage.all.map(\.name)).count == CommandPage.all.count)
        // A subject that is named as a command would hide its page.
        #expect(
            Set(ManualTopic.all.map(\.name)).isDisjoint(with: Set(CommandPage.all.map(\.name))))
    }

    @Test("Every file of a subject or command is in the lists") func files() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Manual").standardizedFileURL
        for (folder, count) in [
            ("Topics", ManualTopic.all.count), ("Commands", CommandPage.all.count),
        ] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: sources.appendingPathComponent(folder).path)
            #expect(names.count == count, "\(folder)")
        }
    }

    @Test("A page that is named exists") func references() {
        let known = Set(ManualTopic.all.map(\.name) + CommandPage.all.map(\.name) + ["keys"])
        let files = ["SUBJECT", "PAGE", "COMMAND", "config.toml", "sites.toml", "keymap.toml"]
        for text in ManualTopic.all.map(\.text) + CommandPage.all.map(\.text) {
            for match in text.matches(of: /`ferry help ([A-Za-z.]+)`/) {
                let name = String(match.1)
                #expect(known.contains(name) || files.contains(name), "\(name)")
            }
        }
    }

    @Test("Summaries are short phrases") func summaries() {
        for topic in ManualTopic.all {
            #expect(topic.summary.count <= 60 && !topic.summary.hasSuffix("."), "\(topic.name)")
            let start = topic.summary.prefix { $0 != " " }
            #expect(start.first?.isLowercase == true || start.allSatisfy(\.isUppercase), "\(start)")
        }
    }

    @Test("README is short, and what it refers to exists") func readme() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../README.md").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
        let known = Set(ManualTopic.all.map(\.name) + CommandPage.all.map(\.name) + ["SUBJECT"])
        for match in text.matches(of: /`ferry help ([A-Za-z.]+)`/) {
            #expect(known.contains(String(match.1)), "\(match.1)")
        }
        for match in text.matches(of: /srcset="([^"]+)"|src="([^"]+)"/) {
            let name = String(match.1 ?? match.2 ?? "")
            let path = file.deletingLastPathComponent().appendingPathComponent(name).path
            #expect(FileManager.default.fileExists(atPath: path), "\(name)")
        }
    }
}
