import Files
import Glibc
import Support
import Testing

@testable import Engine
@testable import Transfers

@Test("A share and the queue keep each other from writing the same file")
func queueWriteRights() throws {
    let disk = try TemporaryFolder()
    let path = disk.path("state/ferry.sqlite")
    let share = try #require(QueueWriteRights(storePath: path))
    let registry = PartRegistry(try Store.openLasting(at: path))
    let (file, other) = (Path("/pub/a"), Path("/pub/b"))
    #expect(try registry.lock(file, on: .local))
    #expect(!(try share.take(file)))
    #expect(try share.take(other))
    #expect(!(try registry.lock(other, on: .local)))
    registry.unlock(file, on: .local)
    share.release(other)
    #expect(try share.take(file))
    #expect(try registry.lock(other, on: .local))
}

@Test("What visitors note is kept in the very directory, whatever its name is")
func storedPropertiesPath() throws {
    let disk = try TemporaryFolder()
    let path = disk.path("s\u{1}t/ferry.sqlite")
    let directory = try #require(StoredProperties.directory(besideStore: path))
    try StoredProperties(of: Path("/pub"), in: directory).save([:])
    #expect(disk.names == ["s\u{1}t"])
    #expect(disk.names(in: "s\u{1}t/share").contains("properties.sqlite"))
}

@Test("A share's process that closes its stderr is heard all the same")
func shareLines() throws {
    func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }
    let (news, complaints) = (try pipe(), try pipe())
    let lines = ShareLines(news: news.read, complaints: complaints.read)
    _ = write(complaints.write, "why\n", 4)
    close(complaints.write)
    guard case .late = lines.next(seconds: 0.05) else {
        Issue.record("something was said")
        return
    }
    #expect(lines.complaint == "why")
    let refused = try #require(ShareMessage.refused("no").bytes)
    _ = refused.withUnsafeBytes { write(news.write, $0.baseAddress, $0.count) }
    guard case .message(.refused("no")) = lines.next(seconds: 10) else {
        Issue.record("the message is not there")
        return
    }
    close(news.write)
    guard case .end = lines.next(seconds: 10) else {
        Issue.record("it has not ended")
        return
    }
}
