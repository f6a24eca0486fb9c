import Files
import Support
import Testing
import Transfers

@testable import Engine

@Suite("Comparing what was written with its source")
struct DigestVerifierTests {
    private let source = MemoryVolume(site: Site(scheme: .ftp, host: "one"))
    private let target = MemoryVolume(site: Site(scheme: .ftp, host: "two"))

    private func copy(_ number: UInt64, _ path: String) -> WrittenCopy {
        let id = PartID(token: "testtest", number: number)
        return WrittenCopy(
            source: Path(path), part: Part(id: id, file: Path(path), place: .beside(id.name)))
    }

    private func kind(_ answer: Result<String, FileSystemError>?) -> FileSystemError.Kind? {
        if case .failure(let error) = answer { error.kind } else { nil }
    }

    @Test("What is the same is read back, what differs or is gone fails, each by its own")
    func readBack() throws {
        let copies = [copy(1, "/same"), copy(2, "/other"), copy(3, "/gone")]
        for name in ["same", "other", "gone"] { source.add("/" + name, name) }
        target.add(copies[0].part.path.text, "same")
        target.add(copies[1].part.path.text, "0ther")
        let answers = DigestVerifier().verify(
            copies, from: source.connect(), to: target.connect()
        ) { false }
        #expect(try answers[copies[0].part.id]?.get() == "read back")
        #expect(kind(answers[copies[1].part.id]) == .truncated)
        #expect(kind(answers[copies[2].part.id]) == .notFound)
        #expect(answers.count == 3)
    }

    @Test("What cannot be read here fails alone; what no server tells is read back")
    func unreadable() throws {
        let here = MemoryVolume(site: .local)
        let copies = [copy(1, "/same"), copy(2, "/gone"), copy(3, "/lost")]
        here.add("/same", "same")
        here.add("/lost", "lost")
        target.add(copies[0].part.path.text, "same")
        target.add(copies[1].part.path.text, "gone")
        let server = TellingMemoryFileSystem(target)
        let answers = DigestVerifier().verify(copies, from: here.connect(), to: server) { false }
        #expect(try answers[copies[0].part.id]?.get() == "sha256 by the server")
        #expect(kind(answers[copies[1].part.id]) == .notFound)
        #expect(kind(answers[copies[2].part.id]) == .notFound)
        // Of what the server does not have, nothing was read here for a digest.
        #expect(server.asked == [.sha256, .md5])
        #expect(here.count("open /lost") == 1)
    }

    @Test("A server that breaks off when it is asked for a digest is not asked again, but read")
    func brokenOff() throws {
        let copies = [copy(1, "/same"), copy(2, "/other")]
        source.add("/same", "same")
        source.add("/other", "other")
        target.add(copies[0].part.path.text, "same")
        target.add(copies[1].part.path.text, "0ther")
        let server = TellingMemoryFileSystem(
            target, failing: FileSystemError(.timeout, detail: "It never answered."))
        let answers = DigestVerifier().verify(
            copies, from: TellingMemoryFileSystem(source), to: server
        ) { false }
        #expect(try answers[copies[0].part.id]?.get() == "read back")
        #expect(kind(answers[copies[1].part.id]) == .truncated)
        #expect(server.asked == [.sha256])
    }

    @Test("One that is stopped is neither proof nor difference")
    func stopped() {
        let copies = [copy(1, "/same")]
        source.add("/same", "same")
        target.add(copies[0].part.path.text, "same")
        let answers = DigestVerifier().verify(
            copies, from: source.connect(), to: target.connect()
        ) { true }
        #expect(kind(answers[copies[0].part.id]) == .cancelled)
    }
}
