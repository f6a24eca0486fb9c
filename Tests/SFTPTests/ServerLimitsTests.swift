import Files
import Support
import Testing

@testable import SFTP

@Suite("How much SFTP servers take and give at once")
struct ServerLimitsTests {
    /// Bytes of a request for data at most.
    private struct Lengths: Equatable {
        static let safe = Lengths(read: 32 << 10, write: 32 << 10)

        let read: Int
        let write: Int
    }

    private static let bytes = SFTPBench.noise(700_001)

    /// Both ways and back; the longest request for data, either way.
    private func carry(_ behaviour: ScriptedSFTPBehaviour) throws -> Lengths {
        let bench = try SFTPBench(behaviour)
        try bench.put(ServerLimitsTests.bytes, at: "file")
        #expect(bench.folder.read("file") == ServerLimitsTests.bytes)
        #expect(try bench.get("file") == ServerLimitsTests.bytes)
        #expect(
            try bench.get("file", from: 699_000) == Array(ServerLimitsTests.bytes[699_000...]))
        let longest = { (kind: ScriptedSFTPRequest.Kind) in
            bench.server.requests.filter { $0.kind == kind }.map(\.length).max() ?? 0
        }
        return Lengths(read: longest(.read), write: longest(.write))
    }

    @Test("Without a word about them, 32 KiB are safe")
    func unsaid() throws {
        #expect(try carry(.bare) == .safe)
        #expect(try carry(.momentum) == .safe)
    }

    @Test("A limit of 0 is none that is known")
    func zero() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.limits.packet = 0
        behaviour.limits.read = 0
        behaviour.limits.write = 0
        behaviour.limits.handles = 0
        #expect(try carry(behaviour) == .safe)
    }

    @Test("Tiny ones are kept")
    func tiny() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.limits.read = 1 << 10
        behaviour.limits.write = 1 << 10
        #expect(try carry(behaviour) == Lengths(read: 1 << 10, write: 1 << 10))
    }

    @Test("Huge ones are not needed")
    func huge() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.limits.packet = .max
        behaviour.limits.read = .max
        behaviour.limits.write = .max
        behaviour.limits.handles = .max
        let longest = try carry(behaviour)
        #expect(longest.read <= 255 << 10 && longest.write <= 255 << 10)
    }

    @Test("An answer about limits that cannot be read, or none, leaves what is safe")
    func unreadable() throws {
        for answer: ScriptedSFTPRule.Answer in [
            .packet(201, []), .packet(201, [0, 0, 0, 1]), .status(.unsupported), .status(.ok),
            .packet(105, [0, 0, 0, 0]),
        ] {
            let behaviour = ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(extension: "limits@openssh.com", answer: answer))
            #expect(try carry(behaviour) == .safe)
        }
    }

    @Test("A server may give less than was asked for", arguments: [1_000, 4_096, 32_767])
    func shortReads(most: Int) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.largestRead = most
        let bench = try SFTPBench(behaviour)
        let bytes = SFTPBench.noise(150_001)
        try bench.folder.write(bytes, to: "file")
        #expect(try bench.get("file") == bytes)
        #expect(try bench.get("file", from: 77_777) == Array(bytes[77_777...]))
    }

    @Test("Answers may come in any order", arguments: [1, 2, 3] as [UInt64])
    func order(seed: UInt64) throws {
        for order: ScriptedSFTPBehaviour.Order in [.reversed, .shuffled(seed: seed)] {
            var behaviour = ScriptedSFTPBehaviour()
            behaviour.pace = .quiet(milliseconds: 2)
            behaviour.order = order
            behaviour.namesPerReply = 7
            _ = try carry(behaviour)
            let bench = try SFTPBench(behaviour)
            for number in 0..<60 { try bench.folder.write("\(number)", to: "\(number)") }
            #expect(try bench.list().count == 60)
            let paths = (0..<60).map { Path("/\($0)") }
            let sizes = try bench.files.details(of: paths).map { $0?.size }
            #expect(sizes == (0..<60).map { UInt64("\($0)".count) })
        }
    }

    @Test("A size that is said to be less, or more, than there is")
    func sizes() throws {
        let bytes = SFTPBench.noise(100_000)
        for said in [0, 5, 99_999, 100_001, 1 << 40] as [UInt64] {
            var behaviour = ScriptedSFTPBehaviour.bare
            behaviour.shown = { _, _, attributes in
                var shown = attributes
                if (attributes.permissions ?? 0) & 0o170000 == 0o100000 { shown.size = said }
                return shown
            }
            let bench = try SFTPBench(behaviour)
            try bench.folder.write(bytes, to: "file")
            if said <= 100_000 {
                // All that there is, whatever was said of it.
                #expect(try bench.get("file") == bytes)
            } else {
                let error = bench.failure { _ = try bench.get("file") }
                #expect(error?.kind == .truncated && error?.isTransient == true)
            }
        }
    }

    @Test("Sizes that come late fail an upload for the time being, and spoil nothing")
    func lateSizes() throws {
        let bench = try SFTPBench(.lateSizes(times: 1))
        try bench.folder.write("the old one", to: "file")
        let error = bench.failure { try bench.put([1, 2, 3], at: "file") }
        if let error {
            #expect(error.kind == .truncated && error.isTransient)
            #expect(bench.folder.read("file") == Array("the old one".utf8))
        }
        try bench.put([1, 2, 3], at: "file")
        #expect(bench.folder.read("file") == [1, 2, 3])
    }
}
