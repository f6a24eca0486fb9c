import Foundation
import Glibc
import Support
import Testing

/// What the screen keeps up to date goes on without it.
@Suite("What is kept up to date outlives its screen")
struct WatchKillTests {
    private let place: ServedFolder

    private var folder: TemporaryFolder { place.folder }
    private var url: String { place.url }

    init() throws {
        place = try ServedFolder()
        try folder.makeFolder("here/tree")
        try folder.makeFolder("served/tree")
        try folder.write("first", to: "here/tree/first")
    }

    /// The screen, once it keeps the directory up to date and has copied what was there.
    private func begin() throws -> Ferry {
        let ferry = try Ferry(
            ["--no-tls", folder.path("here/tree"), url + "/tree"], in: folder)
        try ferry.terminal.waitFor("This directory is empty")
        ferry.terminal.send("M")
        try ferry.terminal.waitFor("Keep up to date")
        for _ in 0..<9 { ferry.terminal.send("\u{1B}[B") }
        ferry.terminal.send("\u{1B}[C")
        try ferry.terminal.waitFor("yes, copy every change")
        ferry.terminal.send("\r")
        try ferry.terminal.waitFor("1 of 1 ticked")
        ferry.terminal.send("\r")
        try ferry.terminal.waitFor("Run (y)")
        ferry.terminal.send("y")
        try ferry.terminal.waitFor("1 watching")
        #expect(folder.read("served/tree/first") == Array("first".utf8))
        return ferry
    }

    private func run(_ arguments: [String]) throws -> Outcome { try place.run(arguments) }

    private func untilCopied(_ name: String) throws {
        let deadline = Deadline(seconds: 60)
        while folder.read("served/tree/" + name) != folder.read("here/tree/" + name) {
            try #require(deadline.isOpen, "it was not copied")
        }
    }

    @Test("In the background, until it is cancelled")
    func background() throws {
        let ferry = try begin()
        ferry.terminal.send("\u{1B}[21~")
        try ferry.terminal.waitUntil("the question to take keys") { screen in
            if screen.contains("Quit Ferry?") { ferry.terminal.send("b") }
            return screen.contains("The transfers continue in the background")
        }
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        try folder.write("second", to: "here/tree/second")
        try untilCopied("second")
        var row = try run(["queue"]).output
        let deadline = Deadline(seconds: 60)
        while !row.contains("\twatching\twatch\t") {
            try #require(deadline.isOpen, "it is not watched")
            row = try run(["queue"]).output
        }
        let job = try #require(row.split(separator: "\t").first)
        _ = try run(["queue", "cancel", String(job)])
        // Nothing is left to do: the process ends by itself.
        _ = try run(["queue", "run", "--no-tls"])
        try folder.write("third", to: "here/tree/third")
        _ = try run(["queue", "run", "--no-tls"])
        #expect(!folder.exists("served/tree/third"))
    }

    @Test("After a kill it takes up what has changed meanwhile")
    func killed() throws {
        let ferry = try begin()
        ferry.terminal.signal(SIGKILL)
        _ = try ferry.terminal.waitForEnd()
        try folder.write("first, changed", to: "here/tree/first")
        let again = try Ferry(
            ["--no-tls", folder.path("here/tree"), folder.path("here")], in: folder)
        try untilCopied("first")
        try again.terminal.waitFor("1 watching")
        try folder.write("third", to: "here/tree/third")
        try untilCopied("third")
    }
}
