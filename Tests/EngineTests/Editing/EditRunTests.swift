import Files
import Glibc
import Support
import Testing
import UI

@testable import Engine

@Suite("One edit and what is done with it")
struct EditRunTests {
    /// What an edit has told.
    private final class Told {
        var news: [EditNews] = []

        var orders: [EditorOrder] {
            news.compactMap { if case .ready(let order) = $0 { order } else { nil } }
        }

        var troubles: [String] {
            news.compactMap { if case .troubled(let sentence) = $0 { sentence } else { nil } }
        }

        var end: String? {
            news.compactMap { if case .ended(_, let sentence?, _) = $0 { sentence } else { nil } }
                .last
        }
    }

    private let bench: EditBench
    private let transfer: EditTransfer
    private let told = Told()
    private let run: EditRun

    init() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        self.bench = bench
        self.transfer = transfer
        let told = told
        run = EditRun(
            EditID(transfer.directory.token), transfer, makeFiles: { bench.volume.connect() },
            post: { told.news.append($0) })
    }

    private let marked = "<<<<<<< yours\nmine\n||||||| before\none\n=======\nT\n>>>>>>> theirs\n"
    private let done = EditorEnd(seconds: 2, trouble: nil)

    private func clash(_ theirs: String = "T\ntwo\nthree\n") throws {
        bench.volume.add(EditBench.path, theirs)
        try transfer.save("mine\ntwo\nthree\n")
        #expect(run.end(done) == .conflicted)
    }

    @Test("A merge command that leaves the copy alone has merged nothing")
    func untouched() throws {
        try clash()
        #expect(run.resolve(.merge(command: "vimdiff"), stamp: "") == .unchanged)
        #expect(run.end(done) == .conflicted)
        #expect(bench.text == "T\ntwo\nthree\n")
        #expect(try #require(told.troubles.last).contains("did not change main.js"))
        #expect(run.resolve(.merge(command: "vimdiff"), stamp: "") == .unchanged)
        try transfer.save("mine\nT\ntwo\nthree\n")
        #expect(run.end(done) == .saved)
        #expect(bench.text == "mine\nT\ntwo\nthree\n")
    }

    @Test("A merge that is half done goes on from where it is, and with the version it began with")
    func halfDone() throws {
        try clash()
        _ = run.resolve(.merge(command: nil), stamp: "")
        guard case .merge(nil, _, _, _) = try #require(told.orders.last).work else {
            Issue.record("It was not merged.")
            return
        }
        try transfer.save(marked)
        #expect(run.end(done) == .conflicted)
        // The server has a third version by now.
        bench.volume.add(EditBench.path, "third\n")
        #expect(run.send(isWanted: true) == .conflicted)
        for command in [nil, "tool"] {
            _ = run.resolve(.merge(command: command), stamp: "")
            #expect(told.orders.last?.work == .edit)
            #expect(run.end(done) == .conflicted)
        }
        _ = run.resolve(.merge(command: nil), stamp: "")
        try transfer.save("mine\nT\n")
        #expect(run.end(done) == .conflicted)
        #expect(bench.text == "third\n")
    }

    @Test("Lines that look like marks and were there before are none; late ones are")
    func marks() throws {
        let own = "<<<<<<< own\n>>>>>>> own\n"
        try clash(own)
        _ = run.resolve(.merge(command: nil), stamp: "")
        try transfer.save(String(repeating: "x", count: 5 << 20) + "\n" + own + marked)
        #expect(run.end(done) == .conflicted)
        _ = run.resolve(.merge(command: nil), stamp: "")
        try transfer.save("mine\n" + own)
        #expect(run.end(done) == .saved)
        #expect(bench.text == "mine\n" + own)
    }

    @Test("A copy can be discarded while its server is gone; what may be left there is named")
    func discarding() throws {
        try transfer.save("2\n")
        bench.volume.lay(MemoryFault(.commit, nil, MemoryFault.broken()))
        bench.volume.lay(MemoryFault(.commit, nil, MemoryFault.broken()))
        #expect(run.end(done) == .failed(isTransient: true))
        #expect(transfer.record.sent != nil)
        bench.volume.lay(MemoryFault(.discard, nil, MemoryFault.broken()))
        run.discard()
        #expect(run.isClosed)
        #expect(try #require(told.end).contains("A temporary file may be left on the server"))
        #expect(!bench.folder.exists("state/edits/\(transfer.directory.token)"))
        #expect(bench.text == EditBench.text)
    }

    @Test("What was not fetched whole is not there to be merged with")
    func tooLarge() throws {
        try clash()
        #expect(try transfer.has(.theirs))
        bench.volume.add(
            EditBench.path, [UInt8](repeating: 0x61, count: Int(EditTransfer.theirsLimit) + 1))
        guard case .conflicted(let conflict) = try transfer.send(bench.volume.connect()) else {
            Issue.record("It was sent.")
            return
        }
        #expect(!conflict.isMergeable)
        #expect(try !transfer.has(.theirs))
        bench.volume.add(EditBench.path, "T\n")
        guard case .conflicted(let next) = try transfer.send(bench.volume.connect()) else {
            Issue.record("It was sent.")
            return
        }
        #expect(next.isMergeable)
        bench.volume.lay(MemoryFault(.read, nil, MemoryFault.broken()))
        #expect(throws: FileSystemError.self) { try transfer.send(bench.volume.connect()) }
        #expect(try !transfer.has(.theirs))
    }

    @Test("What a killed editor has left beside the copy stays until the user says it is finished")
    func leftBeside() throws {
        let directory = "state/edits/\(transfer.directory.token)"
        let kept = directory + "/copy/.main.js.swp"
        try bench.folder.write("unsaved words", to: kept)
        run.beginAsLeftover()
        #expect(run.send(isWanted: true) == .unchanged)
        #expect(!run.isClosed)
        #expect(bench.folder.exists(kept))
        guard case .changed(let edit)? = told.news.last, case .kept(let sentence) = edit.state
        else {
            Issue.record("It is not said: \(told.news)")
            return
        }
        #expect(
            sentence == "Other files of the editor of main.js are kept in "
                + bench.folder.path(directory) + ".")
        #expect(run.finish() == .unchanged)
        #expect(run.isClosed)
        #expect(!bench.folder.exists(directory))
    }
}
