import Curses
import Settings
import Terminal
import Testing

@Suite("Styles on terminals of every depth")
struct RenditionTests {
    private func rendition(
        _ foreground: Colour, _ background: Colour, _ depth: ColourDepth, role: Role = .pane,
        attributes: Style.Attributes = []
    ) -> Rendition {
        Rendition(
            Style(foreground: foreground, background: background, attributes: attributes),
            role: role, depth: depth)
    }

    @Test("The number of colours decides, and NO_COLOR before it")
    func depth() {
        #expect(ColourDepth(count: -1, isUnwanted: false) == .monochrome)
        #expect(ColourDepth(count: 8, isUnwanted: false) == .eight)
        #expect(ColourDepth(count: 16, isUnwanted: false) == .sixteen)
        #expect(ColourDepth(count: 88, isUnwanted: false) == .sixteen)
        #expect(ColourDepth(count: 256, isUnwanted: false) == .indexed)
        #expect(ColourDepth(count: 1 << 24, isUnwanted: false) == .direct)
        #expect(ColourDepth(count: 1 << 24, isUnwanted: true) == .monochrome)
    }

    @Test("Direct colour is exact; 256 colours take the nearest")
    func rich() {
        let style = (Colour.rgb(0xFF, 0x80, 0x00, fallback: 3), Colour.rgb(8, 8, 8, fallback: 0))
        let direct = rendition(style.0, style.1, .direct)
        #expect(direct.foreground == 0xFF8000)
        #expect(direct.background == 0x080808)
        let indexed = rendition(style.0, style.1, .indexed)
        #expect(indexed.foreground == 208)
        #expect(indexed.background == 232)
        #expect(rendition(.indexed(200), .standard, .indexed).foreground == 200)
        #expect(rendition(.indexed(200), .standard, .indexed).background == -1)
        // 0…7 are ANSI colours even there.
        #expect(rendition(.rgb(0, 0, 5, fallback: nil), .indexed(4), .direct).foreground == 0)
        #expect(rendition(.standard, .indexed(4), .direct).background == 4)
    }

    @Test("Few colours take the theme's own substitute, bright ones as bold")
    func few() {
        let bright = rendition(
            .rgb(1, 2, 3, fallback: 14), .rgb(9, 9, 9, fallback: 0), .eight)
        #expect(bright.foreground == 6)
        #expect(bright.background == 0)
        #expect(bright.attributes == .bold)
        #expect(
            rendition(.rgb(1, 2, 3, fallback: 14), .standard, .sixteen).foreground == 14)
        #expect(rendition(.rgb(250, 5, 5, fallback: nil), .standard, .eight).foreground == 1)
    }

    @Test("Text never disappears into its background", arguments: [ColourDepth.eight, .sixteen])
    func readable(depth: ColourDepth) {
        for index in UInt8(0)..<16 {
            let shown = rendition(.indexed(index), .indexed(index), depth)
            #expect(shown.foreground != shown.background)
        }
    }

    @Test("Without colours the cursor, the marks and the buttons are still told apart")
    func monochrome() {
        func attributes(_ role: Role) -> Style.Attributes {
            rendition(.indexed(1), .indexed(2), .monochrome, role: role).attributes
        }
        #expect(attributes(.paneCursor) == .reverse)
        #expect(attributes(.paneCursorMarked) == [.reverse, .bold])
        #expect(attributes(.paneCursorInactive) == .underline)
        #expect(attributes(.paneMarked) == .bold)
        #expect(attributes(.paneFile) == [])
        #expect(attributes(.buttonFocused) == .reverse)
        #expect(attributes(.reply5) == .bold)
        let shown = rendition(.indexed(1), .indexed(2), .monochrome)
        #expect(shown.foreground == -1)
        #expect(shown.background == -1)
    }

    @Test("A QR code's ground is light and its modules dark in every depth")
    func qrCode() {
        func numbers(_ role: Role, _ depth: ColourDepth) -> [Int32] {
            let shown = Rendition(Theme.standard.style(of: role), role: role, depth: depth)
            return [shown.foreground, shown.background]
        }
        #expect(numbers(.qr, .eight) == [0, 7])
        #expect(numbers(.qr, .sixteen) == [0, 15])
        #expect(numbers(.qr, .indexed) == [16, 231])
        #expect(numbers(.qr, .direct) == [0, 0xFF_FFFF])
        for depth in ColourDepth.allCases where depth != .monochrome {
            #expect(numbers(.qrDark, depth) == numbers(.qr, depth).reversed())
        }
        // Light text on a dark ground is the usual terminal without colours.
        func isReversed(_ role: Role) -> Bool {
            Rendition(Theme.standard.style(of: role), role: role, depth: .monochrome)
                .attributes.contains(.reverse)
        }
        #expect(isReversed(.qr))
        #expect(!isReversed(.qrDark))
    }
}

@Suite("What a cell is drawn with")
struct CellTests {
    @Test("Every sign of the interface has an ASCII form")
    func ascii() {
        for character in "╭╮╰╯│─├┤┬┴┼█▓▒░▮▯↑↓→←…✓·•×" {
            let shown = CharacterSet.ascii.shown(character)
            #expect(shown.isASCII, "\(character)")
        }
        #expect(CharacterSet.ascii.shown("漢") == "漢")
        #expect(CharacterSet.console.shown("╭") == "┌")
        #expect(CharacterSet.console.shown("│") == "│")
        #expect(CharacterSet.unicode.shown("╭") == "╭")
    }
}
