import Files
import Support
import Testing
import UI

@testable import Engine

@Suite("Renaming many at once")
struct BatchRenamerTests {
    private let volume = MemoryVolume()

    private func run(
        _ pairs: [(String, String)], pause: (Double) -> Void = { _ in }
    ) throws -> RenameOutcome {
        BatchRenamer.run(
            try pairs.map {
                Renaming(from: try #require(Name($0.0)), to: try #require(Name($0.1)))
            }, in: Path("/d"), on: volume.connect(), pause: pause)
    }

    private func fill(_ names: String...) {
        for name in names { volume.add("/d/\(name)", name) }
    }

    /// The files that there are.
    private var files: [String] {
        volume.paths.filter { $0.hasPrefix("/d/") && !$0.hasSuffix("/") }
    }

    /// What each of the names holds.
    private func texts(_ names: String...) -> [String?] { names.map { volume.text("/d/\($0)") } }

    @Test("A swap, a cycle of three, a chain and single names, in any order")
    func cycles() throws {
        fill("a", "b", "c", "x", "y", "p", "q", "alone", "other")
        let outcome = try run([
            ("p", "q"), ("a", "b"), ("q", "r"), ("b", "c"), ("x", "y"), ("c", "a"), ("y", "x"),
            ("alone", "new"),
        ])
        #expect(outcome.failure == nil)
        #expect(outcome.renamed == 8)
        #expect(
            texts("b", "c", "a", "y", "x", "q", "r", "new", "other")
                == ["a", "b", "c", "x", "y", "p", "q", "alone", "other"])
        #expect(volume.paths.filter { $0.contains("ferry") } == [])
    }

    @Test("Random permutations come out as they were asked for", arguments: 0..<20)
    func random(seed: Int) throws {
        let names = (0..<12).map { "n\($0)" }
        for name in names { volume.add("/d/\(name)", name) }
        let shuffled = names.shuffled()
        let pairs = names.indices.map { (names[$0], shuffled[$0]) }.filter { $0.0 != $0.1 }
        let outcome = try run(pairs)
        #expect(outcome.failure == nil)
        for (old, new) in pairs { #expect(volume.text("/d/\(new)") == old) }
        #expect(files.count == 12)
    }

    @Test("Nothing is done where a name has gone, or a new one is there by now")
    func checks() throws {
        fill("a", "b", "taken")
        let gone = try run([("a", "x"), ("gone", "y")])
        #expect(gone.renamed == 0)
        #expect(gone.failure?.kind == .notFound)
        let taken = try run([("a", "x"), ("b", "taken")])
        #expect(taken.renamed == 0)
        #expect(taken.failure?.kind == .exists)
        let twice = try run([("a", "x"), ("b", "x")])
        #expect(twice.failure?.kind == .exists)
        #expect(texts("a", "b", "taken") == ["a", "b", "taken"])
    }

    @Test(
        "After a failure at any step every file is there, and none under a temporary name",
        arguments: ["/d/a", "/d/b", "/d/c"])
    func failure(path: String) throws {
        fill("a", "b", "c")
        volume.lay(MemoryFault(.rename, path, MemoryFault.refused()))
        let outcome = try run([("a", "b"), ("b", "c"), ("c", "a")])
        #expect(outcome.failure?.kind == .denied)
        #expect(outcome.leftBehind == nil)
        #expect(outcome.renamed == 0)
        let all = files
        #expect(all.count == 3)
        #expect(Set(all.compactMap { volume.text($0) }) == ["a", "b", "c"])
        #expect(!all.contains { $0.contains("ferry") })
    }

    @Test("A line that is cut on the way leaves every file, and says what is called how")
    func cut() throws {
        fill("a", "b", "c")
        volume.lay(MemoryFault(.rename, "/d/c", MemoryFault.broken(), times: 99))
        let outcome = try run([("a", "b"), ("b", "c"), ("c", "a")])
        #expect(outcome.failure?.kind == .connection)
        let all = files
        #expect(Set(all.compactMap { volume.text($0) }) == ["a", "b", "c"])
        for left in [outcome.leftBehind].compactMap({ $0 }) {
            #expect(volume.text("/d/" + left.to.text(on: .local)) == left.from.text(on: .local))
        }
    }

    @Test(
        "A server that obeys half a command, as its line is cut, keeps no file under half a name",
        arguments: [1, 9, 14, 20])
    func halfCommand(length: Int) throws {
        fill("a", "b", "c")
        volume.lay(MemoryFault(.rename, "/d/a", .shorten(to: length)))
        let outcome = try run([("a", "b"), ("b", "c"), ("c", "a")])
        #expect(outcome.failure?.kind == .connection)
        #expect(outcome.leftBehind == nil)
        #expect(files.count == 3)
        #expect(["a", "b", "c"].map { volume.text("/d/" + $0) } == ["a", "b", "c"])
    }

    private static let vanished = MemoryFault.Action.fail(
        FileSystemError(.notFound, detail: "There is no such file."))

    @Test(
        "A server that is still about to move a file aside, when its line was cut, is waited for",
        arguments: [MemoryFault.broken(), vanished])
    func lateServer(refusal: MemoryFault.Action) throws {
        fill("a", "b", "c")
        volume.lay(MemoryFault(.rename, "/d/a", refusal))
        var pauses: [Double] = []
        // The old name at first, then neither, then the temporary one.
        let outcome = try run([("a", "b"), ("b", "c"), ("c", "a")]) { seconds in
            pauses.append(seconds)
            switch pauses.count {
            case 1: volume.remove("/d/a")
            case 2:
                let asked = volume.log.last { $0.hasPrefix("rename /d/a ") }
                volume.add(String(asked?.split(separator: " ").last ?? ""), "a")
            default: break
            }
        }
        #expect(pauses == [0.1, 0.2])
        #expect(outcome.failure != nil && outcome.leftBehind == nil && outcome.renamed == 0)
        #expect(files.count == 3)
        #expect(texts("a", "b", "c") == ["a", "b", "c"])
    }

    @Test(
        "What stays away is waited for no longer than a moment; after a cut line its other name is said"
    )
    func goneForGood() throws {
        for (refusal, isSaid) in [
            (MemoryFault.broken(), true), (BatchRenamerTests.vanished, false),
        ] {
            fill("a", "b")
            volume.lay(MemoryFault(.rename, "/d/a", refusal))
            var pauses = 0
            let outcome = try run([("a", "b"), ("b", "a")]) { _ in
                pauses += 1
                volume.remove("/d/a")
            }
            #expect(pauses == 4)
            #expect(outcome.failure != nil && outcome.renamed == 0)
            #expect((outcome.leftBehind != nil) == isSaid)
        }
    }

    @Test(
        "Nothing is put back that a server may still come to: it would replace what was put there")
    func pendingRename() throws {
        fill("a", "b", "c")
        volume.lay(MemoryFault(.rename, "/d/c", MemoryFault.broken()))
        let outcome = try run([("a", "b"), ("b", "c"), ("c", "a")]) { _ in volume.remove("/d/c") }
        let left = try #require(outcome.leftBehind)
        #expect(left.from.text(on: .local) == "a")
        #expect(volume.text("/d/" + left.to.text(on: .local)) == "a")
        // The server comes to it.
        volume.add("/d/a", "c")
        #expect(texts("a", "b") == ["c", "b"])
        #expect(files.count == 3)
    }

    @Test("The last rename of a cycle that a server may still come to is left to it")
    func pendingEnd() throws {
        fill("a", "b")
        volume.afterRenaming { [volume] old, new in
            guard old == Path("/d/a") else { return }
            volume.lay(MemoryFault(.rename, new.text, MemoryFault.broken()))
        }
        let outcome = try run([("a", "b"), ("b", "a")]) { _ in
            let asked = volume.log.last { $0.hasPrefix("rename /d/ferry-rename-") }
            volume.remove(String(asked?.split(separator: " ").dropFirst().first ?? ""))
        }
        #expect(outcome.leftBehind?.from == Name("a") && outcome.leftBehind?.to == Name("b"))
        #expect(outcome.failure != nil && outcome.renamed == 1)
        #expect(texts("a") == ["b"])
        #expect(files.count == 1)
    }

    @Test("Where looking again fails, what was seen first counts")
    func secondLook() throws {
        fill("a", "b")
        volume.lay(MemoryFault(.rename, "/d/a", MemoryFault.broken()))
        let outcome = try run([("a", "b"), ("b", "a")]) { _ in
            volume.lay(MemoryFault(.list, "/d", MemoryFault.broken(), times: 9))
        }
        #expect(outcome.failure != nil && outcome.leftBehind == nil)
        #expect(texts("a", "b") == ["a", "b"])
    }

    @Test("Nothing is waited for that the server has refused in words")
    func refusal() throws {
        fill("a", "b")
        volume.lay(MemoryFault(.rename, "/d/a", MemoryFault.refused()))
        let outcome = try run([("a", "b"), ("b", "a")]) { _ in Issue.record("It waited.") }
        #expect(outcome.failure?.kind == .denied && outcome.leftBehind == nil)
    }
}
