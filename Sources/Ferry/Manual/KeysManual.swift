import Manual
import UI
import Words

/// Makes the page of the keys from the keymap itself.
enum KeysManual {
    static let name = "keys"
    static let summary = tr("all keys of the screen")

    static var page: ManualPage {
        var blocks: [ManualBlock] = [.heading(tr("Description"))]
        blocks += ManualText.blocks(ManualIntroduction.keys)
        for section in KeyTable.sections(of: .preset()) {
            blocks.append(.heading(heading(of: section)))
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
            "ferry-keys", .subjects, tr("keys of Ferry's screen"), blocks: blocks,
            related: [.init("ferry", .commands), .init("ferry-keymap", .files)])
    }

    /// Where the keys of a section hold.
    private static func heading(of section: KeyTable.Section) -> String {
        switch section.context {
        case .everywhere?: tr("Keys: everywhere")
        case .pane?: section.rows.first.map { heading(of: $0.action.group) } ?? ""
        case .queue?: tr("Keys: queue")
        case .found?: tr("Keys: found files")
        case .log?: tr("Keys: log")
        case .viewer?: tr("Keys: viewer")
        case .share?: tr("Keys: share")
        case .raw?: tr("Keys: raw exchange")
        case .settings?: tr("Keys: settings")
        case .edits?: tr("Keys: files being edited")
        case .sites?: tr("Keys: sites")
        case .trash?: tr("Keys: trash")
        case .undo?: tr("Keys: undo")
        case .plan?: tr("Keys: plan")
        case .list?: tr("Keys: help and history")
        case nil: tr("Keys: without a key (use the palette or the menu)")
        }
    }

    /// The same of keys of the panes, by what they are for.
    private static func heading(of group: Action.Group) -> String {
        switch group {
        case .moving: tr("Keys: panes: moving")
        case .marking: tr("Keys: panes: marking")
        case .showing: tr("Keys: panes: showing")
        case .tabs: tr("Keys: panes: tabs")
        case .files: tr("Keys: panes: files")
        case .screens: tr("Keys: panes: screens")
        case .queue: tr("Keys: panes: queue")
        case .log: tr("Keys: panes: log")
        case .viewer: tr("Keys: panes: viewer")
        case .raw: tr("Keys: panes: raw exchange")
        case .sites: tr("Keys: panes: sites")
        }
    }
}
