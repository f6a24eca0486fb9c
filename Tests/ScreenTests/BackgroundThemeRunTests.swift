import Support
import Testing

@Suite("The theme goes by the terminal's background")
struct BackgroundThemeRunTests {
    private static let light = "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}"

    /// The demo in colours, whatever the tests' own environment says of them.
    private func demo(_ arguments: [String] = [], variable: String = "") throws -> Ferry {
        let ferry = try Ferry(
            ["demo"] + arguments, environment: ["NO_COLOR": "", "COLORFGBG": variable])
        try ferry.terminal.waitFor("readme.txt")
        return ferry
    }

    private func title(_ ferry: Ferry) -> ScreenCell.Style? {
        ferry.screen.style(of: "FERRY")
    }

    /// Has the program answer a key, so that what was sent before has been taken in; no other dialog or
    /// screen may have been opened by that.
    private func expectNoKeys(_ ferry: Ferry) throws {
        #expect(!ferry.screen.contains("Quit Ferry?"))
        ferry.terminal.send("?")
        try ferry.terminal.waitFor("Panes: moving")
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("10Quit")
        try ferry.terminal.waitFor("readme.txt")
    }

    @Test("A light one makes it light, at once or after a while, whole or byte by byte")
    func light() throws {
        let ferry = try demo()
        let dark = try #require(title(ferry))
        ferry.terminal.send(Self.light)
        try ferry.terminal.waitUntil("the light theme") { $0.style(of: "FERRY") != dark }
        let light = title(ferry)
        let split = try demo()
        for character in Self.light.unicodeScalars { split.terminal.send(String(character)) }
        try split.terminal.waitUntil("the light theme") { $0.style(of: "FERRY") == light }
        try expectNoKeys(split)
        #expect(split.screen.unknown == [])
    }

    @Test(
        "A dark one, none, and what is none leave it dark, and are no keys",
        arguments: [
            "\u{1B}]11;rgb:0000/0000/0000\u{7}", "", "\u{1B}]11;rgb:zz/qqqq/q\u{7}",
            "\u{1B}]11;q!q:q\u{1B}\\", "\u{1B}]11;rgb:ffff/ffff\u{1B}\\",
        ])
    func dark(answer: String) throws {
        let ferry = try demo()
        let dark = try #require(title(ferry))
        ferry.terminal.send(answer)
        try expectNoKeys(ferry)
        #expect(title(ferry) == dark)
    }

    @Test("Where a theme was chosen the terminal has no say; COLORFGBG has where it is silent")
    func chosen() throws {
        let plain = try demo()
        let dark = try #require(title(plain))
        let ferry = try demo(["--theme", "dark"])
        ferry.terminal.send(Self.light)
        try expectNoKeys(ferry)
        #expect(title(ferry) == dark)
        let chosen = try demo(["--theme", "light"])
        let light = title(chosen)
        #expect(light != dark)
        let told = try demo(variable: "0;15")
        #expect(title(told) == light)
        told.terminal.send("\u{1B}]11;rgb:0000/0000/0000\u{7}")
        try told.terminal.waitUntil("the dark theme") { $0.style(of: "FERRY") == dark }
    }
}
