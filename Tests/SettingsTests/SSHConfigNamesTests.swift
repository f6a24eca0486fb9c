import Files
import Support
import Testing

@testable import Settings

@Suite("The hosts that ssh's config names")
struct SSHConfigNamesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder(".ssh")
        try folder.makeFolder(".ssh/config.d")
    }

    private func names(_ config: String, command: String? = nil) throws -> [String] {
        try folder.write(config, to: ".ssh/config")
        return SSHConfigNames.load(command: command, home: folder.path).names
    }

    @Test("Literal words count, patterns and what is excluded do not")
    func words() throws {
        let config = """
            # Host comment
            Host web db01.example *.internal !d ?x a!b
              HostName 192.0.2.1
            host=nas
            HOST = "quoted" 'single' # Host behind
            \tHost\ttabbed web
            Host both !both -dash with/slash me@host
            Match host gate
            Hostx no
            Host
            Host "open
            """
        #expect(
            try names(config) == [
                "web", "db01.example", "nas", "quoted", "single", "tabbed", "open",
            ])
        #expect(try names("Host a\r\nHost b\r\n") == ["a", "b"])
        #expect(try names("") == [])
    }

    @Test("Files that are included are read, by patterns and below ~/.ssh")
    func included() throws {
        try folder.write("Host one", to: ".ssh/config.d/1.conf")
        try folder.write("Host two\nInclude ../three", to: ".ssh/config.d/2.conf")
        try folder.write("Host three", to: ".ssh/three")
        try folder.write("Host four", to: "four")
        #expect(
            try names(
                "Include config.d/*.conf three ~/four \(folder.path("none"))\nHost last")
                == ["one", "two", "three", "four", "last"])
    }

    @Test("Files that include each other come to an end")
    func circles() throws {
        try folder.write("Host a\nInclude config\nInclude config", to: ".ssh/other")
        #expect(try names("Include other\nHost b\nInclude config") == ["a", "b"])
    }

    @Test("No more names are read than anybody looks at")
    func bounded() throws {
        let config = (0..<5_000).map { "Host h\($0)\n" }.joined()
        #expect(try names(config).count == SSHConfigNames.nameLimit)
    }

    @Test("-F of the command names another file, or none")
    func command() throws {
        try folder.write("Host mine", to: "my config")
        let file = folder.path("my config")
        for command in [
            "ssh -F '\(file)'", "ssh -v -F\"\(file)\"", "A=b /usr/bin/ssh -4vF '\(file)' -p 3",
            "ssh -F none -F '\(file)'", "ssh -F '~/my config'", "exec ssh -o X=-F -F '\(file)'",
        ] {
            #expect(try names("Host web", command: command) == ["mine"], "\(command)")
        }
        for command in ["ssh", "", "ssh -o -F", "ssh --Fx", "ssh -p 22 F"]
        where command != "ssh -o -F" {
            #expect(try names("Host web", command: command) == ["web"], "\(command)")
        }
        #expect(try names("Host web", command: "ssh -F none") == [])
        #expect(try names("Host web", command: "ssh -F /no/such/file") == [])
    }

    @Test("What cannot be read is told, and the rest is there")
    func unreadable() throws {
        let large = String(repeating: "x", count: 2 << 20)
        try folder.write(large, to: ".ssh/large")
        try folder.write("Include large\nHost web", to: ".ssh/config")
        let names = SSHConfigNames.load(command: nil, home: folder.path)
        #expect(names.names == ["web"])
        #expect(names.trouble?.description.contains("larger than 1 MiB") == true)
        #expect(SSHConfigNames.load(command: nil, home: nil).names == [])
    }
}
