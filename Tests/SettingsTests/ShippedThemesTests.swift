import Glibc

import Support
import Terminal
import Testing

@testable import Settings

@Suite("The themes that come with Ferry")
struct ShippedThemesTests {
    static let names = ["dark", "light", "high-contrast", "commander"]
    static let library = ThemeLibrary(directories: [Repository.themes])

    @Test("All of them are listed")
    func listed() {
        #expect(Self.library.names == Self.names.sorted())
        #expect(ThemeLibrary(directories: []).names == ["dark"])
    }

    @Test("The built-in theme is themes/dark.toml, word for word")
    func builtIn() throws {
        let file = try #require(try TextFile.read("\(Repository.themes)/dark.toml"))
        #expect(BuiltInTheme.text == file)
        #expect(try Self.library.load("dark") == Theme.standard)
        // Text that is another is read, and gives what is made without reading.
        let folder = try TemporaryFolder()
        try folder.write(file + "# Another.\n", to: "dark.toml")
        let read = try ThemeLibrary(directories: [folder.path("")]).load("dark")
        #expect(read == Theme.standard)
        #expect(Theme.standard.name == "dark")
    }

    @Test("Each says something of every role", arguments: names)
    func complete(name: String) throws {
        let theme = try Self.library.load(name)
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
        let theme = try Self.library.load(name)
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
        let theme = try Self.library.load(name)
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
        let theme = try Self.library.load(name)
        for role in Role.allCases {
            let colours = few(theme.style(of: role))
            #expect(colours[0] != colours[1], "\(role.rawValue) in \(name)")
            // On 8 colours a bright background is the plain one.
            #expect(colours[0] != colours[1].map { $0 & 7 }, "\(role.rawValue) in \(name)")
        }
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
        func channel(_ value: UInt8) -> Double {
            let part = Double(value) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        func luminance(_ colour: Components) -> Double {
            0.2126 * channel(colour.red) + 0.7152 * channel(colour.green)
                + 0.0722 * channel(colour.blue)
        }
        let (first, second) = (luminance(left), luminance(right))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }
}
