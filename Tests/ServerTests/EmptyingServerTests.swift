import Files
import Jobs
import Support
import Testing

@Suite("rclone empties files that is opened for writing: nothing is lost by that")
struct EmptyingServerTests {
    @Test(
        "What was to be gone on with is sent whole, and that is learnt",
        arguments: Place.allCases.filter { $0.speaksSFTP && !$0.resumesUploads })
    func learnt(place: Place) throws {
        let bank = try Bank(place)
        let bytes = Bank.noise(600_000)
        try bank.store(Array(bytes[..<400_000]), at: "file")
        let files = bank.fileSystem
        #expect(files.capabilities.contains(.resumeUpload))
        let here = try TemporaryFolder()
        try here.write(bytes, to: "file")
        let name = try #require(Name("file"))
        let target = try bank.path("file")
        let site = files.site
        let jobs = try QueueRun(lanes: 1) { site, _ in Bank.sftpFileSystem(site) }.run([
            JobRequest(
                operation: .copy,
                source: Location(site: .local, path: Path(here.path("file"))),
                entry: Entry(name: name, kind: .file, size: 600_000),
                target: Location(site: site, path: target), root: .root, policy: .resume)
        ])
        #expect(jobs.count == 1)
        for job in jobs {
            #expect(job.isDone, "\(job.state) \(job.story)")
            #expect(job.story.contains { $0.contains("empties files") }, "\(job.story)")
        }
        #expect(bank.contents(of: "file") == bytes)
        #expect(try bank.names() == [name])
        // The same for whoever asks without a queue.
        let part = Part(id: PartID(token: "abcdefgh", number: 1), file: target, place: .inPlace)
        let creation = Creation(offset: 600_000, size: 700_000)
        #expect(throws: FileSystemError.self) { _ = try files.resume(part, creation) }
        #expect(!files.capabilities.contains(.resumeUpload))
    }
}
