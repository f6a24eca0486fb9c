import Files
import Glibc
import Support
import Testing

@testable import SFTP

/// Names that mean something to a shell, or to a program's options.
private let oddNames: [[UInt8]] =
    [
        "a\nb", "it's", "\"", "-rf", "$(touch x)", "`touch x`", "a b", "*", "!", "\\", "~", "..a",
        "#", "&& touch x", ".hidden", "é",
    ].map { Array($0.utf8) } + [[0x66, 0xFF, 0xFE]]

@Suite("Removing a tree by the far side's shell")
struct ShellRemovalTests {
    private func plant(_ bench: ShellBench, at top: [UInt8] = Array("top".utf8)) throws {
        let root = Array(bench.folder.path.utf8) + [0x2F] + top
        for (index, directory) in ([[]] + oddNames).enumerated() {
            let place = directory.isEmpty ? root : root + [0x2F] + directory + Array(" d".utf8)
            #expect(mkdir(cString(place), 0o755) == 0, "\(index)")
            for name in oddNames {
                let file = open(cString(place + [0x2F] + name), O_WRONLY | O_CREAT, 0o644)
                #expect(file >= 0)
                close(file)
            }
        }
    }

    private func cString(_ bytes: [UInt8]) -> [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    @Test(
        "All of it goes, whatever the names are, and nothing beside it", arguments: ["sh", "bash"])
    func names(shell: String) throws {
        let bench = try ShellBench(.program([shell]))
        try plant(bench)
        try bench.folder.write("mine", to: "beside")
        let found = try bench.remove(bench.path("top"))
        #expect(found.isDone)
        #expect(found.count == oddNames.count * (oddNames.count + 1))
        #expect(try bench.all == ["beside", "top"])
        #expect(bench.opener.count == 1)
    }

    @Test("A directory of any name is found", arguments: oddNames.indices)
    func top(index: Int) throws {
        let bench = try ShellBench()
        let name = oddNames[index]
        try plant(bench, at: name)
        let path = bench.path("").appending(try #require(Name(name)))
        #expect(try bench.remove(path).isDone)
        #expect(try bench.files.list(path).isEmpty)
        #expect(try bench.files.list(bench.path("")).count == 1)
    }

    @Test(
        "Where a path is another directory to the shell, nothing is removed, and it is remembered")
    func elsewhere() throws {
        let bench = try ShellBench(isElsewhere: true)
        // The path that SFTP names leads to something else on this machine.
        let other = try TemporaryFolder(isInMemory: true)
        try other.makeFolder("top")
        try other.write("mine", to: "top/file")
        let names = other.path("top").split(separator: "/").map(String.init)
        for count in 1...names.count {
            try bench.folder.makeFolder(names[..<count].joined(separator: "/"))
        }
        try bench.folder.write("theirs", to: other.path("top/file"))
        let found = try bench.remove(Path(other.path("top")))
        #expect(!found.isDone)
        #expect(found.count == 0)
        #expect(other.read("top/file") == Array("mine".utf8))
        #expect(bench.folder.read(other.path("top/file")) == Array("theirs".utf8))
        #expect(try bench.files.list(Path(other.path("top"))).count == 1)
        #expect(bench.isRefused)
        #expect(bench.files.treeRemovalDelay == nil)
        #expect(try bench.remove(Path(other.path("top"))).isDone == false)
        #expect(bench.opener.count == 1)
    }

    @Test("What links lead to stays, and a link itself is not entered")
    func links() throws {
        let bench = try ShellBench()
        for name in ["top", "top/sub", "outside"] { try bench.folder.makeFolder(name) }
        try bench.folder.write("mine", to: "outside/file")
        #expect(symlink("../../outside", bench.folder.path("top/sub/link")) == 0)
        #expect(symlink(bench.folder.path("outside"), bench.folder.path("top/link")) == 0)
        #expect(symlink("outside", bench.folder.path("given")) == 0)
        #expect(try !bench.remove(bench.path("given")).isDone)
        #expect(bench.opener.count == 0)
        #expect(try bench.remove(bench.path("top")).isDone)
        #expect(try bench.all == ["given", "outside", "outside/file", "top"])
    }

    @Test("What is no shell is found out, remembered, and nothing is left behind")
    func noShell() throws {
        let offers: [ShellBench.Offer] = [
            .absent, .program(["false"]), .program(["echo", "This account is not available."]),
            .program(["head", "-c", "100000", "/dev/zero"]),
        ]
        for offer in offers {
            let bench = try ShellBench(offer)
            try bench.folder.makeFolder("top")
            try bench.folder.write("mine", to: "top/file")
            #expect(try !bench.remove(bench.path("top")).isDone)
            #expect(try bench.all == ["top", "top/file"])
            #expect(bench.isRefused, "\(offer)")
            _ = try bench.remove(bench.path("top"))
            #expect(bench.opener.count == 1)
        }
    }

    @Test("Where there is no room for one, it is tried again")
    func noRoom() throws {
        let bench = try ShellBench(.unavailable)
        try bench.folder.makeFolder("top")
        for count in 1...2 {
            #expect(try !bench.remove(bench.path("top")).isDone)
            #expect(bench.opener.count == count)
        }
        #expect(!bench.isRefused)
        #expect(try bench.all == ["top"])
    }

    @Test("A site's setting turns it off")
    func off() throws {
        var site = SFTPBench.site
        site[SFTPOptions.shell] = false
        let bench = try ShellBench(site: site)
        try bench.folder.makeFolder("top")
        #expect(try !bench.remove(bench.path("top")).isDone)
        #expect(bench.files.treeRemovalDelay == nil)
        #expect(bench.opener.count == 0)
    }

    @Test("What a login script writes first is passed over; a shell without -printf will do")
    func noise() throws {
        let bench = try ShellBench(
            .program([
                "sh", "-c",
                """
                echo 'Good morning'; printf '\\033[1mno line end'
                find() { case "$*" in *printf*) return 1;; *) command find "$@";; esac }
                exec sh
                """,
            ]))
        try plant(bench)
        #expect(try bench.remove(bench.path("top")).isDone)
        #expect(try bench.all == ["top"])
    }

    @Test("No end and no beginning of the script removes anything by itself")
    func cut() throws {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("top")
        try folder.write("mine", to: "top/file")
        let bench = try ShellBench(
            .program(["dd", "of=\(folder.path("script"))", "bs=64k", "count=1"]))
        try bench.folder.makeFolder("top")
        _ = try bench.remove(bench.path("top"))
        let script = try #require(folder.read("script"))
        #expect(script.count > 300)
        for cut in stride(from: 1, to: script.count, by: 3) {
            try folder.write(Array(script[cut...]), to: "end")
            try folder.write(Array(script[..<cut]), to: "beginning")
            for name in ["end", "beginning"] {
                _ = Command.run([
                    "sh", "-c",
                    "cd '\(folder.path("top"))' && exec sh <'\(folder.path(name))' >/dev/null 2>&1",
                ])
            }
        }
        #expect(folder.read("top/file") == Array("mine".utf8))
    }

    @Test("Stopped under way, it ends there too")
    func stopped() throws {
        // The program that removes waits until it is ended.
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write(
            """
            #!/bin/sh
            case "$*" in *dev/null*) exit 0;; esac
            echo $$ > '\(folder.path("number"))'
            mv '\(folder.path("number"))' '\(folder.path("begun"))'
            exec sleep 60

            """, to: "find")
        chmod(folder.path("find"), 0o755)
        let bench = try ShellBench(
            .program(["env", "PATH=\(folder.path):/usr/bin:/bin", "sh"]))
        try bench.folder.makeFolder("top")
        let error = #expect(throws: FileSystemError.self) {
            try bench.remove(bench.path("top")) { folder.exists("begun") }
        }
        #expect(error?.kind == .cancelled)
        #expect(try bench.all == ["top"])
        let text = String(decoding: folder.read("begun") ?? [], as: UTF8.self)
        let number = try #require(pid_t(text.filter(\.isNumber)))
        let deadline = Support.Deadline(seconds: 10)
        while kill(number, 0) == 0, deadline.isOpen { poll(nil, 0, 5) }
        #expect(kill(number, 0) != 0)
    }
}
