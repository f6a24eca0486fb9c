import Files
import Glibc
import Jobs
import Local
import Support
import Testing
import Transfers
import UI
import Work

@testable import Engine

@Suite("Undoing on this machine")
struct UndoerTests {
    private let folder: TemporaryFolder
    private let trash: Trash

    init() throws {
        folder = try TemporaryFolder()
        trash = Trash(TrashPlaces(home: Path(folder.path("Trash")), mountPoints: { [] }))
    }

    private func path(_ name: String) -> Path { Path(folder.path(name)) }

    private func undo(_ steps: UndoStep...) -> UndoResult {
        undo(UndoRecord(.copy, on: .local, time: 1_800_000_000, steps: steps))
    }

    private func undo(_ record: UndoRecord) -> UndoResult {
        var record = record
        for index in record.steps.indices where record.steps[index].number == 0 {
            record.steps[index].number = Int64(index + 1)
        }
        record.count = record.steps.count
        return Undoer.run(
            record, on: LocalFileSystem(trash: trash), trash: trash, stop: Cancellation())
    }

    private func reasons(_ result: UndoResult) -> [FileSystemError.Kind] {
        result.failures.first.map(\.kind)
    }

    @Test("A file that was made goes only as it was made: size, time, and no link")
    func madeFile() throws {
        let time = Timestamp(seconds: 1_700_000_000)
        let what = UndoStep.What.madeFile(size: 3, modified: time)
        func make(_ name: String, _ text: String, at seconds: Int64 = 1_700_000_000) throws {
            try folder.write(text, to: name)
            var times = [
                timespec(tv_sec: Int(seconds), tv_nsec: 7),
                timespec(tv_sec: Int(seconds), tv_nsec: 7),
            ]
            #expect(utimensat(AT_FDCWD, folder.path(name), &times, 0) == 0)
        }
        try make("same", "abc")
        try make("longer", "abcd")
        try make("later", "abc", at: 1_700_000_001)
        try make("aim", "abc")
        #expect(symlink("aim", folder.path("link")) == 0)
        try folder.makeFolder("directory")
        let names = ["same", "longer", "later", "link", "directory", "gone"]
        let result = undo(
            UndoRecord(
                .copy, on: .local, time: 1_700_000_100,
                steps: names.map { UndoStep(path($0), what) }))
        #expect(result.undone.sorted() == [1, 6])
        #expect(reasons(result) == [.changed, .changed, .changed, .changed])
        #expect(!folder.exists("same"))
        for name in names[1...4] + ["aim"] { #expect(folder.exists(name)) }
    }

    @Test("A file that went with its directory is taken back")
    func goneDirectory() {
        let what = UndoStep.What.madeFile(size: 3, modified: Timestamp(seconds: 1))
        let result = undo(UndoStep(path("none/f"), what), UndoStep(path("none/deep/g"), what))
        #expect(result.undone.sorted() == [1, 2])
        #expect(reasons(result) == [])
    }

    @Test(
        "Directories go once they are empty, with what the same step made in them, and links as they are"
    )
    func madeTree() throws {
        try folder.makeFolder("d")
        try folder.makeFolder("d/e")
        #expect(symlink("x", folder.path("d/e/l")) == 0)
        #expect(symlink("other", folder.path("d/m")) == 0)
        let result = undo(
            UndoStep(path("d"), .madeDirectory), UndoStep(path("d/e"), .madeDirectory),
            UndoStep(path("d/e/l"), .madeLink(to: Array("x".utf8))),
            UndoStep(path("d/m"), .madeLink(to: Array("x".utf8))))
        #expect(result.undone.sorted() == [2, 3])
        #expect(reasons(result).sorted { $0.rawValue < $1.rawValue } == [.changed, .notEmpty])
        #expect(!folder.exists("d/e") && folder.exists("d"))
    }

    @Test("Names that were exchanged are exchanged again, all of them or none")
    func exchanged() throws {
        try folder.write("A", to: "b")
        try folder.write("B", to: "a")
        let record = UndoRecord(
            .rename, on: .local, time: 0,
            steps: [
                UndoStep(path("b"), .renamed(from: path("a"))),
                UndoStep(path("a"), .renamed(from: path("b"))),
            ])
        #expect(undo(record).undone == [1, 2])
        #expect(folder.read("a") == Array("A".utf8) && folder.read("b") == Array("B".utf8))
        #expect(unlink(folder.path("b")) == 0)
        #expect(reasons(undo(record)) == [.notFound])
        #expect(folder.read("a") == Array("A".utf8))
    }

    @Test("Permissions and times become what they were") func changed() throws {
        try folder.write("x", to: "f")
        #expect(chmod(folder.path("f"), 0o777) == 0)
        let time = Timestamp(seconds: 1_600_000_000)
        #expect(undo(UndoStep(path("f"), .changed(mode: 0o640, modified: time))).undone == [1])
        var status = stat()
        #expect(lstat(folder.path("f"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640 && status.st_mtim.tv_sec == 1_600_000_000)
        #expect(
            reasons(undo(UndoStep(path("none"), .changed(mode: 0o640, modified: nil))))
                == [.notFound])
    }

    @Test("What is in the trash comes back, unless its name is taken") func trashed() throws {
        try folder.write("one", to: "a")
        let id = try trash.put(path("a"))
        try folder.write("two", to: "a")
        #expect(reasons(undo(UndoStep(path("a"), .trashed(id)))) == [.exists])
        #expect(folder.read("a") == Array("two".utf8))
        #expect(unlink(folder.path("a")) == 0)
        #expect(undo(UndoStep(path("a"), .trashed(id))).undone == [1])
        #expect(folder.read("a") == Array("one".utf8))
    }

    @Test("What was moved from another place is moved back by the queue") func moved() throws {
        try folder.write("one", to: "a")
        let origin = Site(scheme: .ftp, host: "host")
        let record = UndoRecord(
            .move, on: .local, from: origin, time: 0,
            steps: [UndoStep(path("a"), .moved(from: Path("/pub/a")))])
        let result = undo(record)
        #expect(result.undone == [1])
        let request = try #require(result.requests.first)
        #expect(request.operation == .move && request.source.path == path("a"))
        #expect(request.target == Location(site: origin, path: Path("/pub/a")))
        #expect(folder.exists("a"))
    }

    @Test("Nothing is undone once it was stopped") func stopped() throws {
        try folder.makeFolder("d")
        let stop = Cancellation()
        stop.cancel()
        let record = UndoRecord(
            .makeDirectory, on: .local, time: 0, steps: [UndoStep(path("d"), .madeDirectory)])
        let result = Undoer.run(record, on: LocalFileSystem(), stop: stop)
        #expect(result.undone.isEmpty && reasons(result) == [.cancelled])
        #expect(folder.exists("d"))
    }
}
