import Terminal

/// What the built-in theme comes to: reading its text at each start would take as long as listing
/// both panes.
enum BuiltInStyles {
    /// A role with its colours, as 0xRRGGBB and the ANSI colour that stands for each, and the raw
    /// value of its attributes.
    private typealias Row = (Role, UInt32, UInt8, UInt32, UInt8, UInt8)

    private static let rows: [Row] = [
        (.text, 0xD3D9E2, 7, 0x151A21, 0, 0),
        (.muted, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.strong, 0xF4F6FA, 15, 0x151A21, 0, 1),
        (.accent, 0x7DB3FF, 14, 0x151A21, 0, 0),
        (.warning, 0xF0C66F, 11, 0x151A21, 0, 0),
        (.error, 0xFF8B88, 9, 0x151A21, 0, 1),
        (.good, 0x8FD48A, 10, 0x151A21, 0, 0),
        (.title, 0xD3D9E2, 15, 0x232C39, 4, 0),
        (.titleTab, 0x98A4B6, 7, 0x232C39, 4, 0),
        (.titleTabActive, 0xF4F6FA, 15, 0x151A21, 0, 1),
        (.titleWarning, 0xF0C66F, 11, 0x232C39, 4, 1),
        (.pane, 0xD3D9E2, 7, 0x151A21, 0, 0),
        (.paneFrame, 0x465365, 7, 0x151A21, 0, 0),
        (.paneFrameActive, 0x6EA8FE, 14, 0x151A21, 0, 0),
        (.paneTitle, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.paneTitleActive, 0xF4F6FA, 15, 0x151A21, 0, 1),
        (.paneOffline, 0xFF8B88, 9, 0x151A21, 0, 1),
        (.paneHeader, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.paneHeaderActive, 0x7DB3FF, 14, 0x151A21, 0, 0),
        (.paneDirectory, 0x7DB3FF, 14, 0x151A21, 0, 1),
        (.paneFile, 0xD3D9E2, 7, 0x151A21, 0, 0),
        (.paneLink, 0x7AD4D9, 6, 0x151A21, 0, 0),
        (.paneOther, 0xD6A6F5, 13, 0x151A21, 0, 0),
        (.paneDetail, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.paneMarked, 0xF3CF7A, 11, 0x151A21, 0, 1),
        (.paneCursor, 0xFFFFFF, 0, 0x2C5C9E, 6, 0),
        (.paneCursorMarked, 0xFFE39B, 15, 0x2C5C9E, 6, 1),
        (.paneCursorInactive, 0xD3D9E2, 15, 0x2B3646, 4, 0),
        (.paneMatch, 0xF3CF7A, 11, 0x151A21, 0, 3),
        (.transfer, 0xD3D9E2, 7, 0x151A21, 0, 0),
        (.transferTitle, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.transferUp, 0x7DB3FF, 14, 0x151A21, 0, 0),
        (.transferDown, 0x8FD48A, 10, 0x151A21, 0, 0),
        (.transferBarFull, 0x7DB3FF, 14, 0x151A21, 0, 0),
        (.transferBarEmpty, 0x465365, 7, 0x151A21, 0, 0),
        (.transferWaiting, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.transferFailed, 0xFF8B88, 9, 0x151A21, 0, 1),
        (.transferDone, 0x8FD48A, 10, 0x151A21, 0, 0),
        (.transferAsk, 0xF0C66F, 11, 0x151A21, 0, 1),
        (.transferCursor, 0xFFFFFF, 0, 0x2C5C9E, 6, 0),
        (.log, 0xD3D9E2, 7, 0x151A21, 0, 0),
        (.logTitle, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.logTime, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.logSent, 0x7DB3FF, 14, 0x151A21, 0, 0),
        (.logRemark, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.logTrouble, 0xFF8B88, 9, 0x151A21, 0, 1),
        (.logCursor, 0xFFFFFF, 0, 0x2C5C9E, 6, 0),
        (.reply1, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.reply2, 0x8FD48A, 10, 0x151A21, 0, 0),
        (.reply3, 0x7AD4D9, 6, 0x151A21, 0, 0),
        (.reply4, 0xF0C66F, 11, 0x151A21, 0, 0),
        (.reply5, 0xFF8B88, 9, 0x151A21, 0, 1),
        (.status, 0xD3D9E2, 15, 0x232C39, 4, 0),
        (.statusError, 0xFFFFFF, 15, 0xA81414, 1, 1),
        (.keybar, 0xD3D9E2, 7, 0x151A21, 0, 0),
        (.keybarNumber, 0x8C98A9, 7, 0x151A21, 0, 0),
        (.keybarLabel, 0xE2E7EE, 0, 0x2C3F57, 6, 0),
        (.dialog, 0xE2E7EE, 0, 0x2A3443, 7, 0),
        (.dialogFrame, 0x6F7F95, 0, 0x2A3443, 7, 0),
        (.dialogTitle, 0xFFFFFF, 4, 0x2A3443, 7, 1),
        (.dialogDanger, 0xFFA19E, 1, 0x2A3443, 7, 1),
        (.button, 0xE2E7EE, 15, 0x3D4A5D, 0, 0),
        (.buttonFocused, 0x10151C, 15, 0x7DB3FF, 4, 1),
        (.input, 0xF4F6FA, 0, 0x171D26, 6, 0),
        (.inputSelection, 0xFFFFFF, 15, 0x2C5C9E, 4, 0),
        (.menu, 0xE2E7EE, 0, 0x2A3443, 7, 0),
        (.menuCursor, 0xFFFFFF, 0, 0x2C5C9E, 6, 0),
        (.menuKey, 0xA5B1C2, 0, 0x2A3443, 7, 0),
        (.qr, 0x000000, 0, 0xFFFFFF, 15, 0),
        (.qrDark, 0xFFFFFF, 15, 0x000000, 0, 0),
    ]

    static var all: RoleTable<Style> {
        var styles = RoleTable<Style>()
        for (role, foreground, shown, background, behind, attributes) in rows {
            styles[role] = Style(
                foreground: colour(foreground, shown), background: colour(background, behind),
                attributes: Style.Attributes(rawValue: attributes))
        }
        return styles
    }

    private static func colour(_ value: UInt32, _ fallback: UInt8) -> Colour {
        .rgb(
            UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255),
            fallback: fallback)
    }
}
