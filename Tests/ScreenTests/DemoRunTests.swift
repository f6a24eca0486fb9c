import Foundation
import Support
import Testing

@Suite("Ferry's demo, as a user sees it")
struct DemoRunTests {
    @Test("It starts with both panes, the log and the key bar, and quits")
    func start() throws {
        let folder = try Ferry.folder()
        try folder.write("hello", to: "here/hello.txt")
        let ferry = try Ferry(["demo"], in: folder)
        try ferry.waitForLeft("hello.txt")
        try ferry.waitForRight("crème brûlée.txt")
        try ferry.waitForRight("www/")
        try ferry.terminal.waitFor("226 ")
        #expect(ferry.screen.contains("10Quit"))
        #expect(ferry.screen.contains("/here"))
        #expect(ferry.screen.isAlternate)
        #expect(ferry.screen.unknown == [])
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        ferry.expectRestored()
    }

    @Test("A start loads neither OpenSSL nor libcurl, which would take as long as all the rest")
    func lightStart() throws {
        let folder = try Ferry.folder()
        try folder.write("hello", to: "here/hello.txt")
        let ferry = try Ferry([".", "."], in: folder)
        try ferry.waitForRight("hello.txt")
        let file = try #require(
            FileHandle(forReadingAtPath: "/proc/\(ferry.terminal.process)/maps"))
        let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
        #expect(maps.contains("libncursesw"))
        #expect(!maps.contains("libssl") && !maps.contains("libcrypto"))
        #expect(!maps.contains("libcurl"))
    }

    @Test("F5 copies a file down, and the queue tells of it")
    func copyDown() throws {
        let ferry = try Ferry.demo()
        try ferry.select("readme.txt")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy 'readme.txt'")
        ferry.terminal.send(.enter)
        ferry.terminal.send("w")
        try ferry.terminal.waitFor("Done 1")
        try ferry.terminal.waitFor("readme.txt")
        let copy = String(decoding: ferry.folder.read("here/readme.txt") ?? [], as: UTF8.self)
        #expect(copy.hasPrefix("This is Ferry's demo server"))
        ferry.terminal.send("w")
        try ferry.terminal.waitFor("10Quit")
        try ferry.waitForLeft("readme.txt", size: "152")
    }

    @Test("F5 copies a folder up with all that is in it")
    func copyUp() throws {
        let folder = try Ferry.folder()
        try folder.makeFolder("here/tree")
        try folder.makeFolder("here/tree/日本")
        try folder.write("one", to: "here/tree/one.txt")
        try folder.write("two", to: "here/tree/日本/two.txt")
        let ferry = try Ferry(["demo"], in: folder)
        try ferry.waitForRight("readme.txt")
        try ferry.select("tree")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy the directory 'tree' to")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("tree/")
        ferry.terminal.send(.tab)
        try ferry.select("tree")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("日本/")
        try ferry.waitForRight("one.txt")
    }

    @Test("A slow copy shows how far it is, browsing goes on, and quitting asks first")
    func progress() throws {
        let ferry = try Ferry.demo(["--server-rate", "100K"])
        try ferry.select("backups")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy the directory")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("receiving")
        try ferry.terminal.waitFor("K/s")
        // The other folders are there while the copy runs.
        try ferry.select("www")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("robots.txt")
        #expect(ferry.screen.contains("receiving"))
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("[>Stay (n)<]")
        ferry.terminal.send("y")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        ferry.expectRestored()
    }

    @Test("F3 shows a file, and q comes back")
    func view() throws {
        let ferry = try Ferry.demo()
        try ferry.select("readme.txt")
        ferry.terminal.send(.f3)
        try ferry.terminal.waitFor("This is Ferry's demo server")
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("10Quit")
        try ferry.waitForRight(">readme.txt")
    }

    @Test("F8 deletes only after a yes")
    func delete() throws {
        let ferry = try Ferry.demo()
        try ferry.select("readme.txt")
        ferry.terminal.send(.f8)
        try ferry.terminal.waitFor("Delete this")
        try ferry.terminal.waitFor("[>No (n)<]")
        ferry.terminal.send("n")
        try ferry.terminal.waitForNo("Delete this")
        try ferry.waitForRight("readme.txt")
        ferry.terminal.send(.f8)
        try ferry.terminal.waitFor("1 file")
        try ferry.terminal.waitFor("[>No (n)<]")
        ferry.terminal.send("y")
        try ferry.terminal.waitUntil("readme.txt to be gone") { _ in
            !ferry.right[..<20].contains { $0.contains("readme.txt") }
        }
    }

    @Test("F7 makes a directory, and r renames it")
    func makeAndRename() throws {
        let ferry = try Ferry.demo()
        ferry.terminal.send(.f7)
        try ferry.terminal.waitFor("directory")
        ferry.terminal.send("new folder\r")
        try ferry.waitForRight("new folder/")
        try ferry.select("new folder")
        // In place: the slash of a directory is not part of its name.
        ferry.terminal.send("r")
        try ferry.waitForRight(">new folder ")
        for _ in 0..<10 { ferry.terminal.send(.backspace) }
        ferry.terminal.send("older one\r")
        try ferry.waitForRight("older one/")
    }

    @Test("A file of the same name asks, and the answer is obeyed")
    func conflict() throws {
        let folder = try Ferry.folder()
        try folder.write("mine", to: "here/readme.txt")
        let ferry = try Ferry(["demo"], in: folder)
        try ferry.waitForRight("readme.txt")
        ferry.terminal.send(.tab)
        try ferry.select("readme.txt")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy 'readme.txt'")
        ferry.terminal.send(.enter)
        // The question waits until it is asked for; nothing else does.
        try ferry.terminal.waitFor("! ASK")
        #expect(folder.read("here/readme.txt") == Array("mine".utf8))
        ferry.terminal.send("Q")
        try ferry.terminal.waitFor("> s  Skip")
        ferry.terminal.send("o")
        try ferry.terminal.waitForNo("! ASK")
        try ferry.waitForLeft("readme.txt", size: "152")
    }

    @Test("After any keys and sizes the screen is what a redraw makes of it")
    func redrawn() throws {
        let folder = try Ferry.folder()
        for number in 0..<80 { try folder.write("\(number)", to: "here/file \(number).txt") }
        for name in ["テスト.bin", String(repeating: "漢", count: 60), "e\u{301}.txt"] {
            try folder.write(name, to: "here/\(name)")
        }
        let ferry = try Ferry(["demo"], in: folder)
        try ferry.waitForRight("readme.txt")
        // Here are only files: a marked directory would be counted on the server by and by.
        ferry.terminal.send(.tab)
        try ferry.select("backups")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("site-2024-11.tar.gz")
        try ferry.terminal.waitUntil("the last reply to be in the log") { screen in
            screen.cells.map { $0.map(\.text).joined() }
                .last { $0.contains("→") || $0.contains("←") }?.contains("226 ") == true
        }
        // All are answered at once: what comes later may come between erasing and looking.
        let keys = [
            "j", "k", "G", "gg", "\u{4}", "\u{15}", "\t", " ", "\u{1B}[F", "L", "w", "?",
            "\u{1B}[6~",
            "\u{1B}[5~", "v",
        ]
        let sizes = [(100, 30), (60, 16), (133, 35), (80, 24)]
        for round in 0..<21 {
            // Another step every round visits the keys in another order.
            for step in 0..<10 { ferry.terminal.send(keys[(round * 7 + step * (round + 1)) % 15]) }
            if round % 3 == 2 {
                let (columns, rows) = sizes[(round / 3 + 1) % sizes.count]
                let erasures = ferry.screen.erasures
                ferry.terminal.resize(columns: columns, rows: rows)
                // Else it could be erased, with the menu, after that was seen to come.
                try ferry.terminal.waitUntil("the new size to be drawn") { screen in
                    screen.erasures > erasures
                }
            }
            // The menu comes once all of it is done and drawn.
            ferry.terminal.send("\u{1B}[20~")
            try ferry.terminal.waitFor("  Options")
            // Not Esc, which a busy machine could join with the next key.
            ferry.terminal.send("\u{1B}[20~")
            try ferry.terminal.waitForNo("  Options")
            let erasures = ferry.screen.erasures
            ferry.terminal.send("\u{C}")
            do {
                try ferry.terminal.waitUntil("the screen to come back as it was") { screen in
                    screen.erasures > erasures && screen.isAsErased
                }
            } catch {
                Issue.record("round \(round): \(ferry.screen.changedSinceErased)")
                throw error
            }
        }
        // What terminals know that know little: nothing is shifted or repeated.
        #expect(ferry.screen.controls.isSubset(of: Set("ABCDGHJKXdhlmrt")))
    }
}
