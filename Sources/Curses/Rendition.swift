package import Settings
package import Terminal

/// A style as a terminal of a certain depth can show it: colour numbers and attributes.
package struct Rendition: Hashable, Sendable {
    /// As terminfo counts them; -1 is the terminal's own.
    package var foreground: Int32
    package var background: Int32
    package var attributes: Style.Attributes

    package init(_ style: Style, role: Role, depth: ColourDepth) {
        attributes = style.attributes
        switch depth {
        case .monochrome:
            foreground = -1
            background = -1
            attributes = Rendition.monochrome(role).union(
                style.attributes.subtracting([.reverse, .dim]))
        case .eight, .sixteen:
            let front = Rendition.few(style.foreground)
            var back = Rendition.few(style.background)
            var text = front
            if depth == .eight {
                if let front, front > 7 { attributes.insert(.bold) }
                text = front.map { $0 & 7 }
                back = back.map { $0 & 7 }
            }
            if let shown = text, shown == back {
                // Two colours became one: what is readable on it matters more than its hue.
                text = shown == 0 || shown == 1 || shown == 4 || shown == 5 || shown == 8 ? 7 : 0
                if depth == .eight { attributes.remove(.bold) }
            }
            foreground = text ?? -1
            background = back ?? -1
        case .indexed:
            foreground = Rendition.indexed(style.foreground)
            background = Rendition.indexed(style.background)
        case .direct:
            foreground = Rendition.direct(style.foreground)
            background = Rendition.direct(style.background)
        }
    }

    /// 0…15, or nil for the terminal's own.
    private static func few(_ colour: Colour) -> Int32? {
        switch colour {
        case .standard: return nil
        case .indexed(let index) where index < 16: return Int32(index)
        case .rgb(_, _, _, let fallback?): return Int32(fallback)
        case .indexed, .rgb: return colour.components.map { nearest($0, in: 0...15) }
        }
    }

    private static func indexed(_ colour: Colour) -> Int32 {
        switch colour {
        case .standard: -1
        case .indexed(let index): Int32(index)
        // The first 16 are what the user made of them; the rest is the same everywhere.
        case .rgb(let red, let green, let blue, _): nearest((red, green, blue), in: 16...255)
        }
    }

    /// Terminals with direct colour still take 0…7 for the ANSI colours, so the seven darkest blues
    /// become black.
    private static func direct(_ colour: Colour) -> Int32 {
        if case .indexed(let index) = colour, index < 8 { return Int32(index) }
        guard let (red, green, blue) = colour.components else { return -1 }
        let value = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
        return value < 8 ? 0 : value
    }

    /// By a distance that weighs green most, as eyes do.
    private static func nearest(
        _ wanted: (red: UInt8, green: UInt8, blue: UInt8), in indices: ClosedRange<UInt8>
    ) -> Int32 {
        func distance(_ index: UInt8) -> Int {
            let other = Colour.components(ofIndex: index)
            let red = Int(wanted.red) - Int(other.red)
            let green = Int(wanted.green) - Int(other.green)
            let blue = Int(wanted.blue) - Int(other.blue)
            return 3 * red * red + 6 * green * green + 2 * blue * blue
        }
        var best = indices.lowerBound
        var bestDistance = Int.max
        for index in indices {
            let distance = distance(index)
            if distance < bestDistance { (best, bestDistance) = (index, distance) }
        }
        return Int32(best)
    }

    /// What tells a role apart where there is no colour.
    private static func monochrome(_ role: Role) -> Style.Attributes {
        switch role {
        case .paneCursor, .transferCursor, .logCursor, .buttonFocused, .inputSelection, .menuCursor,
            .keybarLabel, .titleTabActive, .statusError, .qr:
            .reverse
        case .paneCursorMarked: [.reverse, .bold]
        case .paneCursorInactive, .input: .underline
        case .paneMatch: [.bold, .underline]
        case .paneMarked, .paneDirectory, .paneFrameActive, .paneTitleActive, .paneHeaderActive,
            .paneOffline, .strong, .error, .warning, .transferFailed, .transferAsk, .logTrouble,
            .reply4, .reply5, .titleWarning, .dialogTitle, .dialogDanger, .keybarNumber, .menuKey:
            .bold
        default: []
        }
    }
}
