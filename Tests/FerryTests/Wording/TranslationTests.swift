import Foundation
import Manual
import Testing

@testable import Words

/// What there is to translate is in every catalogue, and nothing else is.
///
/// With FERRY_RECORD=1 the catalogues are written: new texts come in without a translation, and those that
/// no source has any more go.
@Suite("Translations")
struct TranslationTests {
    static let languages = ["zh_CN"]

    @Test("Every catalogue has every text, translated", arguments: languages)
    func complete(_ language: String) throws {
        let file = TranslationTests.file(language)
        let text = try String(contentsOf: file, encoding: .utf8)
        let places = try TranslationTests.places()
        let catalogue = PortableCatalogue(text)
        let wanted = catalogue.with(places)
        if ProcessInfo.processInfo.environment["FERRY_RECORD"] != nil {
            try wanted.text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(wanted.entries.count > 3_000)
        let known = Set(catalogue.entries.map(\.text))
        let needed = Set(wanted.entries.map(\.text))
        for extra in known.subtracting(needed) {
            Issue.record("\(language) translates what no source has: \(extra.name)")
        }
        for entry in wanted.entries where entry.translations.contains("") {
            Issue.record("\(language) does not translate: \(entry.text.name)")
        }
    }

    @Test(
        "No text is said both with forms for numbers and without, which a catalogue cannot tell apart"
    )
    func forms() throws {
        var plurals: [CatalogueText: String?] = [:]
        for place in try TranslationTests.places() {
            var name = place.text
            name.plural = nil
            let known = plurals.updateValue(place.text.plural, forKey: name)
            if let known, known != place.text.plural {
                Issue.record("\(place.file):\(place.line) has other forms: \(name.name)")
            }
        }
    }

    @Test(
        "A translation has in it what is put in, and is as safe as the text", arguments: languages)
    func faithful(_ language: String) throws {
        let text = try String(contentsOf: TranslationTests.file(language), encoding: .utf8)
        let entries = PortableCatalogue(text).entries
        let names = Dictionary(
            entries.map { ($0.text.name, $0.translations) }, uniquingKeysWith: +)
        for entry in entries {
            for translation in entry.translations where !translation.isEmpty {
                for fault in TranslationTests.faults(of: translation, for: entry.text, names) {
                    Issue.record("\(language) \(fault): \(entry.text.name) → \(translation)")
                }
            }
        }
    }

    @Test("Ferry reads all of every catalogue", arguments: languages)
    func readable(_ language: String) throws {
        let bytes = Array(try Data(contentsOf: TranslationTests.file(language)))
        let catalogue = try Catalogue(bytes)
        let entries = PortableCatalogue(String(decoding: bytes, as: UTF8.self)).entries
        #expect(catalogue.count == entries.count)
        for entry in entries where !entry.translations.contains("") {
            let found =
                entry.text.plural == nil
                ? catalogue.text(entry.text.name, meaning: entry.text.meaning)
                : catalogue.text(entry.text.name, count: 1)
            #expect(found.map { entry.translations.contains($0) } == true, "\(entry.text.name)")
        }
    }

    /// What is wrong with a translation, a phrase for each. Code stays as it is, but for what the screen
    /// says in that language: `names` has the translations of each text.
    private static func faults(
        of translation: String, for text: CatalogueText, _ names: [String: [String]]
    ) -> [String] {
        func places(_ text: String) -> [Substring] {
            text.ranges(of: /\{\d+\}/).map { text[$0] }.sorted()
        }
        var faults: [String] = []
        // A form for one need not say the number.
        let wanted = [text.name, text.plural].compactMap { $0 }.map(places)
        if !wanted.contains(places(translation)) { faults.append("has other places for values") }
        for (end, name) in [(\String.first, "begins"), (\String.last, "ends")] {
            let blanks = [text.name[keyPath: end], translation[keyPath: end]].map { $0 == " " }
            // Full-width punctuation has a blank in its own square.
            let isWide = translation[keyPath: end].map { "，。：；".contains($0) } == true
            if blanks[0] != blanks[1], !isWide || blanks[1] {
                faults.append("\(name) with another blank")
            }
        }
        if translation.contains("\n") != text.name.contains("\n") {
            faults.append("has other lines")
        }
        if translation.unicodeScalars.contains(where: {
            $0.properties.generalCategory == .control && $0 != "\n"
                || $0.properties.generalCategory == .format
        }) {
            faults.append("has control characters")
        }
        if text.plural == nil {
            func code(_ text: String) -> [String] {
                text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            }
            var left = code(translation)
            for piece in code(text.name) {
                let place = left.firstIndex { $0 == piece || names[piece]?.contains($0) == true }
                if let place { left.remove(at: place) } else { faults.append("lacks `\(piece)`") }
            }
            for piece in left { faults.append("has `\(piece)`") }
        }
        return faults
    }

    /// All texts, in the order of the sources, and after them those of the manual.
    static func places() throws -> [CatalogueText.Place] {
        var places: [CatalogueText.Place] = []
        let sources = try FileManager.default.subpathsOfDirectory(atPath: WordingTests.sources.path)
        for file in sources.filter({ $0.hasSuffix(".swift") }).sorted() {
            let bytes = Array(try Data(contentsOf: WordingTests.sources.appending(path: file)))
            let found = CatalogueText.all(in: bytes, file: file)
            places += found.places
            for fault in found.faults {
                Issue.record("\(file):\(fault.line) has no form for other numbers: \(fault.text)")
            }
        }
        return places + manual
    }

    private static var manual: [CatalogueText.Place] {
        func place(_ text: String, _ file: String) -> CatalogueText.Place {
            CatalogueText.Place(
                text: CatalogueText(name: text), file: "Manual/\(file)", line: 0, values: [])
        }
        var places: [CatalogueText.Place] = []
        for topic in ManualTopic.all {
            places.append(place(topic.summary, topic.name))
            places += ManualText.texts(topic.text).map { place($0, topic.name) }
        }
        for page in CommandPage.all {
            places += ManualText.texts(page.text).map { place($0, page.name) }
            places += page.examples.map { place($0.meaning, page.name) }
        }
        for text in ManualIntroduction.all {
            places += ManualText.texts(text).map { place($0, "introductions") }
        }
        return places
    }

    private static func file(_ language: String) -> URL {
        WordingTests.sources.appending(path: "Words/Languages/\(language).po")
    }
}
