import Support
import Testing

@Suite("Languages, as a user sees them")
struct LanguageRunTests {
    /// Whether this locale is installed is not asked: over ssh it often is not.
    private static let chinese = ["LC_ALL": "zh_CN.UTF-8"]

    @Test(
        "The screen speaks the locale's language, and draws lines where only the locale is missing")
    func screen() throws {
        let folder = try Ferry.folder()
        try folder.write("hello", to: "here/hello.txt")
        let ferry = try Ferry([".", "."], environment: LanguageRunTests.chinese, in: folder)
        try ferry.waitForLeft("hello.txt")
        try ferry.terminal.waitFor("10退出")
        #expect(ferry.screen.contains("名称"))
        #expect(ferry.screen.contains("╭─"))
        #expect(ferry.screen.unknown == [])
        ferry.terminal.send(.f9)
        try ferry.terminal.waitFor("文件")
    }

    @Test("language in config.toml goes before the locale, and en is English")
    func setting() throws {
        let folder = try Ferry.folder()
        func error(_ environment: [String: String]) throws -> String {
            try Outcome(["cat", "nothing"], environment: environment, in: folder).errors
        }
        let english = try error([:])
        #expect(english.contains("no such file or directory"))
        let chinese = try error(LanguageRunTests.chinese)
        #expect(chinese.contains("没有该文件或目录") && chinese.contains("nothing"))

        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        try folder.write("language = \"zh_CN\"\n", to: "config/ferry/config.toml")
        #expect(try error([:]) == chinese)
        // What could not be shown is said in English.
        #expect(try error(["LC_ALL": "C"]) == english)
        #expect(try error(["TERM": "linux"]) == english)
        try folder.write("language = \"en\"\n", to: "config/ferry/config.toml")
        #expect(try error(LanguageRunTests.chinese) == english)
        // What is wrong with the settings is said in the locale's language.
        try folder.write([0x61, 0xFF], to: "config/ferry/config.toml")
        let wrong = try Outcome(["ls"], environment: LanguageRunTests.chinese, in: folder).errors
        #expect(wrong.contains("config.toml") && wrong.contains("不是有效的 UTF-8"))
        try folder.write("", to: "config/ferry/config.toml")
        try folder.write("language = \"zh_CN\"\n", to: "other.toml")
        let other = folder.path("other.toml")
        for option in [["--config", other], ["--config=\(other)"]] {
            let outcome = try Outcome(["ls"] + option + ["nothing"], in: folder)
            #expect(outcome.errors.contains("没有") && !outcome.errors.contains("No such"))
        }
    }

    @Test("Settings from a pipe are still there for their own reader")
    func pipe() throws {
        let folder = try Ferry.folder()
        let script = "bash -c '\"$FERRY\" ls --config <(echo langauge = 1)'"
        let outcome = try Outcome(script: script, in: folder)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("did you mean 'language'?"))
    }

    @Test(
        "A language of the user's own is one file; where a text is missing, it is said in English")
    func ownLanguage() throws {
        let folder = try Ferry.folder()
        for name in ["config", "config/ferry", "config/ferry/languages"] {
            try folder.makeFolder(name)
        }
        try folder.write(
            "msgid \"No such file or directory\"\nmsgstr \"Nihil tale\"\n",
            to: "config/ferry/languages/la.po")
        let environment = ["LC_ALL": "la_VA.UTF-8"]
        let outcome = try Outcome(["cat", "nothing"], environment: environment, in: folder)
        #expect(outcome.errors.contains("Nihil tale"))
        #expect(outcome.errors.contains("could not be read"))
        #expect(outcome.code == 1)
    }

    @Test("The doctor names the language, and why it is not the one that is set")
    func doctor() throws {
        let folder = try Ferry.folder()
        for name in ["config", "config/ferry", "config/ferry/languages"] {
            try folder.makeFolder(name)
        }
        func languages(_ environment: [String: String]) throws -> String {
            try Outcome(["doctor"], environment: environment, in: folder).output
                .split(separator: "\n").first { $0.contains("language") || $0.contains("语言") }
                .map(String.init) ?? ""
        }
        #expect(try languages([:]).hasSuffix(" en"))
        #expect(try languages(LanguageRunTests.chinese).hasSuffix(" zh_CN"))
        #expect(try languages(["LC_ALL": "xx_YY.UTF-8"]).hasSuffix("no translation for xx_YY"))
        try folder.write("language = \"xx\"\n", to: "config/ferry/config.toml")
        #expect(try languages([:]).contains("Ferry has no translation for 'xx'"))
        try folder.write("msgid 1\n", to: "config/ferry/languages/xx.po")
        #expect(try languages([:]).contains("xx.po, line 1: A text in quotes must follow."))
    }

    @Test("Help and mistakes in a command line are said in the language, and fit the screen")
    func help() throws {
        let folder = try Ferry.folder()
        let help = try Outcome(
            ["get", "--help"], environment: LanguageRunTests.chinese, in: folder)
        #expect(help.code == 0)
        #expect(help.output.hasPrefix("概述："))
        #expect(help.output.contains("选项："))
        let fault = try Outcome(
            ["ls", "--bogus"], environment: LanguageRunTests.chinese, in: folder)
        #expect(fault.code == 2)
        #expect(fault.errors.hasPrefix("错误：未知选项“--bogus”"))
    }

    @Test("What programs read is the same in every language")
    func machines() throws {
        let folder = try Ferry.folder()
        try folder.write("hello", to: "here/hello.txt")
        for arguments in [["ls", "--json", "."], ["stat", "--json", "hello.txt"], ["queue"]] {
            let english = try Outcome(arguments, in: folder)
            let chinese = try Outcome(
                arguments, environment: LanguageRunTests.chinese, in: folder)
            #expect(english.code == 0 && english.output == chinese.output)
        }
    }
}
