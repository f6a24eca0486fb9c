import Terminal
import Testing

@testable import UI

@Suite("Names that are seen together never look alike")
struct DistinctNamesTests {
    private func shown(_ names: [String], _ columns: Int) -> [String] {
        let distinct = DistinctNames(names, columns: columns)
        return names.map { distinct[$0] ?? $0 }
    }

    @Test("What fits is shown whole; what stays different keeps the usual cut")
    func usual() {
        #expect(shown(["short.txt", "other"], 14) == ["short.txt", "other"])
        let names = ["quarterly-report-2024.pdf", "annual-report-2024.pdf"]
        #expect(shown(names, 14) == names.map { NameFit.cut($0, to: 14) })
    }

    @Test(
        "What they differ in is shown, wherever it is",
        arguments: [
            [
                "backup-of-the-web-server-01-monday.tar.gz",
                "backup-of-the-web-server-02-monday.tar.gz",
            ],
            ["IMG_20241120_180102_HDR.jpg", "IMG_20241120_180109_HDR.jpg"],
            ["a-very-long-name-with-its-end-1", "a-very-long-name-with-its-end-2"],
            [
                "same-start-and-then-x-and-more-of-it.txt",
                "same-start-and-then-y-and-more-of-it.txt",
            ],
        ])
    func different(names: [String]) {
        for columns in [12, 14, 15, 20] {
            let shown = shown(names, columns)
            #expect(Set(shown).count == names.count, "\(columns): \(shown)")
            for name in shown { #expect(CharacterWidth.of(name) <= columns, "\(name)") }
        }
    }

    @Test("A hundred numbered names differ, also with wide characters")
    func many() {
        for stem in ["holiday-pictures-from-the-sea-", "休暇の写真と海の思い出アルバム第"] {
            let names = (100..<200).map { "\(stem)\($0)-of-the-whole-album.jpeg" }
            let shown = shown(names, 14)
            #expect(Set(shown).count == names.count)
            for name in shown { #expect(CharacterWidth.of(name) <= 14, "\(name)") }
        }
    }
}
