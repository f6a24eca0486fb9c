import Foundation
import Glibc
import Support
import Testing

/// A plan of the screen's whose process is killed.
@Suite("A plan that was begun on the screen is ended by another process")
struct PlanKillTests {
    private let place: ServedFolder

    private var folder: TemporaryFolder { place.folder }
    private var url: String { place.url }

    init() throws {
        place = try ServedFolder()
        for name in ["here/tree", "here/tree/d", "served/tree", "served/tree/old"] {
            try folder.makeFolder(name)
        }
        for number in 0..<30 {
            try folder.write(
                [UInt8](repeating: UInt8(number), count: 100_000 + number),
                to: "here/tree/\(number % 2 == 0 ? "d/" : "")f\(number)")
        }
        try folder.write("before", to: "served/tree/f1")
        try folder.write("before as well", to: "served/tree/f29")
        try folder.write("goes", to: "served/tree/old/goes")
    }

    /// The screen with a plan that deletes, and that is running.
    private func begin() throws -> Ferry {
        let ferry = try Ferry(
            ["--no-tls", "--limit-rate", "1M", folder.path("here/tree"), url + "/tree"],
            in: folder)
        try ferry.terminal.waitFor("old/")
        ferry.terminal.send("M")
        try ferry.terminal.waitFor("Delete what is extra")
        // What is extra is deleted.
        ferry.terminal.send("\u{1B}[B")
        ferry.terminal.send("\u{1B}[C")
        ferry.terminal.send("\r")
        try ferry.terminal.waitFor("33 of 33 ticked")
        ferry.terminal.send("\r")
        try ferry.terminal.waitFor("Run (y)")
        ferry.terminal.send("y")
        return ferry
    }

    private func run(_ arguments: [String]) throws -> Outcome { try place.run(arguments) }

    private func expectMirrored() {
        for number in 0..<30 {
            let name = "\(number % 2 == 0 ? "d/" : "")f\(number)"
            #expect(folder.read("served/tree/" + name) == folder.read("here/tree/" + name))
        }
        #expect(!folder.exists("served/tree/old"))
        let names = folder.names(in: "served/tree") + folder.names(in: "served/tree/d")
        #expect(names.filter { $0.hasPrefix(".ferry-") } == [".ferry-trash"])
    }

    @Test("After a kill 'ferry queue run' does the rest, and all of it is undone at once")
    func killed() throws {
        let ferry = try begin()
        let deadline = Deadline(seconds: 60)
        func copied() -> Int {
            (folder.names(in: "served/tree") + folder.names(in: "served/tree/d"))
                .count { $0.hasPrefix("f") }
        }
        while copied() < 8 {
            try #require(deadline.isOpen, "nothing is copied")
            // Whoever looks on takes nothing from the one that works.
            _ = try run(["queue"])
        }
        ferry.terminal.signal(SIGKILL)
        #expect(copied() < 30)
        #expect(try run(["queue"]).output.contains("\tmirror\t"))
        _ = try run(["queue", "run", "--no-tls"])
        #expect(try run(["queue"]).output.contains("\tdone\tmirror\t"))
        expectMirrored()
        _ = try run(["undo", "--no-tls"])
        #expect(folder.names(in: "served/tree") == ["f1", "f29", "old"])
        #expect(folder.read("served/tree/f29") == Array("before as well".utf8))
        #expect(folder.read("served/tree/old/goes") == Array("goes".utf8))
    }

    @Test("A screen that is left hands the plan over to the background")
    func left() throws {
        let ferry = try begin()
        try ferry.terminal.waitFor("You can leave this screen")
        ferry.terminal.send("\u{1B}")
        try ferry.terminal.waitFor("plan ")
        ferry.terminal.send("\u{1B}[21~")
        try ferry.terminal.waitUntil("the question to take keys") { screen in
            if screen.contains("Quit Ferry?") { ferry.terminal.send("b") }
            return screen.contains("The transfers continue in the background")
        }
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        let deadline = Deadline(seconds: 60)
        while try !run(["queue"]).output.contains("\tdone\tmirror\t") {
            try #require(deadline.isOpen, "the plan comes to no end")
        }
        expectMirrored()
    }
}
