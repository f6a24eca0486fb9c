import Disk
import Files
import Glibc
import Support
import Testing

@testable import Share

@Suite("What a share did not come to the end with is brought into order by the next one")
struct OverwriteRecoveryTests {
    private let bench: FolderBench
    private let root: DirectoryHandle

    init() throws {
        bench = try FolderBench()
        root = try bench.folder.directory(.root)
        try bench.disk.makeFolder("old")
        try bench.disk.write("old", to: "old/a")
        try bench.disk.write("new", to: "new")
    }

    private func inode(_ name: String) throws -> UInt64 {
        var status = stat()
        try #require(lstat(bench.disk.path(name), &status) == 0)
        return UInt64(status.st_ino)
    }

    /// Of `new` into the place of `old`.
    private func overwrite(isCopy: Bool = false) throws -> Overwrite {
        Overwrite(
            source: Path("/new"), target: Path("/old"), hiddenName: HiddenName.ofItem(),
            newInode: try inode("new"), oldInode: try inode("old"),
            step: isCopy ? .copy : .move)
    }

    private func rename(_ old: String, _ new: String) throws {
        try #require(Glibc.rename(bench.disk.path(old), bench.disk.path(new)) == 0)
    }

    @Test("What was set aside is back, where nothing took its place", arguments: [true, false])
    func setAside(isCopy: Bool) throws {
        let overwrite = try overwrite(isCopy: isCopy)
        _ = try OverwriteRecord(overwrite, in: root)
        try rename("old", overwrite.hiddenName.text)
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.text("old/a") == "old")
        // A copy was made by Ferry, what was to be moved was not.
        #expect(bench.names() == (isCopy ? ["old"] : ["new", "old"]))
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
    }

    @Test("What was replaced goes, once the new one has its name")
    func replaced() throws {
        let overwrite = try overwrite()
        _ = try OverwriteRecord(overwrite, in: root)
        try rename("old", "between")
        try rename("new", "old")
        try rename("between", "new")
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.text("old") == "new")
        #expect(bench.names() == ["old"])
    }

    @Test("What was set aside gets another name, where somebody took its own")
    func taken() throws {
        let overwrite = try overwrite()
        _ = try OverwriteRecord(overwrite, in: root)
        try rename("old", overwrite.hiddenName.text)
        try bench.disk.write("another", to: "old")
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.text("old") == "another")
        #expect(bench.text("old (1)/a") == "old")
        #expect(bench.names() == ["new", "old", "old (1)"])
    }

    @Test("Where nothing was begun, nothing is done")
    func nothing() throws {
        _ = try OverwriteRecord(try overwrite(), in: root)
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.names() == ["new", "old"])
    }

    @Test("A share that is still at it is left alone")
    func busy() throws {
        let overwrite = try overwrite()
        let record = try OverwriteRecord(overwrite, in: root)
        try rename("old", overwrite.hiddenName.text)
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(!bench.disk.exists("old"))
        record.remove()
    }

    @Test("A record that is not whole tells of nothing that was begun")
    func torn() throws {
        let text = OverwriteRecord.text(try overwrite())
        for length in [0, 1, text.utf8.count / 2, text.utf8.count - 1] {
            try bench.disk.write(String(text.prefix(length)), to: HiddenName.ofRecord().text)
        }
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.names() == ["new", "old"])
    }

    @Test("A record reads as it was written")
    func text() throws {
        let odd = try #require(Name([0x0A, 0xFF, 0x25, 0x20]))
        var written = try overwrite(isCopy: true)
        written.target = Path("/a").appending(odd)
        #expect(OverwriteRecord.overwrite(OverwriteRecord.text(written)) == written)
    }

    @Test(
        "The new one is in its place although the old one cannot be removed, which is tried again")
    func stuck() throws {
        // Deeper than what is removed.
        var path = "old"
        for _ in 0...FolderWalk.depthLimit {
            path += "/d"
            try bench.disk.makeFolder(path)
        }
        let overwrite = try overwrite()
        _ = try OverwriteRecord(overwrite, in: root)
        try rename("old", overwrite.hiddenName.text)
        try rename("new", "old")
        guard case .replaced(let failure?) = try overwrite.finish(root, root) else {
            Issue.record("not replaced, or removed")
            return
        }
        #expect(failure.code == ENOTEMPTY)
        #expect(bench.text("old") == "new")
        #expect(OverwriteRecovery.recover(bench.folder).count == 1)
        #expect(OverwriteRecovery.recover(bench.folder).count == 1)
    }

    @Test("What was replaced does not come back, whatever became of the new one")
    func doneAlready() throws {
        let overwrite = try overwrite()
        do {
            let record = try OverwriteRecord(overwrite, in: root)
            record.markDone(overwrite)
        }
        try rename("old", overwrite.hiddenName.text)
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.names() == ["new"])
        #expect(!bench.disk.exists(overwrite.hiddenName.text))
    }

    @Test("A name in other capitals is finished", arguments: [true, false])
    func respelled(isHidden: Bool) throws {
        let overwrite = Overwrite(
            source: Path("/old"), target: Path("/OLD"), hiddenName: HiddenName.ofItem(),
            newInode: 0, oldInode: try inode("old"), step: .respell)
        #expect(OverwriteRecord.overwrite(OverwriteRecord.text(overwrite)) == overwrite)
        _ = try OverwriteRecord(overwrite, in: root)
        if isHidden { try rename("old", overwrite.hiddenName.text) }
        #expect(OverwriteRecovery.recover(bench.folder).isEmpty)
        #expect(bench.names() == ["new", isHidden ? "OLD" : "old"].sorted())
        #expect(bench.text(isHidden ? "OLD/a" : "old/a") == "old")
    }

    @Test("A record is no visitor's to see, to write or to remove")
    func hidden() throws {
        let bench = try FolderBench(showsHidden: true)
        let name = HiddenName.ofRecord().text
        try bench.disk.write("x", to: name)
        #expect(throws: Refusal.self) { try bench.folder.open(Path("/" + name)) }
        #expect(bench.ask(.put, "/" + name, body: [1]).status == 404)
        #expect(bench.ask(.delete, "/" + name).status == 404)
        #expect(!bench.ask(.get, "/").text.contains("ferry-replacing"))
    }
}
