import FTP
import Files
import Support
import Testing

@Suite("Odd ways to transfer")
struct OddTransferTests {
    /// Logs in, takes SIZE and EPSV for `/a`, and then runs the rest.
    private func peer(
        size: String = "213 5", _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", size)
            try peer.expectPassive()
            try rest(peer)
        }
    }

    /// What happens, in its order: `1` is 150, `5` is 125, `d` half of the data, `e` its end, `2` is
    /// 226.
    private static let orders = [
        "1dde2", "5dde2", "dd1e2", "d1de2", "dde12", "1dd2e", "1d2de", "12dde", "d12de", "dde2",
        "dd2e", "2dde", "15dde2", "11dde22", "1dde22",
    ]

    @Test("Replies and data come down in any order", arguments: orders)
    func down(order: String) throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            var parts = ["hel", "lo"][...]
            for step in order {
                switch step {
                case "1": try peer.reply("150 here it comes")
                case "5": try peer.reply("125 here it comes")
                case "d": try peer.sendData(parts.popFirst() ?? "")
                case "e": peer.closeData()
                default: try peer.reply("226 done")
                }
            }
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("Replies and data of listings come in any order", arguments: orders)
    func listings(order: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            var parts = ["type=file; a\r\ntype=", "file; b\r\n"][...]
            for step in order {
                switch step {
                case "1": try peer.reply("150 here it comes")
                case "5": try peer.reply("125 here it comes")
                case "d": try peer.sendData(parts.popFirst() ?? "")
                case "e": peer.closeData()
                default: try peer.reply("226 done")
                }
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == ["a", "b"])
        client.files.close()
        try peer.verify()
    }

    /// `r` takes the data.
    @Test(
        "Replies and data go up in any order",
        arguments: ["1r2", "5r2", "r12", "r2", "12r", "1r22", "15r2"], [UInt64(2), UInt64(1 << 20)])
    func up(order: String, size: UInt64) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            for step in order {
                switch step {
                case "1": try peer.reply("150 send")
                case "5": try peer.reply("125 send")
                case "r":
                    guard try peer.receiveData().count == Int(size) else {
                        throw ScriptedPeer.Mismatch("other bytes")
                    }
                    peer.closeData()
                default: try peer.reply("226 done")
                }
            }
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.timeouts.permission = 0.1
        try client.write("/a", String(repeating: "x", count: Int(size)), Creation(size: size))
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A size that is none keeps no file away",
        arguments: [
            "213 -1", "213 -5", "213 18446744073709551615", "213 99999999999999999999999",
            "213 9223372036854775808", "213 1,234", "213 1.5", "213 5 bytes", "213", "213 0",
            "213-\r\n213 x", "550 not a plain file", "550 SIZE not allowed in ASCII mode",
            "501 no", "350 what?", "213 bytes: 5",
        ])
    func sizes(text: String) throws {
        let peer = try peer(size: text) { peer in
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("The size of the 150 is taken where SIZE says none, or 0: fewer bytes are no whole file")
    func announced() throws {
        for (size, announced) in [("500 no", 9), ("213 0", 9), ("500 no", 5), ("213 0", 3)] {
            let peer = try peer(size: size) { peer in
                try peer.expect("RETR a")
                try peer.acceptData()
                try peer.reply("150 Opening BINARY connection for a (\(announced) bytes).")
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
                try peer.expectGoodbye()
            }
            let client = Client(peer)
            let source = try client.files.open(Path("/a"), from: 0)
            #expect(source.size == UInt64(announced))
            #expect(try client.drain(source).count == 5)
            let error = client.failure { () throws(FileSystemError) in try source.finish() }
            #expect(error?.kind == (announced == 9 ? .truncated : nil))
            client.files.close()
            try peer.verify()
        }
    }

    @Test("Where TYPE I is refused no bytes are taken, for they would be changed on the way")
    func onlyText() throws {
        for text in ["500 what?", "504 no", "331 more?", "450 not now"] {
            let peer = try ScriptedPeer { peer in
                try peer.reply("220 ready")
                try peer.expect("USER anonymous", "230 in")
                try peer.expect("FEAT", "500 no")
                try peer.expect("SYST", "500 no")
                try peer.expect("OPTS UTF8 ON", "200 ok")
                try peer.expect("TYPE I", text)
                try peer.expect("PWD", "257 \"/\"")
                try peer.expect("TYPE I", text)
                try peer.expect("SIZE a", "213 5")
                try peer.expectPassive()
                try peer.expectGoodbye()
            }
            let client = Client(peer)
            let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
            #expect(error?.kind == .unsupported)
            #expect(error?.reply == text)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A file without an end is stopped after the size it was to have", arguments: [0, 2])
    func endlessFile(offset: UInt64) throws {
        let peer = try peer { peer in
            if offset > 0 { try peer.expect("REST 2", "350 ok") }
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            // More than is ever taken, but no more than the test needs.
            let block = [UInt8](repeating: 0x78, count: 1 << 20)
            for _ in 0..<64 { try? peer.sendData(block) }
            peer.closeData()
            try peer.expect("ABOR", "426 stopped", "226 aborted")
            try peer.expectGone()
        }
        let client = Client(peer)
        client.files.timeouts.quit = 0.1
        var count: UInt64 = 0
        let error = client.failure { () throws(FileSystemError) in
            let source = try client.files.open(Path("/a"), from: offset)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
            defer { buffer.deallocate() }
            while true {
                let got = try source.read(into: buffer)
                if got == 0 { return try source.finish() }
                count += UInt64(got)
            }
        }
        #expect(error?.kind == (offset > 0 ? .protocolViolation : .changed))
        #expect(count < 2 << 20)
        client.files.close()
        try peer.verify()
    }

    @Test("While data drains after an early 226, NOOP keeps the control connection awake")
    func draining() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go", "226 done already")
            try peer.sendData("hel")
            try peer.expect("NOOP", "200 here")
            try peer.expect("NOOP", "200 here")
            try peer.sendData("lo")
            peer.closeData()
            var line = try peer.line()
            while line == "NOOP" {
                try peer.reply("200 here")
                line = try peer.line()
            }
            guard line == "DELE b" else { throw ScriptedPeer.Mismatch("got \(line)") }
            try peer.reply("550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.timeouts.drain = 0.05
        #expect(try client.read("/a") == "hello")
        let error = client.failure { () throws(FileSystemError) in
            try client.files.removeFiles([Path("/b")])[0].get()
        }
        #expect(error?.kind == .notFound)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "After ABOR any replies, in any order, leave the connection in step",
        arguments: [
            ["426 cut", "226 aborted"], ["426 cut", "225 aborted"], ["226 done", "226 aborted"],
            ["226 done", "225 nothing to abort"], ["226 aborted"], ["225 aborted"], ["426 cut"],
            ["500 what?"], ["502 no", "426 cut"], ["451 cut", "226 aborted"], ["550 cut"],
            ["426 cut", "500 what?"], ["150 late", "426 cut", "226 aborted"],
            ["226 done", "226 really", "500 what?"], ["426 cut", "226 aborted", "226 again"],
            ["426 cut", "200 aborted"], ["426 cut", "226 aborted", "350 at 0", "200 what?"],
        ], [1, 2, 3])
    func abort(replies: [String], atOnce: Int) throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("he")
            try peer.expect("ABOR")
            // The others come once Ferry has gone on.
            let first = max(atOnce, (replies.firstIndex { !$0.hasPrefix("1") } ?? 0) + 1)
            for reply in replies.prefix(first) { try peer.reply(reply) }
            while true {
                switch try peer.line() {
                case "PWD":
                    for reply in replies.dropFirst(first) { try peer.reply(reply) }
                    try peer.reply("257 \"/\" is here")
                case "DELE b": try peer.reply("550 No such file")
                case "MKD d": try peer.reply("257 made")
                case "QUIT": return try peer.reply("221 bye")
                case let other: throw ScriptedPeer.Mismatch("got \(other)")
                }
            }
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
        defer { buffer.deallocate() }
        _ = try source.read(into: buffer)
        source.cancel()
        let error = client.failure { () throws(FileSystemError) in
            try client.files.removeFiles([Path("/b")])[0].get()
        }
        #expect(error?.kind == .notFound)
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "An upload that is refused says why: at once, or after some of it",
        arguments: [
            ("550 Permission denied", FileSystemError.Kind.denied), ("553 Bad name", .other),
            ("552 Quota exceeded", .full), ("452 No space left", .full),
            ("532 Need an account to store", .login), ("450 File busy", .other),
            ("425 No connection", .connection), ("451 Local error", .other),
        ], ["eager", "at once", "amidst"])
    func refusedUploads(refusal: (String, FileSystemError.Kind), when: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            if when == "amidst" {
                try peer.acceptData()
                try peer.reply("150 send")
                peer.resetData()
            }
            try peer.reply(refusal.0)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            let size: UInt64? = when == "eager" ? 5 : nil
            let sink = try client.files.create(Path("/a"), .inPlace(size: size))
            if when == "amidst" {
                let block = String(repeating: "x", count: 1 << 20)
                for _ in 0..<40 { try client.send(block, to: sink) }
            } else {
                try client.send("hello", to: sink)
            }
            try sink.finish()
        }
        #expect(error?.kind == refusal.1)
        #expect(error?.reply == refusal.0)
        #expect(error?.path == Path("/a"))
        #expect(!client.log.texts(.sent).contains { $0.hasPrefix("ALLO") })
        client.files.close()
        try peer.verify()
    }

    @Test("REST 0 goes out before an upload, where a resumed download was refused")
    func restAgain() throws {
        let peer = try peer { peer in
            try peer.expect("REST 2", "350 ok")
            try peer.expect("RETR a", "550 Permission denied")
            try peer.expectPassive()
            try peer.expect("REST 0", "350 ok")
            _ = try peer.receiveFile("STOR b")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.read("/a", from: 2)
        }
        #expect(error?.kind == .denied)
        try client.write("/b", "up")
        client.files.close()
        try peer.verify()
    }

    @Test("It goes out before an empty file as well")
    func restBeforeEmptyFile() throws {
        let name = ".ferry-testtest-1"
        let peer = try peer { peer in
            try peer.expect("REST 2", "350 ok")
            try peer.expect("RETR a", "550 Permission denied")
            try peer.expect("RNFR \(name)-1", "550 No such file")
            try peer.expect("DELE \(name)-1", "550 No such file")
            try peer.expectPassive()
            try peer.expect("REST 0", "350 ok")
            try peer.expect("STOR \(name)-1", "553 No such name")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = client.failure { () throws(FileSystemError) in _ = try client.read("/a", from: 2) }
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.create(
                Path("/b"), as: PartID(token: "testtest", number: 1),
                Creation(size: 5, placement: .besideOnly))
        }
        #expect(error != nil)
        client.files.close()
        try peer.verify()
    }

    @Test("A server that takes REST before STOR and begins anew is found out by the size")
    func uploadLie() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 3")
            try peer.expectPassive()
            try peer.expect("REST 3", "350 go on")
            _ = try peer.receiveFile("STOR a")
            try peer.expect("SIZE a", "213 2")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let creation = Creation(offset: 3)
        try client.write("/a", "lo", creation)
        let error = client.failure { () throws(FileSystemError) in
            try client.commit("/a", creation, size: 5)
        }
        #expect(error?.kind == .truncated)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Times are read in every form, and one that is none loses nothing else",
        arguments: [
            ("213 20200102030405", 1_577_934_245), ("213 20200102030405.678", 1_577_934_245),
            ("213 191200102030405", 1_577_934_245), ("213 19700101000000", 0),
            ("213 20200102030405 UTC", 1_577_934_245), ("213 x", nil), ("213", nil),
            ("213 20201399000000", nil), ("213 2020", nil), ("550 no", nil),
        ] as [(String, Int64?)])
    func times(text: String, seconds: Int64?) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", text)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let entry = try client.files.details(of: [Path("/a")])[0]
        #expect(entry?.size == 5)
        #expect(entry?.modified?.seconds == seconds)
        client.files.close()
        try peer.verify()
    }

    @Test("Silence after the last byte is no success before a new connection has said so")
    func silentEnds() throws {
        // What SIZE says then, and what becomes of the file.
        let cases: [(String, FileSystemError.Kind?)] = [
            ("213 5", nil), ("213 4", .truncated), ("550 no such file", .timeout),
        ]
        for (answer, kind) in cases {
            let peer = try peer { peer in
                try peer.expect("RETR a")
                try peer.acceptData()
                try peer.reply("150 go")
                try peer.sendData("hello")
                peer.closeData()
                try peer.expectEnd()
                try peer.accept()
                try peer.logIn(asksFeatures: false)
                try peer.expect("SIZE a", answer)
                try peer.expect("MDTM a", "550 no")
                try peer.expectGoodbye()
            }
            let client = Client(peer)
            client.files.timeouts.confirmation = 0.1
            let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
            #expect(error?.kind == kind)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("Silence after bytes of no known number is no success")
    func silentUnknown() throws {
        let peer = try peer(size: "500 no") { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            try peer.expectEnd()
        }
        let client = Client(peer)
        client.files.timeouts.idle = 0.2
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .timeout)
        try peer.verify()
    }

    @Test("An endless listing is cut where it passes the limit, and says so")
    func endlessListing() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            try peer.reply("150 go")
            let lines = (0..<10_000).map { "type=file; f\($0)\r\n" }.joined()
            for _ in 0..<100 { try? peer.sendData(lines) }
            peer.closeData()
            try peer.expect("ABOR", "426 stopped", "226 aborted")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.listingLimits.entries = 1_000
        let listing = try client.files.list(.root)
        #expect(listing.isCut)
        #expect(listing.count == 1_000)
        #expect(client.log.texts(.trouble).contains { $0.contains("the rest is not shown") })
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("A listing that trickles in for ever is given up")
    func tricklingListing() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            try peer.reply("150 go")
            // Each piece is there before the client waits long, and no piece is the last.
            for number in 0..<1_000_000 {
                do { try peer.sendData("type=file; f\(number)\r\n") } catch { break }
            }
            try peer.expectGone()
        }
        let client = Client(peer)
        client.files.timeouts.listing = 0.1
        client.files.timeouts.abort = 0.1
        client.files.timeouts.quit = 0.1
        let error = client.failure { () throws(FileSystemError) in _ = try client.names("/") }
        #expect(error?.kind == .timeout)
        client.files.close()
        try peer.verify()
    }
}
