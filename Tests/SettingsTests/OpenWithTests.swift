import Files
import Settings
import Testing

@Suite("Which program opens which file")
struct OpenWithTests {
    @Test("The first pattern that fits decides; without one there is no program")
    func first() throws {
        let programs = try #require(OpenWith(["*.tar.gz less", "*.gz zcat {} | less"]))
        #expect(try programs.command(for: #require(Name("a.tar.gz"))) == "less")
        #expect(try programs.command(for: #require(Name("a.gz"))) == "zcat {} | less")
        #expect(try programs.command(for: #require(Name("a.txt"))) == nil)
    }

    @Test(
        "A line needs a pattern and a command", arguments: ["", "*.pdf", "*.pdf ", ", x", "* a\0b"])
    func lines(line: String) { #expect(OpenWith([line]) == nil) }

    @Test("What is wrong with it is said with its line")
    func flaw() {
        let error = #expect(throws: SettingsError.self) {
            _ = try Config("\nopen_with = [\"*.pdf\"]", file: "config.toml", settings: [])
        }
        let start = "config.toml, line 2: 'open_with' must be a list of patterns and commands"
        #expect(error?.description.hasPrefix(start) == true)
    }
}
