import Dispatch
import Files
import Support
import Testing

@Suite("Every file system survives what goes wrong")
struct InterruptionTests {
    @Test(
        "After the server went away, the next operation connects again", arguments: Place.allCases)
    func reconnect(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeFolder("dir")
        try bank.store(Array("still here".utf8), at: "dir/file")
        #expect(try bank.names(in: "dir").count == 1)
        try bank.restartServer()
        #expect(try bank.get("dir/file") == Array("still here".utf8))
        try bank.restartServer()
        try bank.put([1, 2, 3], at: "dir/new")
        #expect(bank.contents(of: "dir/new") == [1, 2, 3])
        try bank.restartServer()
        #expect(try bank.names(in: "dir").map(\.text) == ["file", "new"])
        try bank.restartServer()
        try bank.fileSystem.removeFiles([bank.path("dir/new")])[0].get()
        #expect(!bank.exists("dir/new"))
    }

    @Test(
        "A download that is interrupted ends at once, and a new one works",
        arguments: Place.allCases)
    func interruptDownload(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeSparse("big", size: 64 << 30, tail: [])
        try bank.store([7], at: "small")
        let source = try bank.fileSystem.open(bank.path("big"), from: 0)
        _ = try Bank.read(source, limit: 1)
        let interrupt = bank.fileSystem.interrupt
        Background.run { interrupt() }
        let error = failure {
            while try !Bank.read(source, limit: 1 << 20).isEmpty {}
            try source.finish()
        }
        #expect(error != nil)
        source.cancel()
        #expect(try bank.get("small") == [7])
    }

    @Test(
        "An upload that is interrupted ends with an error, and a new one works",
        arguments: Place.allCases)
    func interruptUpload(place: Place) throws {
        let bank = try Bank(place)
        let sink = try bank.fileSystem.create(bank.path("cut"), Creation(size: 1 << 30))
        try Bank.write([1, 2, 3], to: sink)
        bank.fileSystem.interrupt()
        let error = failure {
            for _ in 0..<100 {
                try Bank.write([UInt8](repeating: 0, count: 1 << 20)[...], to: sink)
            }
            try sink.finish()
        }
        #expect(error != nil)
        sink.cancel()
        try bank.put([9], at: "whole")
        #expect(bank.contents(of: "whole") == [9])
    }

    @Test("A download that is cancelled leaves a connection that works", arguments: Place.allCases)
    func cancel(place: Place) throws {
        let bank = try Bank(place)
        try bank.makeSparse("big", size: 1 << 30, tail: [])
        try bank.store([7], at: "small")
        for _ in 0..<3 {
            let source = try bank.fileSystem.open(bank.path("big"), from: 0)
            _ = try Bank.read(source, limit: 1)
            source.cancel()
            #expect(try bank.get("small") == [7])
            #expect(try bank.names().count == 2)
        }
    }

    @Test(
        "After good-bye the file system can be used again",
        arguments: Place.allCases.filter { $0 != .local })
    func close(place: Place) throws {
        let bank = try Bank(place)
        try bank.store([7], at: "small")
        #expect(try bank.get("small") == [7])
        if place.takesCommands { _ = try bank.fileSystem.takingCommands().raw("NOOP") }
        bank.fileSystem.close()
        #expect(!bank.fileSystem.isConnected)
        #expect(try bank.get("small") == [7])
    }
}
