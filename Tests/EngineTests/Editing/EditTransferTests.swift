import Files
import Glibc
import Support
import Testing
import UI

@testable import Engine

@Suite("A server's file that is edited in a copy")
struct EditTransferTests {
    private func isSaved(_ sending: EditTransfer.Sending) -> Bool {
        if case .saved = sending { true } else { false }
    }

    private func isUnchanged(_ sending: EditTransfer.Sending) -> Bool {
        if case .unchanged = sending { true } else { false }
    }

    private func conflict(_ sending: EditTransfer.Sending) throws -> EditConflict {
        guard case .conflicted(let conflict) = sending else { throw EditBench.TooLarge() }
        return conflict
    }

    @Test("The copy is the user's alone, and its name ends as the file's does")
    func fetching() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        let copy = try transfer.copy
        #expect(copy.name?.text == "main.js")
        var status = stat()
        #expect(stat(copy.text, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(stat(transfer.directory.path.text, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(
            bench.folder.read("state/edits/\(transfer.directory.token)/base")
                == Array(EditBench.text.utf8))
    }

    @Test(
        "Names are safe, short enough, and keep their ends",
        arguments: [
            ("/a/-rf.txt", "_rf.txt"), ("/a/+cmd", "_cmd"), ("/a/$(x)`y`.sh", "__x__y_.sh"),
            ("/a/two words.md", "two words.md"), ("/a/\u{1B}[31m.c", "_x1b_31m.c"),
            ("/a/naïve.py", "naïve.py"),
        ])
    func naming(_ path: String, _ name: String) {
        let site = Site(scheme: .sftp, host: "web01")
        #expect(EditName.make(Location(site: site, path: Path(path))).text == name)
        let long = String(repeating: "x", count: 240) + ".html"
        let made = EditName.make(Location(site: site, path: Path("/" + long)))
        #expect(made.bytes.count <= 100)
        #expect(made.text.hasSuffix(".html"))
    }

    @Test("What was not changed is not sent; a save is, once, with the file's permissions")
    func saving() throws {
        let bench = try EditBench()
        bench.volume.add(EditBench.path, Array(EditBench.text.utf8), mode: 0o755)
        let transfer = try bench.fetched()
        let files = bench.volume.connect()
        #expect(isUnchanged(try transfer.send(files)))
        #expect(bench.volume.count("create") == 0)
        try transfer.save("one\n2\nthree\n")
        #expect(isSaved(try transfer.send(files)))
        #expect(bench.text == "one\n2\nthree\n")
        #expect(bench.volume.entry(EditBench.path)?.mode == 0o755)
        #expect(isUnchanged(try transfer.send(files)))
        #expect(bench.volume.count("create") == 1)
        try transfer.save("4\n")
        #expect(isSaved(try transfer.send(files)))
        #expect(bench.text == "4\n")
        #expect(bench.volume.partCount == 0)
        #expect(try transfer.isOver(countingOthers: true))
    }

    @Test("Another version of the same size and time is a conflict, and nothing is replaced")
    func conflict() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        let files = bench.volume.connect()
        bench.volume.add(EditBench.path, "one\nTWO\nthree\n")
        try transfer.save("one\n2\nthree\n")
        let conflict = try conflict(transfer.send(files))
        #expect(conflict.lineNumber == 2)
        #expect(conflict.mine.line == "2")
        #expect(conflict.theirs?.line == "TWO")
        #expect(conflict.base.line == "two")
        #expect(conflict.mine.size == 12)
        #expect(bench.text == "one\nTWO\nthree\n")
        #expect(try !transfer.isOver(countingOthers: false))

        try transfer.acceptTheirs()
        // Not the version that the user has seen.
        bench.volume.add(EditBench.path, "four\n", modified: 1_700_000_100)
        _ = try self.conflict(transfer.send(files))
        #expect(bench.text == "four\n")
        try transfer.acceptTheirs()
        #expect(isSaved(try transfer.send(files)))
        #expect(bench.text == "one\n2\nthree\n")
    }

    @Test("A file that was only touched is no conflict, nor is one that holds the copy already")
    func harmless() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        let files = bench.volume.connect()
        bench.volume.add(EditBench.path, EditBench.text, modified: 1_700_009_999)
        try transfer.save("2\n")
        #expect(isSaved(try transfer.send(files)))
        bench.volume.add(EditBench.path, "3\n")
        try transfer.save("3\n")
        #expect(isSaved(try transfer.send(files)))
        #expect(bench.volume.count("create") == 1)
        #expect(try transfer.isOver(countingOthers: true))
    }

    @Test("A file that is gone is a conflict; it is made again only where that is wanted")
    func gone() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        let files = bench.volume.connect()
        bench.volume.remove(EditBench.path)
        try transfer.save("2\n")
        #expect(try conflict(transfer.send(files)).theirs == nil)
        #expect(bench.text == nil)
        try transfer.acceptTheirs()
        #expect(isSaved(try transfer.send(files)))
        #expect(bench.text == "2\n")
    }

    @Test("Keeping both sends the copy beside the server's file")
    func keepingBoth() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        let files = bench.volume.connect()
        bench.volume.add(EditBench.path, "theirs\n")
        try transfer.save("mine\n")
        _ = try conflict(transfer.send(files))
        try transfer.sendAs(try #require(Name("main.js.web01-20261126-120311")))
        #expect(isSaved(try transfer.send(files)))
        #expect(bench.text == "theirs\n")
        #expect(bench.volume.text("/www/main.js.web01-20261126-120311") == "mine\n")
    }

    @Test(
        "A line that breaks leaves the old file or the new one, and the next save arrives",
        arguments: [
            MemoryFault.Operation.connect, .entry, .open, .read, .create, .write, .finishWrite,
            .commit, .finishRead, .details,
        ], [false, true])
    func broken(_ operation: MemoryFault.Operation, _ writesInPlace: Bool) throws {
        let bench = try EditBench(MemoryVolume(writesInPlace: writesInPlace))
        let transfer = try bench.fetched()
        let new = String(repeating: "new text\n", count: 100_000)
        try transfer.save(new)
        bench.volume.lay(
            MemoryFault(
                operation, nil, atByte: operation == .write ? 300_000 : 0, MemoryFault.broken()))
        let old = EditBench.text
        #expect(throws: FileSystemError.self) { try transfer.send(bench.volume.connect()) }
        if !writesInPlace { #expect(bench.text == old || bench.text == new) }
        bench.volume.clearFaults()
        // Another process goes on with what is on the disk.
        let record = try #require(try transfer.directory.readRecord())
        let next = EditTransfer(transfer.directory, record)
        #expect(isSaved(try next.send(bench.volume.connect())))
        #expect(bench.text == new)
        #expect(bench.volume.partCount == 0)
        #expect(try next.isOver(countingOthers: true))
    }

    @Test("What is no file, and what is gone, is refused with a sentence")
    func refusals() throws {
        let bench = try EditBench()
        bench.volume.addDirectory("/www/sub")
        bench.volume.addLink("/www/link", to: "main.js")
        bench.volume.addOther("/www/pipe")
        #expect(try #require(try bench.refusal("/www/sub")).contains("is a directory"))
        #expect(try #require(try bench.refusal("/www/link")).contains("is a link"))
        #expect(try #require(try bench.refusal("/www/pipe")).contains("only files can be edited"))
        #expect(try #require(try bench.refusal("/www/none")).contains("does not exist"))
        let readOnly = try EditBench(MemoryVolume(capabilities: []))
        #expect(try #require(try readOnly.refusal(EditBench.path)).contains("only be viewed"))
        #expect(readOnly.store.adoptLeftovers().transfers.isEmpty)
    }

    @Test("A server that refuses the save keeps its file, and the copy stays")
    func denied() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        try transfer.save("2\n")
        bench.volume.lay(MemoryFault(.create, nil, MemoryFault.refused()))
        #expect(throws: FileSystemError.self) { try transfer.send(bench.volume.connect()) }
        #expect(bench.text == EditBench.text)
        #expect(isSaved(try transfer.send(bench.volume.connect())))
    }

    @Test("Half of a save in the server's own file goes, though the copy is as it was before")
    func takenBack() throws {
        let bench = try EditBench(MemoryVolume(writesInPlace: true))
        let transfer = try bench.fetched()
        try transfer.save("one\ntwo\nthree\nfour\nfive\n")
        bench.volume.lay(MemoryFault(.finishWrite, nil, MemoryFault.broken()))
        #expect(throws: FileSystemError.self) { try transfer.send(bench.volume.connect()) }
        #expect(bench.text != EditBench.text)
        try transfer.save(EditBench.text)
        _ = try transfer.send(bench.volume.connect())
        #expect(bench.text == EditBench.text)
        #expect(try transfer.isOver(countingOthers: true))
    }
}
