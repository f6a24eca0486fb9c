import FTP
import Files
import Support
import Testing

@Suite("Paths in the form that each kind of server wants")
struct PathStyleTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "What PWD says tells the style, and where we are",
        arguments: [
            ("/", "UNIX Type: L8", .unix, []), ("/a/b", nil, .unix, ["a", "b"]),
            ("/C:/a", "Windows_NT", .unix, ["C:", "a"]), ("//", "UNIX", .unix, []),
            ("//host/a", "UNIX (CYGWIN)", .cygwin, ["host", "a"]),
            ("C:\\a\\b", "Windows_NT", .dos(separator: 0x5C), ["C:", "a", "b"]),
            ("C:\\", nil, .dos(separator: 0x5C), ["C:"]),
            ("d:", nil, .dos(separator: 0x5C), ["d:"]),
            ("C:/a/", nil, .dos(separator: 0x2F), ["C:", "a"]),
            ("\\a\\b", "Windows_NT", .dos(separator: 0x5C), ["a", "b"]),
            ("DISK$U:[SMITH.SUB]", "VMS", .vms, ["DISK$U:", "SMITH", "SUB"]),
            ("DISK$U:[000000]", nil, .vms, ["DISK$U:"]), ("[A.B^.C]", nil, .vms, ["A", "B.C"]),
            ("D:[A]", "VMS", .vms, ["D:", "A"]), ("DKA0:<A.B>", nil, .vms, ["DKA0:", "A", "B"]),
            ("DKA0:[000000.A]", nil, .vms, ["DKA0:", "A"]),
            ("'SMITH.'", "MVS is the operating system", .mvs, ["SMITH"]),
            ("''SMITH.''", nil, .mvs, ["SMITH"]), ("'A.B.C'", nil, .mvs, ["A", "B", "C"]),
            ("SMITH.", "MVS", .mvs, ["SMITH"]), ("/u/smith", "MVS", .unix, ["u", "smith"]),
            ("\\SYS.$VOL.SUB", "NONSTOP", .nonStop, ["\\SYS", "$VOL", "SUB"]),
            ("$VOL.SUB", nil, .nonStop, ["$VOL", "SUB"]),
            (":dev:a/b", "VxWorks", .vxWorks, [":dev:", "a", "b"]),
            (":dev:", nil, .vxWorks, [":dev:"]),
            ("SMITH.191", "z/VM", .opaque, ["SMITH.191"]), ("home/me", nil, .unix, ["home", "me"]),
        ] as [(String, String?, PathStyle, [String])])
    func reading(directory: String, system: String?, style: PathStyle, names: [String]) {
        let found = PathStyle(directory: directory.utf8, system: system)
        #expect(found == style)
        #expect(found.path(directory.utf8).components.map(\.text) == names)
    }

    @Test(
        "A directory, and a file in it, in full",
        arguments: [
            (.unix, "/a/b", "/a/b", "/a/b/f"), (.unix, "/", "/", "/f"),
            (.cygwin, "/host/a", "//host/a", "//host/a/f"),
            (.dos(separator: 0x5C), "/C:", "C:\\", "C:\\f"),
            (.dos(separator: 0x5C), "/C:/a/b", "C:\\a\\b", "C:\\a\\b\\f"),
            (.dos(separator: 0x2F), "/C:/a", "C:/a", "C:/a/f"),
            (.dos(separator: 0x5C), "/a", "\\a", "\\a\\f"),
            (.vms, "/DKA0:", "DKA0:[000000]", "DKA0:[000000]f"),
            (.vms, "/DKA0:/A/B.C", "DKA0:[A.B^.C]", "DKA0:[A.B^.C]f"), (.vms, "/A", "[A]", "[A]f"),
            (.mvs, "/SMITH/A.B", "'SMITH.A.B'", "'SMITH.A.B.f'"),
            (.nonStop, "/\\SYS/$VOL/SUB", "\\SYS.$VOL.SUB", "\\SYS.$VOL.SUB.f"),
            (.vxWorks, "/:dev:/a/b", ":dev:a/b", ":dev:a/b/f"),
        ] as [(PathStyle, String, String, String)])
    func writing(style: PathStyle, path: String, directory: String, file: String) throws {
        let path = Path(path)
        #expect(text(style.directory(path)) == directory)
        #expect(text(style.file(path.appending(try #require(Name("f"))))) == file)
        if style.hasRoot || !path.isRoot {
            // What we write is read as the same again.
            #expect(style.path(style.directory(path)) == path || style == .vms || style == .mvs)
        }
    }

    @Test("Members of a partitioned data set stand in parentheses")
    func members() {
        #expect(text(PathStyle.mvs.file(Path("/A/B/M"), isMember: true)) == "'A.B(M)'")
    }

    @Test("What cannot be named in full is entered step by step, or from next door")
    func steps() {
        let target = Path("/SMITH.191/a/b")
        let style = PathStyle.opaque
        #expect(style.approach(to: target, from: nil).map(text) == ["SMITH.191", "a", "b"])
        #expect(style.approach(to: target, from: Path("/SMITH.191/a")).map(text) == ["b"])
        #expect(PathStyle.unix.approach(to: target, from: nil).map(text) == ["/SMITH.191/a/b"])
    }

    @Test("No directory that a server names makes a trap or a climbing path")
    func random() {
        var generator = SeededNumbers(seed: 5)
        let alphabet = Array("AB:/\\[]<>.'$^;()0 \0".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let style = PathStyle(directory: bytes, system: Bool.random() ? "MVS" : nil)
            let path = style.path(bytes)
            #expect(path.components.allSatisfy { Name.isComponent($0.bytes) })
            _ = style.directory(path)
            _ = style.file(path)
        }
    }
}
