import Manual
import UI

/// Makes the page of the keys from the keymap itself.
enum KeysManual {
    static let name = "keys"
    static let summary = "all keys of the screen"

    static var page: ManualPage {
        var blocks: [ManualBlock] = [.heading("Description")]
        blocks += ManualText.blocks(ManualIntroduction.keys)
        for section in KeyTable.sections(of: .preset()) {
            blocks.append(.heading("Keys: \(section.title.lowercased())"))
            blocks.append(
                .definitions(
                    section.rows.map { row in
                        guard !row.shownKeys.isEmpty else {
                            return .init(
                                term: [.code(row.action.rawValue)], meaning: [.words(row.title)])
                        }
                        let keys = row.shownKeys.map { [ManualSpan.code($0)] }
                        return .init(
                            term: Array(keys.joined(separator: [.words(", ")])),
                            meaning: [.words(row.title)])
                    }))
        }
        return ManualPage(
            "ferry-keys", .subjects, "keys of Ferry's screen", blocks: blocks,
            related: [.init("ferry", .commands), .init("ferry-keymap", .files)])
    }
}
