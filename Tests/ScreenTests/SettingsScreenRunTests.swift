import Support
import Testing

@Suite("Settings are changed on the screen")
struct SettingsScreenRunTests {
    @Test("A change is written with everything else kept, and holds at once")
    func change() throws {
        let ferry = try Ferry.demo()
        let path = "config/ferry/config.toml"
        ferry.terminal.send(":")
        ferry.terminal.send("screen.settings\r")
        try ferry.terminal.waitFor("show_hidden")
        ferry.terminal.send("/")
        ferry.terminal.send("ascii\r")
        try ferry.terminal.waitFor("Draws with plain ASCII")
        ferry.terminal.send("\r")
        try ferry.terminal.waitFor("'ascii' is saved.")
        #expect(
            ferry.folder.read(path).map { String(decoding: $0, as: UTF8.self) } == "ascii = true\n")
        // The first one shows all settings again.
        ferry.terminal.send("qq")
        try ferry.terminal.waitUntil("frames of plain ASCII") {
            $0.contains("10Quit") && !$0.contains("╮")
        }
        ferry.terminal.send(":")
        ferry.terminal.send("screen.settings\r")
        try ferry.terminal.waitFor("1 changed")
        ferry.terminal.send("/")
        ferry.terminal.send("ascii\r")
        try ferry.terminal.waitFor("line 1.")
        ferry.terminal.send("d")
        try ferry.terminal.waitFor("'ascii' has its default again.")
        #expect(ferry.folder.read(path) == [])
        #expect(ferry.screen.unknown == [])
    }
}
