import Support
import Testing

@Suite("Patterns in the paths of a server")
struct GlobRunTests {
    private let folder: TemporaryFolder
    private let share: RunningShare
    private let url: String

    init() throws {
        folder = try Ferry.folder()
        share = try RunningShare(["--writable"])
        url = "dav://127.0.0.1:\(share.port)"
        for name in ["a.gz", "b.gz", "c.txt", "x*y.gz"] { try share.root.write(name, to: name) }
        try share.root.makeFolder("logs")
        for year in ["2024", "2025"] {
            try share.root.makeFolder("logs/\(year)")
            try share.root.write(year, to: "logs/\(year)/a.gz")
            try share.root.write(year, to: "logs/\(year)/b.txt")
        }
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(arguments, in: folder)
    }

    private func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("ls prints what fits, below the directory that all of it is in") func list() throws {
        #expect(try run("ls", "\(url)/*.gz").output == "a.gz\nb.gz\nx*y.gz\n")
        #expect(try run("ls", "\(url)/x%2A*").output == "x*y.gz\n")
        #expect(try run("ls", "\(url)/logs/*/a.gz").output == "2024/a.gz\n2025/a.gz\n")
        #expect(try run("ls", "-0", "\(url)/[ab].gz").output == "a.gz\0b.gz\0")
        #expect(try run("ls", "\(url)/*/").output == "logs\n")
        // What is literally called so is no pattern.
        #expect(try run("ls", "\(url)/x*y.gz").output == "x*y.gz\n")
        let none = try run("ls", "\(url)/*.zip")
        #expect(none.code == 1)
        #expect(none.errors.contains("Nothing matches '\(url)/*.zip'"))
    }

    @Test("get, cp and put go by patterns") func copies() throws {
        #expect(try run("get", "\(url)/*.gz", folder.path(".")).code == 0)
        #expect(text("a.gz") == "a.gz")
        #expect(text("x*y.gz") == "x*y.gz")
        #expect(text("c.txt") == nil)
        #expect(try run("get", "-o", folder.path("one"), "\(url)/c.*").code == 0)
        #expect(text("one") == "c.txt")
        #expect(try run("get", "-o", "two", "\(url)/*.gz").code == 2)
        let directories = try run("get", "\(url)/l*", folder.path("."))
        #expect(directories.code == 1)
        #expect(directories.errors.contains("/logs is a directory; add -r"))
        #expect(try run("get", "-r", "\(url)/logs/2*", folder.path(".")).code == 0)
        #expect(text("2025/b.txt") == "2025")
        #expect(try run("cp", "\(url)/[bc].*", "\(url)/logs/2024/").code == 0)
        #expect(share.root.names(in: "logs/2024") == ["a.gz", "b.gz", "b.txt", "c.txt"])
        #expect(try run("put", folder.path("one"), "\(url)/logs/*5/").code == 0)
        #expect(share.root.names(in: "logs/2025") == ["a.gz", "b.txt", "one"])
        let two = try run("put", folder.path("one"), "\(url)/logs/*/")
        #expect(two.code == 2)
        #expect(two.errors.contains("matches 2 directories"))
        // Two of one name would be one.
        let same = try run("get", "\(url)/logs/*/a.gz", folder.path("."))
        #expect(same.code == 2)
        #expect(same.errors.contains("would both become"))
        #expect(try run("get", "-o", "-", "\(url)/c.*").output == "c.txt")
        #expect(try run("get", "-o", "-", "\(url)/*.gz").code == 2)
    }

    @Test("A name that is written out is no pattern, and no pattern replaces a file") func literal()
        throws
    {
        try share.root.makeFolder("[backup]")
        try share.root.write("inside", to: "[backup]/in")
        try share.root.write("one", to: "IMG1.jpg")
        try folder.write("new", to: "IMG[1].jpg")
        #expect(try run("ls", "\(url)/[backup]").output == "in\n")
        #expect(try run("put", folder.path("IMG[1].jpg"), "\(url)/IMG[1].jpg").code == 0)
        #expect(share.root.read("IMG[1].jpg") == Array("new".utf8))
        #expect(share.root.read("IMG1.jpg") == Array("one".utf8))
        let other = try run("put", folder.path("IMG[1].jpg"), "\(url)/IM*1.jpg")
        #expect(other.code == 2)
        #expect(other.errors.contains("matches no directory"))
        let removed = try run("rm", "\(url)/IMG[1].jpg", "\(url)/x*y.gz")
        #expect(removed.code == 0, "\(removed.errors)")
        #expect(!removed.errors.contains("matched"))
        #expect(share.root.names == ["IMG1.jpg", "[backup]", "a.gz", "b.gz", "c.txt", "logs"])
        // On WebDAV, too, a question mark is no query.
        let question = try run("rm", "\(url)/c.tx?")
        #expect(question.code == 0)
        #expect(question.errors.contains("1 name matched"))
        #expect(try run("rm", "\(url)/a.gz?").code == 1)
        #expect(share.root.names.contains("a.gz"))
    }

    @Test("No message has the password of a URL") func password() throws {
        let secret = "dav://u:s3cret@127.0.0.1:\(share.port)"
        for arguments in [
            ["mv", "\(secret)/*.gz", "\(secret)/c.txt"], ["ls", "\(secret)/none*"],
            ["rm", "\(secret)/*.gz"], ["put", folder.path("none"), "\(secret)/l*"],
        ] {
            let outcome = try Outcome(arguments, in: folder)
            #expect(outcome.code != 0)
            #expect(!outcome.errors.contains("s3cret"), "\(outcome.errors)")
        }
    }

    @Test("mv, rm and du say how many there are, and rm of several wants to be told so")
    func changes() throws {
        #expect(try run("du", "\(url)/logs/*").output == "8\t/logs/2024\n8\t/logs/2025\n")
        let move = try run("mv", "\(url)/[ab].gz", "\(url)/logs/")
        #expect(move.code == 0)
        #expect(move.errors.contains("2 names matched"))
        #expect(share.root.names(in: "logs") == ["2024", "2025", "a.gz", "b.gz"])
        let refused = try run("rm", "\(url)/logs/*.gz")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("--yes"))
        #expect(share.root.names(in: "logs").count == 4)
        #expect(try run("rm", "\(url)/c*").code == 0)
        #expect(try run("rm", "--yes", "\(url)/logs/*.gz").code == 0)
        #expect(share.root.names(in: "logs") == ["2024", "2025"])
        #expect(share.root.names == ["logs", "x*y.gz"])
    }

    @Test("A name with control characters is addressed, and never reaches a terminal as it is")
    func controls() throws {
        let name = "t\tn\ne\u{1B}[2J"
        try share.root.write("odd", to: name)
        let path = "\(url)/t%09n%0Ae%1B%5B2J"
        #expect(try run("cat", path).output == "odd")
        #expect(try run("ls", "-0", "\(url)/t*").output == name + "\0")
        #expect(
            try run("find", "-0", "--name", "t*", "--type", "f", url).output == "/\(name)\0")
        let missing = try run("cat", path + "x")
        #expect(missing.code == 1)
        #expect(missing.errors.contains("t\\tn\\ne\\x1b[2Jx"))
        #expect(!missing.errors.contains("\u{1B}"))
        #expect(try run("rm", path).code == 0)
        #expect(!share.root.names.contains(name))
    }
}
