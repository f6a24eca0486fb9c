import Support
import Testing

@Suite("Settings on the command line")
struct ConfigurationRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["config", "config/ferry", "config/ferry/themes"] {
            try folder.makeFolder(name)
        }
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(["config"] + arguments, in: folder)
    }

    private var file: String { folder.path("config/ferry/config.toml") }

    @Test("The paths, and what is not as it would be without the file")
    func show() throws {
        let bare = try run()
        #expect(bare.code == 0 && bare.errors.isEmpty)
        #expect(bare.output.contains("\(file) (not there)\n"))
        #expect(bare.output.hasSuffix("\n\n# All settings have their defaults.\n"))
        try folder.write(
            "# Mine.\ntimeout = 9\nmouse = true\nshell=false\n", to: "config/ferry/config.toml")
        let changed = try run()
        #expect(changed.code == 0 && changed.errors.isEmpty)
        #expect(changed.output.contains("\(file)\n"))
        #expect(changed.output.contains("\ntimeout = 9  # \(file), line 2\n"))
        #expect(changed.output.hasSuffix("\nshell = false  # \(file), line 4\n"))
        #expect(!changed.output.contains("mouse"))
        try folder.write("timeout = 0\n", to: "other.toml")
        let broken = try run("--config", folder.path("other.toml"))
        #expect(broken.code == 2 && broken.output.isEmpty)
        #expect(broken.errors.contains("other.toml, line 1: 'timeout' must be"))
    }

    @Test("The defaults can be saved as they are, whatever is wrong with the present file")
    func defaults() throws {
        try folder.write("timeout = \n", to: "config/ferry/config.toml")
        let defaults = try run("--defaults")
        #expect(defaults.code == 0 && defaults.errors.isEmpty)
        #expect(defaults.output.contains("\n#timeout = 30\n"))
        #expect(defaults.output.contains("\n#ssh_command = "))
        try folder.write(defaults.output, to: "config/ferry/config.toml")
        #expect(try run("check").code == 0)
        #expect(try run().output.hasSuffix("\n# All settings have their defaults.\n"))
    }

    @Test("Every file is checked, and every flaw has its file and line")
    func check() throws {
        let none = try run("check")
        #expect(none.code == 0 && none.output.isEmpty)
        try folder.write("timeot = 9\nascii = 1\n", to: "config/ferry/config.toml")
        try folder.write("[[site]]\nname = \"a\"\n", to: "config/ferry/sites.toml")
        try folder.write("[keys]\nx = \"go.topp\"\n", to: "config/ferry/keymap.toml")
        try folder.write("[roles]\npain = \"red\"\n", to: "config/ferry/themes/mine.toml")
        let wrong = try run("check")
        #expect(wrong.code == 1 && wrong.output.isEmpty)
        let lines = wrong.errors.split(separator: "\n").map {
            $0.replacing(folder.path("config/ferry/"), with: "")
        }
        #expect(lines.count == 5)
        #expect(
            lines.first
                == "ferry: config.toml, line 1: The setting 'timeot' is unknown; did you mean 'timeout'?"
        )
        for start in [
            "config.toml, line 2: ", "sites.toml, line 1: ", "keymap.toml, line 2: ",
            "themes/mine.toml, line 2: ",
        ] {
            #expect(lines.contains { $0.hasPrefix("ferry: \(start)") }, "\(start)")
        }
        try folder.write("", to: "config/ferry/config.toml")
        let rest = try run("check")
        #expect(rest.code == 1 && rest.output == "\(file): no mistakes\n")
        let named = try run("check", "--config", folder.path("gone.toml"))
        #expect(named.code == 1 && named.errors.contains("gone.toml: The file does not exist."))
    }
}
