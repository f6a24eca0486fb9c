import Archives
import Files
import Glibc
import Local
import Support
import Terminal
import Testing
import UI
import Work

@testable import Engine

@Suite("Looking at what is under the cursor")
struct PreviewReaderTests {
    private let volume = MemoryVolume()
    private let stop = Cancellation()

    private func content(
        _ path: String, _ kind: Entry.Kind = .file, size: UInt64? = nil
    ) throws -> PreviewContent? {
        let name = try #require(Path(path).name)
        let entry = Entry(name: name, kind: kind, size: size)
        let order = PreviewRequest(
            entry, at: Location(site: volume.site, path: Path(path)),
            area: Size(width: 40, height: 10), isASCII: false)
        let reader = PreviewReader(RequestID(rawValue: 3), order, stop, ArchiveMemory())
        guard case .previewed(_, let result)? = reader.run(on: volume.connect()) else {
            return nil
        }
        return try result.get()
    }

    @Test("Of a large file no more than the beginning is read")
    func large() throws {
        volume.add("/d/large.txt", [UInt8](repeating: 0x61, count: 5 << 20))
        guard case .bytes(let bytes, false, _, nil) = try content("/d/large.txt") else {
            Issue.record("It is not the beginning.")
            return
        }
        #expect(bytes.count == 64 << 10)
    }

    @Test("A directory gives its first entries, directories in front, and says how many it has")
    func directory() throws {
        for number in 0..<400 { volume.add("/d/file\(number)", "x") }
        volume.add("/d/zoo/inner", "x")
        guard case .entries(let entries, let count) = try content("/d", .directory) else {
            Issue.record("It is no directory.")
            return
        }
        #expect(entries.count == 300)
        #expect(entries.first?.name.text == "zoo")
        #expect(count == 401)
    }

    /// As `content`, of a file of this machine.
    private func contentHere(_ path: String) throws -> PreviewContent? {
        let files = LocalFileSystem()
        let entry = try #require(try files.entry(at: Path(path)))
        let order = PreviewRequest(
            entry, at: Location(site: .local, path: Path(path)),
            area: Size(width: 40, height: 10), isASCII: false)
        let reader = PreviewReader(RequestID(rawValue: 3), order, stop, ArchiveMemory())
        guard case .previewed(_, let result)? = reader.run(on: files) else { return nil }
        return try result.get()
    }

    @Test(
        "An archive shows what it holds, each directory before what is in it",
        arguments: ["all.tar", "all.tar.gz"])
    func archive(_ name: String) throws {
        let folder = try TemporaryFolder()
        for directory in ["tree", "tree/a", "tree/b"] { try folder.makeFolder(directory) }
        for file in ["tree/a/one", "tree/a/two", "tree/b/three"] {
            try folder.write(Array(file.utf8), to: file)
        }
        let command = "cd '\(folder.path)' && tar caf \(name) tree/a/one tree/b tree/a"
        #expect(Command.run(["/bin/sh", "-c", command]) == 0)
        guard case .archive(let entries, 6)? = try contentHere(folder.path(name)) else {
            Issue.record("It is not shown as an archive.")
            return
        }
        let shown = entries.map { String(repeating: " ", count: $0.depth) + $0.entry.name.text }
        #expect(shown == ["tree", " a", "  one", "  two", " b", "  three"])
        #expect(entries.filter { $0.entry.kind == .directory }.count == 3)
    }

    @Test("What is only named as an archive is shown as any other file, and why")
    func noArchive() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("no archive".utf8), to: "letter.zip")
        let content = try contentHere(folder.path("letter.zip"))
        guard case .bytes(let bytes, true, 10, "not a readable archive")? = content else {
            Issue.record("It is not shown as a file.")
            return
        }
        #expect(bytes == Array("no archive".utf8))
    }

    @Test("A server's archive that would have to be read whole is not, if it is large")
    func largeArchive() throws {
        volume.add("/d/large.tar.gz", [UInt8](repeating: 0x61, count: 2 << 20))
        let content = try content("/d/large.tar.gz", size: 2 << 20)
        guard case .bytes(let bytes, false, _, "Enter shows what it holds.")? = content else {
            Issue.record("It is not the beginning.")
            return
        }
        #expect(bytes.count == 64 << 10)
    }

    @Test("What nobody waits for any more is not read")
    func stopped() throws {
        volume.add("/d/file", "x")
        stop.cancel()
        #expect(try content("/d/file") == nil)
    }

    @Test("An empty file is not asked for")
    func empty() throws {
        guard case .bytes([], true, _, nil) = try content("/none", size: 0) else {
            Issue.record("It was read.")
            return
        }
    }

    @Test("Pictures are known by how they begin, and text that begins like one is text")
    func magic() {
        #expect(PreviewReader.isPicture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(PreviewReader.isPicture([0xFF, 0xD8, 0xFF, 0xE0]))
        #expect(PreviewReader.isPicture(Array("GIF89a....".utf8)))
        #expect(!PreviewReader.isPicture(Array("BMW and other cars, of which I know".utf8)))
        #expect(!PreviewReader.isPicture([]))
    }
}

@Suite("What a decoder of pictures may write")
struct PictureOutputTests {
    private let area = Size(width: 4, height: 2)

    private func rows(_ text: String) -> [String]? {
        PictureOutput.characters(Array(text.utf8), in: area)
    }

    private func kitty(_ text: String) -> String? {
        PictureOutput.kitty(Array(text.utf8), in: area)
    }

    @Test("Characters and colours pass; the cursor's hiding is dropped")
    func characters() {
        #expect(
            rows("\u{1B}[?25l\u{1B}[38;2;1;2;3;48;5;7m▄▄\u{1B}[0m\n▀\n\u{1B}[?25h") == [
                "\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;7m▄▄\u{1B}[0m\u{1B}[0m", "\u{1B}[0m▀\u{1B}[0m",
            ])
    }

    @Test(
        "Anything else is no picture",
        arguments: [
            "", "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{1B}[5;5H▄", "a\rb", "\u{7}", "\u{1B}c",
            "\u{1B}[?1049h", "▄▄▄▄▄", "▄\n▄\n▄", "テ", "\u{9B}31m", "\u{202E}", "\u{1B}[?25",
            "\u{1B}[" + String(repeating: "1;", count: 99) + "m▄", "\u{1B}P q\u{1B}\\",
        ])
    func hostile(text: String) {
        #expect(rows(text) == nil)
        #expect(PictureOutput.characters([0xFF, 0xFE, 0x41], in: area) == nil)
    }

    @Test("Pixels pass where they are sent along, no larger than their place")
    func pixels() {
        let first = "\u{1B}_Ga=T,f=32,s=80,v=24,c=4,r=2,m=1\u{1B}\\"
        let rest = "\u{1B}_Gm=1;AAKA/w+=\u{1B}\\\u{1B}_Gm=0;\u{1B}\\"
        #expect(kitty(first + rest + "\n") == first + rest)
    }

    @Test(
        "Files, other commands and larger pictures do not",
        arguments: [
            "\u{1B}_Ga=T,t=f,f=100;L2V0Yy9wYXNzd2Q=\u{1B}\\", "\u{1B}_Ga=d\u{1B}\\",
            "\u{1B}_Ga=T,f=32,s=1,v=1,c=5,r=1;AA\u{1B}\\", "\u{1B}_Ga=T,f=32;A\u{7}A\u{1B}\\",
            "\u{1B}_Gm=0;AA\u{1B}\\x", "", "\u{1B}_Ga=T,f=32;AA", "\u{1B}_Gf=32;AA\u{1B}\\",
        ])
    func hostilePixels(text: String) {
        #expect(kitty(text) == nil)
    }

    private func sixels(_ text: String) -> String? {
        SixelOutput.text(Array(text.utf8), width: 40, height: 24)
    }

    @Test("Sixels pass, no larger than their place")
    func sixels() {
        for text in [
            "\u{1B}P0;1;0q\"1;1;40;24#0;2;78;11;11#0!40~-#0~?$!39~-!40~-!40~\u{1B}\\",
            "\u{1B}Pq#1~~@@vv\u{1B}\\",
        ] {
            #expect(sixels(text) == text)
        }
    }

    @Test(
        "Anything else is no picture in sixels, and none that is larger",
        arguments: [
            "", "\u{1B}P", "\u{1B}Pq~", "\u{1B}Pq~\u{1B}[2J", "\u{1B}Pq!41~\u{1B}\\", "\u{1B}[2J",
            "\u{1B}Pq----~\u{1B}\\", "\u{1B}Pq\"1;1;41;24~\u{1B}\\", "\u{1B}Pq~\u{1B}\\x",
            "\u{1B}P$qm\u{1B}\\", "\u{1B}P+q544e\u{1B}\\", "\u{1B}Pq~\u{7}~\u{1B}\\",
            "\u{1B}Pq!999999~\u{1B}\\", "\u{1B}Pq!9\u{1B}\\", "\u{1B}Pq#1;2~\u{1B}\\",
            "\u{1B}Pq\u{1B}]0;a\u{7}\u{1B}\\", "\u{1B}Pqab\n\u{1B}\\",
        ])
    func hostileSixels(text: String) {
        #expect(sixels(text) == nil)
    }

    @Test("For sixels the decoder finds a terminal whose cells have the size of the user's")
    func cells() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "#!/bin/sh\n[ \"$(stty size <&2)\" = '100 100' ] && printf '\\033Pq~\\033\\\\'\n",
            to: "decoder")
        chmod(folder.path("decoder"), 0o755)
        let cell = try #require(CellPixels(width: 10, height: 20))
        let decoder = PictureDecoder(
            program: folder.path("decoder"), area: area, isASCII: false, stop: Cancellation(),
            way: .sixels(cell))
        guard case .sixels(let text) = try decoder.decode([1], number: 1).form else {
            Issue.record("It is no picture in sixels.")
            return
        }
        #expect(text == "\u{1B}Pq~\u{1B}\\")
        #expect(CellPixels(width: 0, height: 20) == nil && CellPixels(width: 8, height: 201) == nil)
    }

    @Test("What chafa writes is such a picture, whatever the size of a cell")
    func chafa() throws {
        guard Command.run(["sh", "-c", "command -v chafa >/dev/null"]) == 0 else {
            try Test.cancel("chafa is not installed")
        }
        // A PNG of two by two pixels.
        let picture: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
            0x44, 0x52,
            0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xFD,
            0xD4, 0x9A,
            0x73, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF,
            0xC0, 0xC0,
            0xF0, 0x9F, 0x81, 0x91, 0x81, 0xE1, 0xFF, 0xFF, 0xFF, 0x0C, 0x00, 0x1E, 0xF6, 0x04,
            0xFD, 0x09,
            0xED, 0x34, 0x3E, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
            0x82,
        ]
        for (width, height) in [(10, 20), (8, 16), (7, 13), (16, 33)] {
            let cell = try #require(CellPixels(width: width, height: height))
            let decoder = PictureDecoder(
                area: Size(width: 20, height: 9), isASCII: false, stop: Cancellation(),
                way: .sixels(cell))
            guard case .sixels(let text) = try decoder.decode(picture, number: 1).form else {
                Issue.record("It is no picture in sixels.")
                return
            }
            #expect(text.hasPrefix("\u{1B}P"))
        }
    }

    private func decode(_ script: String) throws -> Picture {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n\(script)\n", to: "decoder")
        chmod(folder.path("decoder"), 0o755)
        let decoder = PictureDecoder(
            program: folder.path("decoder"), area: area, isASCII: true, stop: Cancellation())
        return try decoder.decode([1, 2, 3], number: 9)
    }

    @Test("The decoder gets the bytes, no password, and limits that hold")
    func limits() throws {
        let picture = try decode(
            "[ \"$(wc -c)\" = 3 ] && [ -z \"$HOME$FERRY_PASSWORD\" ] && [ \"$(ulimit -t)\" = 5 ] "
                + "&& [ \"$(ulimit -f)\" = 0 ] && echo ok")
        guard case .characters(let rows) = picture.form else {
            Issue.record("It is no picture of characters.")
            return
        }
        #expect(rows == ["\u{1B}[0mok\u{1B}[0m"])
    }

    @Test(
        "A decoder that fails, writes without end or writes something else gives a sentence",
        arguments: ["exit 1", "yes", "printf '\\033]0;evil\\007'", "cat >/dev/null"])
    func failing(script: String) {
        #expect(throws: PictureDecoder.Refusal.self) { try decode(script) }
    }

    @Test("Where it is not installed that is said")
    func missing() {
        let decoder = PictureDecoder(
            program: "no-such-decoder", area: area, isASCII: false, stop: Cancellation())
        do throws(PictureDecoder.Refusal) {
            _ = try decoder.decode([1], number: 1)
            Issue.record("It was decoded.")
        } catch {
            guard case .missing = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
