import Digests
import Files
import Glibc
import Support
import Testing

@testable import SFTP

@Suite("Checksums and trees that the far side's shell tells")
struct ShellReadingTests {
    private let names = ["a\nb", "it's", "-rf", "$(touch x)", "a b", "*", "\\", "é"]

    private func checksum(_ bytes: [UInt8], _ algorithm: ChecksumAlgorithm) throws -> Checksum {
        let digester = try #require(Digester(algorithm))
        bytes.withUnsafeBytes { digester.update($0) }
        return try #require(digester.finish())
    }

    // MARK: Checksums

    @Test("Checksums of files of any name, by one script", arguments: ChecksumAlgorithm.allCases)
    func checksums(algorithm: ChecksumAlgorithm) throws {
        let bench = try ShellBench()
        for name in names { try bench.folder.write(Array(name.utf8), to: name) }
        try bench.folder.makeFolder("sub")
        let paths = (names + ["none", "sub"]).map { bench.path($0) }
        let found = try bench.files.checksums(of: paths, algorithm)
        if bench.files.checksumAlgorithms.contains(algorithm) {
            #expect(found.count == names.count)
            for name in names {
                #expect(try found[bench.path(name)] == checksum(Array(name.utf8), algorithm))
            }
            #expect(bench.opener.count == 1)
        } else {
            #expect(found.isEmpty)
            #expect(algorithm == .crc32)
        }
    }

    @Test("A program that says more than it should gives no file the checksum of another")
    func noise() throws {
        let tools = try TemporaryFolder(isInMemory: false)
        try tools.write(
            "#!/bin/sh\nc=$(cat)\ncase $c in one) echo note;; esac\n"
                + "printf %s \"$c\" | PATH=/usr/bin:/bin sha256sum\n", to: "sha256sum")
        #expect(chmod(tools.path("sha256sum"), 0o755) == 0)
        let bench = try ShellBench(
            .program(["env", "PATH=\(tools.path):/usr/bin:/bin", "sh"]))
        let texts = ["one", "two", "six", "ten", "abc", "def", "ghi", "jkl", "mno"]
        for text in texts {
            try bench.folder.write(text, to: text)
            var times = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
            #expect(utimes(bench.folder.path(text), &times) == 0)
        }
        let found = try bench.files.checksums(of: texts.map { bench.path($0) }, .sha256)
        #expect(found.count == texts.count - 1)
        #expect(found[bench.path("one")] == nil)
        for text in texts.dropFirst() {
            #expect(try found[bench.path(text)] == checksum(Array(text.utf8), .sha256))
        }
    }

    @Test("One small file is sooner read")
    func small() throws {
        let bench = try ShellBench()
        try bench.folder.write("hello", to: "file")
        #expect(try bench.files.checksums(of: [bench.path("file")], .sha256).isEmpty)
        #expect(bench.opener.count == 0)
    }

    @Test("Of another file than SFTP's nothing is believed")
    func elsewhere() throws {
        let bench = try ShellBench(isElsewhere: true)
        let other = try TemporaryFolder(isInMemory: true)
        let names = other.path.split(separator: "/").map(String.init)
        for count in 1...names.count {
            try bench.folder.makeFolder(names[..<count].joined(separator: "/"))
        }
        var paths: [Path] = []
        for number in 0..<9 {
            try other.write("mine", to: "\(number)")
            try bench.folder.write("theirs", to: other.path("\(number)"))
            paths.append(Path(other.path("\(number)")))
        }
        #expect(try bench.files.checksums(of: paths, .sha256).isEmpty)
        #expect(bench.opener.count == 1)
        #expect(!bench.isRefused)
        // What the shell does not see at all is another tree.
        for number in 0..<9 { try bench.folder.write("theirs", to: "only \(number)") }
        let only = (0..<9).map { Path("/only \($0)") }
        #expect(try bench.files.checksums(of: only, .sha256).isEmpty)
        #expect(bench.isRefused)
    }

    // MARK: Texts

    private func search(
        _ bench: ShellBench, _ names: [String], _ text: String, foldsCase: Bool = false
    ) throws -> [String: Bool] {
        let paths = Dictionary(uniqueKeysWithValues: names.map { (bench.path($0), $0) })
        let found = try bench.files.search(
            Array(paths.keys), for: Array(text.utf8), foldsCase: foldsCase
        ) { false }
        return Dictionary(
            uniqueKeysWithValues: found.compactMap { path, holds in
                paths[path].map { ($0, holds) }
            })
    }

    @Test("Which files hold a text, whatever their names and whatever the text, by one script")
    func texts() throws {
        for text in names + ["-e", "a.c", "'$(touch x)'", "\"", "[", "^x$"] where text != "a\nb" {
            let bench = try ShellBench()
            for name in names {
                try bench.folder.write(
                    name == "it's"
                        ? Array("first\n\0...\(text)...\nlast".utf8) : Array("abc axc".utf8),
                    to: name)
            }
            try bench.folder.makeFolder("sub")
            let found = try search(bench, names + ["none", "sub"], text)
            #expect(found == Dictionary(uniqueKeysWithValues: names.map { ($0, $0 == "it's") }))
            #expect(bench.opener.count == 1)
        }
    }

    @Test("The case of letters counts only where it is to")
    func letters() throws {
        let bench = try ShellBench()
        try bench.folder.write("One TWO", to: "file")
        #expect(try search(bench, ["file"], "two") == ["file": false])
        #expect(try search(bench, ["file"], "two", foldsCase: true) == ["file": true])
    }

    @Test("Without a shell, or a program for it, that is said; so is a text of two lines")
    func noTexts() throws {
        let tools = try TemporaryFolder(isInMemory: false)
        for name in ["sh", "stat"] {
            #expect(symlink("/bin/\(name)", tools.path(name)) == 0)
        }
        for bench in [
            try ShellBench(.program(["env", "PATH=\(tools.path)", "/bin/sh"])),
            try ShellBench(isElsewhere: true),
        ] {
            try bench.folder.write("One TWO", to: "file")
            #expect(throws: FileSystemError.self) { _ = try search(bench, ["file"], "two") }
        }
        let bench = try ShellBench()
        try bench.folder.write("a\nb", to: "file")
        #expect(throws: FileSystemError.self) { _ = try search(bench, ["file"], "a\nb") }
        #expect(bench.opener.count == 0)
    }

    // MARK: Trees

    private func tree(_ bench: ShellBench, _ name: String) throws -> (Bool, [TreeFinding]) {
        let path = bench.path(name)
        let known = try bench.files.list(path)
        var findings: [TreeFinding] = []
        let isDone = try bench.files.listTree(below: path, known: known, isStopped: { false }) {
            findings.append($0)
        }
        return (isDone, findings)
    }

    @Test("All that lies deeper is told as SFTP tells it, links as links, in one exchange")
    func tree() throws {
        let bench = try ShellBench()
        try bench.folder.makeFolder("top")
        for name in names {
            try bench.folder.makeFolder("top/\(name)")
            for other in names { try bench.folder.write(other, to: "top/\(name)/\(other)") }
        }
        #expect(symlink("../it's", bench.folder.path("top/it's/link")) == 0)
        try bench.folder.makeFolder("top/it's/deep")
        try bench.folder.write("x", to: "top/it's/deep/x")
        let (isDone, findings) = try tree(bench, "top")
        #expect(isDone)
        #expect(bench.opener.count == 1)
        #expect(findings.count == names.count * names.count + 3)
        for finding in findings {
            guard case .entry(let entry, let names) = finding else {
                Issue.record("\(finding)")
                continue
            }
            let path = Path(components: bench.path("top").components + names)
            #expect(try bench.files.entry(at: path) == entry)
        }
    }

    @Test("Where its own entries are others, nothing is told")
    func otherTree() throws {
        let bench = try ShellBench(isElsewhere: true)
        let other = try TemporaryFolder(isInMemory: true)
        try other.makeFolder("sub")
        try other.write("mine", to: "sub/file")
        let names = other.path("sub").split(separator: "/").map(String.init)
        for count in 1...names.count {
            try bench.folder.makeFolder(names[..<count].joined(separator: "/"))
        }
        // The names are the same, and the times are not.
        let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
        utimensat(AT_FDCWD, bench.folder.path(other.path("sub")), times + times, 0)
        let path = Path(other.path)
        let known = try bench.files.list(path)
        #expect(known.count == 1)
        let isDone = try bench.files.listTree(below: path, known: known, isStopped: { false }) {
            Issue.record("\($0)")
        }
        #expect(!isDone)
        #expect(bench.isRefused)
    }

    @Test(
        "What is no list of records is passed over, at any length of the pieces", arguments: 1...7)
    func records(size: Int) {
        let output = Array(
            ("f 644 3 12.5\0a/b\0\0x\0a/c\0\0- \0..\0\0q\0\0\0"
                + "-\0\0\0l 777 1 -5.1\0n\0to\0").utf8)
        var records = TreeRecords()
        var all: [TreeRecords.Record] = []
        for start in stride(from: 0, to: output.count, by: size) {
            all += records.feed(Array(output[start..<min(output.count, start + size)]))
        }
        #expect(all.count == 4)
        #expect(all[2] == .separator)
        #expect(!records.isForeign)
        _ = records.feed([UInt8](repeating: 0x61, count: 70_000))
        #expect(records.isForeign)
    }

    @Test("The end of the output is known by its last line only", arguments: 1...9)
    func output(size: Int) {
        let text =
            "noise\n-- ferry: shell begins --\nabc\n-- ferry: shell ends 3 --\nd"
            + "\n-- ferry: shell ends 7 --\n"
        let bytes = Array(text.utf8)
        var output = ShellOutput()
        var all: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            #expect(output.last?.status != 7)
            bytes[start..<min(bytes.count, start + size)].withUnsafeBytes { all += output.feed($0) }
        }
        #expect(output.hasBegun)
        #expect(output.last?.status == 7)
        all += output.last?.output ?? []
        #expect(all == Array("abc\n-- ferry: shell ends 3 --\nd".utf8))
    }
}
