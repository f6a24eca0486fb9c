import Files
import Settings
import Support
import Testing

@Suite("The configuration")
struct ConfigTests {
    private func failure(_ text: String) -> String {
        do {
            _ = try Config(text, file: "config.toml")
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("An empty file is the defaults")
    func defaults() throws {
        let config = try Config("# nothing\n", file: "config.toml")
        #expect(config == Config())
        #expect(config.theme == "auto")
        #expect(config.preset == .ferry)
        #expect(config.hasMouse && config.isNatural)
        #expect(config.connections == nil && config.limitRate == nil && config.timeout == 30)
    }

    @Test("Every setting is read")
    func all() throws {
        let config = try Config(
            """
            theme = "light"
            preset = "commander"
            ascii = true
            mouse = false
            show_hidden = true
            sort = "time"
            sort_reverse = true
            directories_first = false
            natural_sort = false
            connections = 4
            timeout = 10
            limit_rate = "1.5M"
            limit_times = ["08:00-18:00 500K"]
            on_done = "systemctl suspend"
            done_notice = "osc777"
            editor = "vim -n"
            open_with = ["*.pdf,*.ps zathura {} &", "* less"]
            """, file: "config.toml")
        #expect(try config.openWith.command(for: #require(Name("A.PDF"))) == "zathura {} &")
        #expect(try config.openWith.command(for: #require(Name("a.ps"))) == "zathura {} &")
        #expect(try config.openWith.command(for: #require(Name("a.txt"))) == "less")
        #expect(config.theme == "light" && config.preset == .commander)
        #expect(config.isASCII && !config.hasMouse && config.showsHidden)
        #expect(config.sort == .time && config.isReversed)
        #expect(!config.directoriesFirst && !config.isNatural)
        #expect(config.connections == 4 && config.timeout == 10)
        #expect(config.limitRate == 1_572_864)
        #expect(config.editor == "vim -n")
        #expect(config.limitTimes.limit(at: 600, usual: nil).bytesPerSecond == 512_000)
        #expect(config.onDone == "systemctl suspend" && config.doneNotice == .osc777)
    }

    @Test("Mistakes are one sentence with the line")
    func mistakes() {
        #expect(
            failure("\nthem = \"dark\"")
                == "config.toml, line 2: The setting 'them' is unknown; did you mean 'theme'?")
        #expect(
            failure("theme = 3")
                == "config.toml, line 1: 'theme' must be text in quotes, but is a whole number.")
        #expect(
            failure("sort = \"colour\"")
                == "config.toml, line 1: 'sort' must be one of \"name\", \"extension\", \"size\", \"time\", but is \"colour\"."
        )
        #expect(
            failure("ascii = \"yes\"")
                == "config.toml, line 1: 'ascii' must be true or false, but is a text.")
        #expect(
            failure("timeout = 0")
                == "config.toml, line 1: 'timeout' must be a whole number from 1 to 3600, but is 0."
        )
        #expect(failure("timeout = 2.5").hasSuffix("but is a decimal number."))
        #expect(failure("connections = 17").contains("from 1 to 16"))
        #expect(failure("limit_rate = \"fast\"").contains("bytes per second"))
        #expect(failure("limit_rate = -1").contains("bytes per second"))
        #expect(failure("editor = \"  \"").contains("is empty"))
        #expect(failure("a = 1\na = 2").hasPrefix("config.toml, line 2: This is not valid TOML ("))
        for header in ["[=", "[[#]]", "[ \t.a]", "[[]\n", "[é]"] {
            #expect(
                failure("ascii = true\n\(header)").hasPrefix(
                    "config.toml, line 2: This is not valid TOML ("))
        }
        #expect(failure("\u{FEFF}[=").hasPrefix("config.toml, line 1: This is not valid TOML ("))
        #expect(failure("[general]\nx = 1").contains("'general' is unknown"))
        #expect(failure("sort = \"\\u001B[31m\"").contains("\\x1b"))
    }

    @Test("A file that was named must be there; the usual one need not be")
    func files() throws {
        let folder = try TemporaryFolder()
        #expect(try Config.load(folder.path("config.toml"), isNamed: false) == Config())
        #expect(throws: SettingsError.self) {
            try Config.load(folder.path("config.toml"), isNamed: true)
        }
        #expect(throws: SettingsError.self) { try Config.load(folder.path, isNamed: false) }
        try folder.write("ascii = true", to: "config.toml")
        #expect(try Config.load(folder.path("config.toml"), isNamed: true).isASCII)
        try folder.write([0x23, 0x0A, 0x23, 0xFF], to: "config.toml")
        #expect(
            throws: SettingsError(
                file: folder.path("config.toml"), line: 2,
                "The file is not valid UTF-8; save it as UTF-8.")
        ) {
            try Config.load(folder.path("config.toml"), isNamed: true)
        }
        try folder.write([UInt8](repeating: 0x23, count: 2 << 20), to: "config.toml")
        #expect(throws: SettingsError.self) {
            try Config.load(folder.path("config.toml"), isNamed: true)
        }
    }

    @Test(
        "Rates",
        arguments: [
            ("500K", 512_000), ("2M", 2_097_152), ("1.5m", 1_572_864), ("1G", 1_073_741_824),
            ("4096", 4_096), ("0", 0), ("", nil), ("K", nil), ("-1", nil), ("1e9", nil),
            ("1.2.3", nil), ("nan", nil), ("9999999999999999999G", nil), (".5M", nil), ("2 M", nil),
        ] as [(String, UInt64?)])
    func rates(text: String, bytes: UInt64?) {
        #expect(ByteRate.parse(text) == bytes)
    }
}
