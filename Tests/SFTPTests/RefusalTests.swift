import Files
import Glibc
import Support
import Testing

@testable import SFTP

@Suite("What some SFTP servers refuse costs no file, and is asked once")
struct RefusalTests {
    private static let time = Timestamp(seconds: 981_173_106)

    private func time(of name: String, in bench: SFTPBench) -> Int {
        var status = stat()
        lstat(bench.folder.path(name), &status)
        return status.st_mtim.tv_sec
    }

    @Test("Where nothing is renamed, files are written in place, and that is said")
    func noRenaming() throws {
        let refusals = TransientRefusals()
        let bench = try SFTPBench(.minIO, refusals: refusals)
        try bench.folder.write("the old one", to: "old")
        let bytes = SFTPBench.noise(300_000)
        for name in ["new", "old"] {
            let put = try bench.put(bytes, at: name)
            #expect(put.remark == "Written in place, because box does not allow renaming.")
            #expect(put.committed.proof == .sizeConfirmed)
            #expect(bench.folder.read(name) == bytes)
        }
        #expect(try bench.names() == ["new", "old"])
        #expect(bench.server.count(.rename) == 1)
        #expect(refusals.refusals(of: SFTPBench.site) == ["rename"])
        // Another connection knows it.
        let second = try SFTPBench(.minIO, in: bench.folder, refusals: refusals)
        #expect(try second.put([1], at: "third").remark != nil)
        #expect(second.server.count(.rename) == 0)
        #expect(second.folder.read("third") == [1])
    }

    @Test("A server that shows only at the end that it renames nothing is sent the file again")
    func noRenamingLate() throws {
        // It looks like OpenSSH, so that it is not tried out before.
        let behaviour = ScriptedSFTPBehaviour().with(
            ScriptedSFTPRule(.rename, answer: .status(.unsupported)),
            ScriptedSFTPRule(extension: "posix-rename@openssh.com", answer: .status(.unsupported)))
        let bench = try SFTPBench(behaviour)
        try bench.folder.write("the old one", to: "file")
        let error = bench.failure { try bench.put([1, 2, 3], at: "file") }
        #expect(error?.isTransient == true)
        #expect(bench.folder.read("file") == Array("the old one".utf8))
        #expect(try bench.names() == ["file"])
        #expect(try bench.put([1, 2, 3], at: "file").remark?.contains("in place") == true)
        #expect(bench.folder.read("file") == [1, 2, 3])
    }

    @Test("Where posix-rename is unknown, the old file goes aside and is removed")
    func noPosixRename() throws {
        let refusals = TransientRefusals()
        let bench = try SFTPBench(.azure, refusals: refusals)
        try bench.folder.write("the old one", to: "old")
        for name in ["old", "new", "old"] { try bench.put(Array(name.utf8), at: name) }
        for name in ["old", "new"] { #expect(bench.folder.read(name) == Array(name.utf8)) }
        #expect(try bench.names() == ["new", "old"])
        #expect(bench.count("posix-rename@openssh.com") == 1)
        #expect(refusals.refusals(of: SFTPBench.site).contains("posix-rename"))
        #expect(bench.said("does not support posix-rename") == 1)
    }

    @Test("The old file's other name is written down before it has it")
    func asideIsNoted() throws {
        let bench = try SFTPBench(.bare)
        try bench.folder.write("the old one", to: "file")
        let sink = try bench.files.create(Path("/file"), Creation(size: 3))
        try SFTPBench.write([1, 2, 3], to: sink)
        try sink.finish()
        var aside: Part?
        let pending = PendingCommit(part: sink.part, creation: Creation(size: 3), size: 3)
        let results = bench.files.commit([pending]) { (part) throws(FileSystemError) in
            #expect(bench.folder.read("file") == Array("the old one".utf8))
            aside = part
        }
        #expect(try results[sink.part.id]?.get().proof == .sizeConfirmed)
        let name = try #require(aside?.aside)
        #expect(bench.server.log.contains("RENAME /file /\(name.text)"))
        #expect(bench.folder.read("file") == [1, 2, 3])
        #expect(try bench.names() == ["file"])
        // What cannot be written down is not done.
        let again = try bench.files.create(Path("/file"), Creation(size: 1))
        try SFTPBench.write([4], to: again)
        try again.finish()
        let refused = bench.files.commit([
            PendingCommit(part: again.part, creation: Creation(size: 1), size: 1)
        ]) { (_) throws(FileSystemError) in
            throw FileSystemError(.full, detail: "/ has no room for notes.")
        }
        #expect(bench.failure { _ = try refused[again.part.id]?.get() }?.kind == .full)
        #expect(bench.folder.read("file") == [1, 2, 3])
    }

    @Test("Posix-rename that fails onto a file that is there, as once on Windows")
    func oldWindows() throws {
        let folder = try TemporaryFolder(isInMemory: true)
        let path = folder.path
        let bench = try SFTPBench(.oldWindows { access("\(path)\($0)", F_OK) == 0 }, in: folder)
        try folder.write("the old one", to: "file")
        try bench.put([1, 2, 3], at: "file")
        try bench.put([4], at: "other")
        #expect(folder.read("file") == [1, 2, 3])
        #expect(folder.read("other") == [4])
        #expect(try bench.names() == ["file", "other"])
    }

    @Test("The old file comes back where the new one does not get its name")
    func comesBack() throws {
        let bench = try SFTPBench(.bare)
        try bench.folder.write("the old one", to: "file")
        let sink = try bench.files.create(Path("/file"), Creation(size: 1))
        try SFTPBench.write([1], to: sink)
        try sink.finish()
        let part = sink.part.path
        bench.server.change { behaviour in
            behaviour.rules = [
                ScriptedSFTPRule(.rename, path: part.text, answer: .status(.failure))
            ]
        }
        let error = bench.failure { try bench.files.commit(sink, Creation(size: 1), size: 1) }
        #expect(error?.kind == .other)
        #expect(bench.folder.read("file") == Array("the old one".utf8))
        #expect(bench.folder.read(part.name?.text ?? "") == [1])
        // And where it cannot come back, the sentence says where it waits.
        bench.server.change { behaviour in
            behaviour.rules = [
                ScriptedSFTPRule(
                    .rename, where: { $0.path != Array("/file".utf8) }, answer: .status(.failure))
            ]
        }
        let second = bench.failure { try bench.files.commit(sink, Creation(size: 1), size: 1) }
        let waiting = try #require(
            bench.names().first { bench.folder.read($0) == Array("the old one".utf8) })
        #expect(second?.message.contains("/\(waiting)") == true)
        #expect(!bench.folder.exists("file"))
    }

    @Test(
        "Where times and modes cannot be set, files arrive, which is said and not asked again",
        arguments: [ScriptedSFTPBehaviour.awsTransfer, .azure])
    func noTimes(behaviour: ScriptedSFTPBehaviour) throws {
        let refusals = TransientRefusals()
        let bench = try SFTPBench(behaviour, refusals: refusals)
        #expect(bench.files.capabilities.contains(.setModified))
        let creation = Creation(size: 3, modified: RefusalTests.time)
        let first = try bench.put([1, 2, 3], at: "first", creation)
        #expect(first.committed.remark?.hasPrefix("Its time could not be set") == true)
        #expect(first.committed.proof == .sizeConfirmed)
        #expect(bench.folder.read("first") == [1, 2, 3])
        #expect(!bench.files.capabilities.contains(.setModified))
        #expect(!bench.files.setsModes)
        let asked = bench.server.count(.fsetstat) + bench.server.count(.setstat)
        #expect(asked == 1)
        // Known by now, and said once: another remark per file would bury others.
        let second = try bench.put([1, 2, 3], at: "second", creation)
        #expect(second.committed.proof == .sizeConfirmed)
        #expect(bench.folder.read("second") == [1, 2, 3])
        for error in [
            bench.failure {
                try bench.files.setModified([(Path("/first"), RefusalTests.time)])[0].get()
            },
            bench.failure { try bench.files.setMode(0o600, of: Path("/first")) },
        ] {
            #expect(error?.kind == .unsupported)
        }
        #expect(bench.server.count(.fsetstat) + bench.server.count(.setstat) == asked)
        #expect(refusals.refusals(of: SFTPBench.site).contains("setstat"))
    }

    @Test("A refusal for one file is not a server that cannot do it")
    func deniedOnce() throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.fsetstat, times: 1, answer: .status(.permissionDenied))))
        let creation = Creation(size: 1, modified: RefusalTests.time)
        #expect(try bench.put([1], at: "first", creation).committed.remark != nil)
        #expect(try bench.put([1], at: "second", creation).committed.remark == nil)
        #expect(time(of: "second", in: bench) == 981_173_106)
        #expect(bench.files.capabilities.contains(.setModified))
    }

    @Test("No file is opened, and no folder made, with a mode")
    func modes() throws {
        let bench = try SFTPBench(.proftpdWithoutModes)
        try bench.files.makeDirectory(Path("/folder"), root: nil)
        let creation = Creation(size: 1, modified: RefusalTests.time, mode: 0o640)
        try bench.put([1], at: "folder/file", creation)
        #expect(bench.folder.read("folder/file") == [1])
        #expect(try bench.get("folder/file") == [1])
    }

    @Test("Times that are dropped without a word do no harm")
    func droppedTimes() throws {
        let bench = try SFTPBench(.timeless)
        let creation = Creation(size: 1, modified: RefusalTests.time)
        #expect(try bench.put([1], at: "file", creation).committed.proof == .sizeConfirmed)
        #expect(time(of: "file", in: bench) != 981_173_106)
        #expect(bench.folder.read("file") == [1])
    }

    @Test("An extension of another version is another extension")
    func otherVersions() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.extensions = behaviour.extensions.map {
            ScriptedSFTPBehaviour.Extension($0.name, $0.data + "0")
        }
        let bench = try SFTPBench(behaviour)
        try bench.folder.write("the old one", to: "file")
        try bench.put([1, 2], at: "file")
        #expect(bench.folder.read("file") == [1, 2])
        #expect(try bench.names() == ["file"])
        #expect(try bench.files.space(at: .root) == nil)
        #expect(bench.server.count(.extended) == 0)
    }

    @Test("A write that fails where there is no room left is a lack of room")
    func full() throws {
        // Fields of statvfs(2): 4 KiB a block, and none free.
        var fields = ScriptedSFTPWriter()
        for number in [4_096, 4_096, 1_000, 0, 0, 10, 10, 10, 1, 0, 255] as [UInt64] {
            fields.put(long: number)
        }
        let behaviour = ScriptedSFTPBehaviour().with(
            ScriptedSFTPRule(.write, answer: .status(.failure)),
            ScriptedSFTPRule(
                extension: "statvfs@openssh.com", answer: .packet(201, fields.bytes)))
        let bench = try SFTPBench(behaviour)
        try bench.folder.write("the old one", to: "file")
        let error = bench.failure { try bench.put([1, 2, 3], at: "file") }
        #expect(error?.kind == .full)
        #expect(error?.message.contains("not enough space") == true)
        #expect(bench.folder.read("file") == Array("the old one".utf8))
        // With room, the server's own word stands.
        let other = try SFTPBench(
            ScriptedSFTPBehaviour().with(ScriptedSFTPRule(.write, answer: .status(.failure))))
        #expect(other.failure { try other.put([1, 2, 3], at: "file") }?.kind == .other)
    }
}
