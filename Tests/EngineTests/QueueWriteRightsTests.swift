import Files
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
