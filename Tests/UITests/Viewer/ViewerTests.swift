import Files
import Support
import Terminal
import Testing

@testable import UI

/// A file behind the viewer, of bytes that repeat: reads are answered from it, as the Engine would.
private struct Viewed {
    var screen: FullScreen
    let place: Location
    let length: Int
    let pattern: [UInt8]
    /// Reads that are not answered yet, and all that were asked for.
    private(set) var reads: [(request: RequestID, offset: Int, length: Int)] = []
    private(set) var asked: [Int] = []
    private(set) var stopped: [RequestID] = []

    init(
        _ width: Int = 60, _ height: Int = 16, length: Int, knowsSize: Bool = true,
        repeating pattern: [UInt8]
    ) throws {
        screen = FullScreen(width: width, height: height)
        place = location("/logs/a.txt", on: webServer)
        self.length = length
        self.pattern = pattern
        let entry = Entry(
            name: try #require(Name("a.txt")), kind: .file, size: knowsSize ? UInt64(length) : nil)
        take(screen.model.openViewer(entry, at: place))
    }

    init(_ bytes: [UInt8], _ width: Int = 60, _ height: Int = 16) throws {
        try self.init(width, height, length: bytes.count, repeating: bytes)
        answer()
    }

    private mutating func take(_ effects: [Effect]) {
        for effect in effects {
            if case .read(let request, place, let offset, let length) = effect {
                reads.append((request, Int(offset), length))
                asked.append(Int(offset))
            } else if case .stop(let request) = effect {
                stopped.append(request)
                reads.removeAll { $0.request == request }
            }
        }
    }

    mutating func press(_ names: String) {
        take(screen.press(names))
    }

    mutating func type(_ text: String) {
        take(screen.type(text))
    }

    /// Answers reads until no more are asked for.
    mutating func answer() {
        var rounds = 0
        while !reads.isEmpty, rounds < 10_000 {
            rounds += 1
            let read = reads.removeFirst()
            let end = min(length, read.offset + read.length)
            var bytes: [UInt8] = []
            while read.offset + bytes.count < end {
                let start = (read.offset + bytes.count) % pattern.count
                bytes += pattern[start...].prefix(end - read.offset - bytes.count)
            }
            let chunk = Chunk(
                offset: UInt64(read.offset), bytes: bytes, isLast: end == length,
                size: UInt64(length))
            take(screen.model.update(.chunk(read.request, .success(chunk))))
        }
    }

    var state: ViewerState? { screen.model.viewer }
    var lines: [String] { screen.lines }
    /// The rows between the title and the status.
    var body: [String] { Array(screen.lines.dropFirst().dropLast(2)) }
}

/// A line of `a`s, its line feed included.
private func line(_ length: Int) -> [UInt8] {
    Array(repeating: 0x61, count: length - 1) + [0x0A]
}

@Suite("The viewer")
struct ViewerTests {
    @Test("Text is shown with tabs, wide characters, marks, and controls made visible")
    func text() throws {
        var viewed = try Viewed(
            Array("hello\tworld\r\nテスト long \u{1b}[31m ".utf8)
                + Array(repeating: 0x61, count: 60) + Array("\ncafe\u{301} \u{202E}x\n\nend".utf8))
        #expect(
            viewed.lines == [
                " ftp://deploy@web01/logs/a.txt     100%  fetched 111 of 111",
                "hello   world",
                "テスト long \\x1b[31m " + String(repeating: "a", count: 39),
                String(repeating: "a", count: 21),
                "cafe\u{301} ‹202E›x",
                "",
                "end",
                "", "", "", "", "", "", "", "",
                " q back  / search  n next  x hex  W wrap  % go to  End end",
            ])
        viewed.press("W right")
        #expect(viewed.body[0] == "world")
        #expect(viewed.body[1].hasPrefix("ong \\x1b[31m aaa"))
        viewed.press("left left")
        #expect(viewed.body[0] == "hello   world")
    }

    @Test("Bytes that are no UTF-8 are shown as Latin-1, and what is no text in hexadecimal")
    func charsets() throws {
        let latin = try Viewed([0x63, 0x61, 0x66, 0xE9, 0x0A], 100, 30)
        #expect(latin.body[0] == "café")
        #expect(latin.lines[0].contains("Latin-1"))
        var binary = try Viewed((0..<40).map { UInt8($0) }, 100, 30)
        #expect(
            Array(binary.body.prefix(4)) == [
                "00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  ................",
                "00000010  10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f  ................",
                "00000020  20 21 22 23 24 25 26 27                            !\"#$%&'", "",
            ])
        binary.press("x")
        #expect(binary.body[0].hasPrefix("\\x00\\x01"))
    }

    @Test("Only what is looked at is fetched, and a little more, in one transfer")
    func fetching() throws {
        var viewed = try Viewed(length: 100 << 20, repeating: line(50))
        #expect(viewed.asked == [0])
        viewed.answer()
        #expect(viewed.asked == [0])
        #expect(viewed.state?.fetched == 256 << 10)
        #expect(viewed.lines[0].hasSuffix("fetched 256K of 100M"))
        for _ in 0..<250 { viewed.press("pagedown") }
        #expect(viewed.asked == [0, 256 << 10])
        let first = viewed.reads.first?.request
        viewed.answer()
        #expect(viewed.stopped.isEmpty)
        viewed.press("q")
        #expect(viewed.stopped == [first])
        #expect(viewed.screen.model.screen == .main)
        #expect(viewed.state == nil)
    }

    @Test("The end of a big file is reached by reading its end alone, and what is before on demand")
    func end() throws {
        let size = 3_650_722_201
        var viewed = try Viewed(length: size, repeating: line(50))
        viewed.answer()
        viewed.press("end")
        #expect(viewed.asked == [0, size - (256 << 10)])
        viewed.answer()
        #expect(viewed.lines[0].hasSuffix("100%  fetched 512K of 3.4G"))
        #expect(viewed.body.last?.isEmpty == false)
        #expect(viewed.stopped.count == 1)
        for _ in 0..<360 { viewed.press("pageup") }
        #expect(viewed.asked.last == size - (512 << 10))
        viewed.answer()
        viewed.press("home")
        viewed.answer()
        #expect(viewed.state?.top == 0)
        #expect(viewed.body[0] == String(repeating: "a", count: 49))
    }

    @Test("Without a known size the end is read up to, holding no more than the window")
    func endOfUnknown() throws {
        var viewed = try Viewed(length: 40 << 20, knowsSize: false, repeating: line(32))
        viewed.press("G")
        viewed.answer()
        #expect(viewed.state?.window.reachesEnd == true)
        #expect((viewed.state?.window.bytes.count ?? 0) <= ViewerWindow.capacity)
        #expect(viewed.state?.fetched == 40 << 20)
        #expect(viewed.state?.top == (40 << 20) - 13 * 32)
    }

    @Test(
        "A percentage, a size and an address are gone to",
        arguments: [
            ("50%", 50 << 20), ("1.5M", 1_572_864), ("0x100000", 1 << 20), ("1,048,576", 1 << 20),
            ("100%", 100 << 20), ("999G", 100 << 20),
        ])
    func goTo(text: String, offset: Int) throws {
        var viewed = try Viewed(length: 100 << 20, repeating: line(64))
        viewed.answer()
        viewed.press("%")
        viewed.type(text)
        viewed.press("enter")
        viewed.answer()
        let top = try #require(viewed.state?.top)
        #expect(top <= offset && offset - top <= 64 * 13)
        #expect((viewed.state?.fetched ?? 0) < 2 << 20)
    }

    @Test(
        "What is no place is refused",
        arguments: ["", "x", "-1", "101%", "0xZZ", "99999999999999999999"])
    func noPlace(text: String) throws {
        #expect(ViewerPosition(text) == nil)
        var viewed = try Viewed(Array("abc\n".utf8))
        viewed.press("%")
        viewed.type(text)
        viewed.press("enter")
        #expect(viewed.screen.model.status.importance == .warning)
    }

    @Test("Search goes through what is loaded, marks what it finds, and says what it looked at")
    func search() throws {
        let lines = (0..<200).map { $0 % 70 == 60 ? "line \($0) Needle" : "line \($0)" }
        var viewed = try Viewed(Array(lines.joined(separator: "\n").utf8))
        viewed.press("/")
        viewed.type("needle")
        #expect(viewed.lines[14] == " Search: needle")
        viewed.press("enter")
        #expect(viewed.body.contains("line 60 Needle"))
        #expect(viewed.screen.role(of: "Needle") == .paneMatch)
        viewed.press("n")
        #expect(viewed.body.contains("line 130 Needle"))
        viewed.press("n")
        #expect(viewed.body.contains("line 60 Needle"))
        viewed.press("N N")
        #expect(viewed.body.contains("line 60 Needle"))
        viewed.press("/")
        viewed.type("nEedle")
        viewed.press("enter")
        #expect(viewed.lines[14] == " This file does not contain 'nEedle'.")
        viewed.press("x /")
        viewed.type("line 199")
        viewed.press("enter")
        #expect(viewed.body.contains { $0.contains("6c 69 6e 65") })
    }

    @Test("A line without an end is broken in the same places from wherever it is looked at")
    func endlessLine() throws {
        var viewed = try Viewed(length: 300_000, repeating: Array("0123456789".utf8))
        viewed.answer()
        for _ in 0..<400 { viewed.press("pagedown") }
        viewed.answer()
        let there = viewed.body
        viewed.press("pageup pagedown")
        #expect(viewed.body == there)
        viewed.press("home")
        #expect(viewed.body[0] == String(repeating: "0123456789", count: 6))
        viewed.press("end")
        #expect(viewed.body.last?.last == "9")
    }

    @Test("A long line of wide characters is never broken inside one")
    func wideLine() throws {
        var viewed = try Viewed(Array(String(repeating: "漢", count: 20_000).utf8))
        while let top = viewed.state?.top, viewed.state?.window.end != nil {
            viewed.press("pagedown")
            #expect(viewed.body.allSatisfy { $0.allSatisfy { $0 == "漢" } })
            if viewed.state?.top == top { break }
        }
        #expect(viewed.lines[0].contains("100%"))
    }

    @Test("Empty, shrunk and refused files say what they are")
    func edges() throws {
        let empty = try Viewed([])
        #expect(empty.body[1] == "  The file is empty.")
        var shrunk = try Viewed(length: 10 << 20, repeating: line(1))
        shrunk.answer()
        shrunk.press("end")
        let read = try #require(shrunk.reads.first)
        let nothing = Chunk(offset: UInt64(read.offset), bytes: [], isLast: true, size: 600_000)
        _ = shrunk.screen.model.update(.chunk(read.request, .success(nothing)))
        #expect(shrunk.screen.lines.count == 16)
        var refused = try Viewed(length: 10, repeating: [0x61])
        let denied = FileSystemError(.denied, detail: "web01 does not let you read a.txt.")
        let request = try #require(refused.reads.first?.request)
        #expect(refused.screen.model.update(.chunk(request, .failure(denied))).isEmpty)
        #expect(refused.body[1] == "  web01 does not let you read a.txt.")
        refused.press("down")
        #expect(refused.asked == [0, 0])
    }

    @Test("Sizes and places beyond reason do no harm", arguments: ["100%", "0x7fffffffffffffff"])
    func nonsense(place: String) throws {
        for size in [UInt64.max, UInt64(Int.max), 1 << 60] {
            var viewed = try Viewed(length: 300, repeating: line(10))
            let request = try #require(viewed.reads.first?.request)
            let chunk = Chunk(offset: 0, bytes: line(300), isLast: false, size: size)
            _ = viewed.screen.model.update(.chunk(request, .success(chunk)))
            viewed.press("%")
            viewed.type(place)
            viewed.press("enter")
            let read = viewed.screen.model.viewer?.reading
            if let read {
                let more = Chunk(
                    offset: UInt64(read.offset), bytes: line(read.length), isLast: false, size: nil)
                _ = viewed.screen.model.update(.chunk(read.request, .success(more)))
            }
            viewed.press("x end home pagedown pageup")
            #expect(viewed.lines.count == 16)
        }
    }

    @Test("Help is left for the file, which stays where it was")
    func help() throws {
        var viewed = try Viewed(Array((0..<99).flatMap { Array("line \($0)\n".utf8) }))
        viewed.press("pagedown")
        let before = viewed.lines
        viewed.press("? escape")
        #expect(viewed.lines == before)
        #expect(viewed.stopped.isEmpty)
    }

    @Test("Late and foreign answers change nothing")
    func late() throws {
        var viewed = try Viewed(length: 10, repeating: [0x61])
        let request = try #require(viewed.reads.first?.request)
        let foreign = RequestID(rawValue: 999)
        let chunk = Chunk(offset: 0, bytes: [0x62], isLast: true, size: 1)
        #expect(viewed.screen.model.update(.chunk(foreign, .success(chunk))).isEmpty)
        #expect(viewed.state?.fetched == 0)
        viewed.press("q")
        #expect(viewed.screen.model.update(.chunk(request, .success(chunk))).isEmpty)
        #expect(viewed.state == nil)
    }

    @Test("It works at every size, through resizes and with every key", arguments: [1, 2, 3])
    func soak(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let bytes: [UInt8] = (0..<700_000).map { index in
            switch (index / 40_000) % 4 {
            case 0: UInt8.random(in: 0...255, using: &random)
            case 1: index % 30 == 0 ? 0x0A : UInt8.random(in: 0x20...0x7E, using: &random)
            case 2: Array("漢字テスト".utf8)[index % 15]
            default: 0x61
            }
        }
        var viewed = try Viewed(length: bytes.count, knowsSize: seed != 2, repeating: bytes)
        let keys = [
            "up", "down", "pageup", "pagedown", "home", "end", "ctrl-d", "ctrl-u", "left", "right",
            "x", "W", "n", "N", "/", "a", "enter", "%", "5", "0", "escape",
        ]
        for _ in 0..<120 {
            if viewed.state == nil { break }
            let key = keys.randomElement(using: &random) ?? "up"
            // Esc with nothing open would end it.
            if key == "escape", viewed.state?.typing == nil { continue }
            viewed.press(key)
            if Int.random(in: 0..<3, using: &random) == 0 { viewed.answer() }
            if Int.random(in: 0..<10, using: &random) == 0 {
                let width = Int.random(in: 60...200, using: &random)
                let height = Int.random(in: 16...60, using: &random)
                viewed.screen.resize(width, height)
            }
            let size = viewed.screen.model.size
            #expect(viewed.screen.model.view().cells.count == size.width * size.height)
        }
    }
}
