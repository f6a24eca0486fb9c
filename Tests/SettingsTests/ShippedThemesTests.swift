import Glibc

import Support
import Terminal
import Testing

@testable import Settings

@Suite("The themes that come with Ferry")
struct ShippedThemesTests {
    static let names = [
        "dark", "light", "high-contrast", "commander", "colour-blind", "monochrome", "dusk",
        "amber",
    ]
    static let shipped = ThemeLibrary(directories: [Repository.themes])

    @Test("All of them are listed")
    func listed() {
        #expect(Self.shipped.names == Self.names.sorted())
        #expect(ThemeLibrary(directories: []).names == ["dark"])
    }

    @Test("The built-in theme is themes/dark.toml, word for word")
    func builtIn() throws {
        let file = try #require(try TextFile.read("\(Repository.themes)/dark.toml"))
        #expect(BuiltInTheme.text == file)
        #expect(try Self.shipped.load("dark") == Theme.standard)
        // Text that is another is read, and gives what is made without reading.
        let folder = try TemporaryFolder()
        try folder.write(file + "# Another.\n", to: "dark.toml")
        let read = try ThemeLibrary(directories: [folder.path("")]).load("dark")
        #expect(read == Theme.standard)
        #expect(Theme.standard.name == "dark")
    }

    @Test("Each says something of every role", arguments: names)
    func complete(name: String) throws {
        let theme = try Self.shipped.load(name)
        #expect(theme.name == name)
        // The dark theme, which the others inherit, names every role itself.
        let dark = try ThemeFile(BuiltInTheme.text, name: "dark", file: "dark.toml")
        for role in Role.allCases {
            #expect(dark.changes[role] != nil, "\(role.rawValue)")
            #expect(theme.style(of: role).foreground != .standard, "\(role.rawValue)")
            #expect(theme.style(of: role).background != .standard, "\(role.rawValue)")
        }
    }

    /// Lines and empty bars are no text.
    static let lines: Set<Role> = [
        .paneFrame, .paneFrameActive, .dialogFrame, .transferBarEmpty, .transferBarFull,
    ]

    @Test(
        "Text is readable: WCAG's contrast is 4.5, and 7 in the high-contrast theme",
        arguments: names)
    func contrast(name: String) throws {
        let theme = try Self.shipped.load(name)
        for role in Role.allCases {
            let style = theme.style(of: role)
            let front = try #require(style.foreground.components)
            let back = try #require(style.background.components)
            let ratio = contrast(front, back)
            let isLine = Self.lines.contains(role)
            let wanted = isLine ? 1.5 : name == "high-contrast" ? 7 : 4.5
            #expect(ratio >= wanted, "\(role.rawValue) in \(name): \(ratio)")
        }
    }

    @Test("What is under the cursor and what is focused looks different", arguments: names)
    func states(name: String) throws {
        let theme = try Self.shipped.load(name)
        for (state, other) in [
            (Role.paneCursor, Role.pane), (.paneCursorInactive, .pane),
            (.paneCursor, .paneCursorInactive), (.paneMarked, .paneFile),
            (.paneCursorMarked, .paneCursor), (.buttonFocused, .button), (.menuCursor, .menu),
            (.inputSelection, .input), (.titleTabActive, .titleTab), (.statusError, .status),
            (.transferCursor, .transfer), (.logCursor, .log),
        ] {
            let (first, second) = (theme.style(of: state), theme.style(of: other))
            #expect(first != second, "\(state.rawValue) and \(other.rawValue)")
            // The same with 16 colours or fewer.
            #expect(
                few(first) != few(second) || first.attributes != second.attributes,
                "\(state.rawValue) and \(other.rawValue) with few colours")
        }
    }

    @Test("With few colours, text and background stay apart", arguments: names)
    func fewColours(name: String) throws {
        let theme = try Self.shipped.load(name)
        for role in Role.allCases {
            let colours = few(theme.style(of: role))
            #expect(colours[0] != colours[1], "\(role.rawValue) in \(name)")
            // On 8 colours a bright background is the plain one.
            #expect(colours[0] != colours[1].map { $0 & 7 }, "\(role.rawValue) in \(name)")
        }
    }

    @Test("In the monochrome theme red, green and blue are the same everywhere")
    func monochrome() throws {
        let theme = try Self.shipped.load("monochrome")
        for role in Role.allCases {
            let style = theme.style(of: role)
            for colour in [style.foreground, style.background] {
                let (red, green, blue) = try #require(colour.components)
                #expect(red == green && green == blue, "\(role.rawValue)")
            }
        }
    }

    /// How colours look to those who lack one kind of cone: linear RGB, row by row (Machado, Oliveira
    /// and Fernandes 2009, severity 1).
    static let visions: [(name: String, matrix: [[Double]])] = [
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ]
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ]
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ]
        ),
    ]

    @Test(
        "In the colour-blind theme states differ without red, green or blue cones", arguments: 0..<3
    )
    func colourBlind(vision: Int) throws {
        let theme = try Self.shipped.load("colour-blind")
        let (name, matrix) = Self.visions[vision]
        for (first, second) in [
            (Role.transferDone, Role.transferFailed), (.transferAsk, .transferFailed),
            (.transferAsk, .transferDone), (.transferUp, .transferFailed), (.reply2, .reply5),
            (.reply2, .reply4), (.reply4, .reply5), (.paneMarked, .paneFile),
            (.paneDirectory, .paneFile), (.good, .error), (.good, .warning),
        ] {
            let left = lab(try #require(theme.style(of: first).foreground.components), matrix)
            let right = lab(try #require(theme.style(of: second).foreground.components), matrix)
            let distance = (0..<3).reduce(0) { sum, axis in
                sum + (left[axis] - right[axis]) * (left[axis] - right[axis])
            }.squareRoot()
            // Twenty times what is just seen (CIE 1976).
            #expect(
                distance >= 20, "\(first.rawValue) and \(second.rawValue) with \(name): \(distance)"
            )
        }
    }

    /// CIE 1976 L*a*b* under D65, as seen through `matrix`.
    private func lab(_ colour: Components, _ matrix: [[Double]]) -> [Double] {
        let linear = [colour.red, colour.green, colour.blue].map(linear)
        let seen = matrix.map { row in
            max(0, min(1, row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]))
        }
        let (red, green, blue) = (seen[0], seen[1], seen[2])
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
        let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
        func bend(_ value: Double) -> Double {
            value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
        }
        return [
            116 * bend(y) - 16, 500 * (bend(x) - bend(y)), 200 * (bend(y) - bend(z)),
        ]
    }

    private func linear(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    private func few(_ style: Style) -> [UInt8?] {
        [style.foreground, style.background].map { colour in
            switch colour {
            case .standard: nil
            case .indexed(let index): index
            case .rgb(_, _, _, let fallback): fallback
            }
        }
    }

    private typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

    /// WCAG 2.1, relative luminance and contrast ratio.
    private func contrast(_ left: Components, _ right: Components) -> Double {
        func luminance(_ colour: Components) -> Double {
            0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
                + 0.0722 * linear(colour.blue)
        }
        let (first, second) = (luminance(left), luminance(right))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }
}
