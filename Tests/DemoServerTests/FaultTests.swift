import DemoServer
import Glibc
import Support
import Testing

@Suite("The demo server misbehaves as it is told")
struct FaultTests {
    private static let digits = "0123456789"

    /// A server with these faults and a file `digits`.
    private func served(_ behaviour: Behaviour) throws -> ServedFolder {
        let served = try ServedFolder(behaviour)
        try served.folder.write(FaultTests.digits, to: "digits")
        return served
    }

    @Test("A canned reply comes instead, once or for ever")
    func canned() throws {
        let served = try served([
            .once(.reply("SIZE", "213 lies\r\n")), .always(.reply("NOOP", "299 always\r\n")),
        ])
        let client = try served.client()
        #expect(try client.expect("SIZE digits", 213) == "213 lies")
        #expect(try client.expect("SIZE digits", 213) == "213 10")
        try client.expect("NOOP", 299)
        try client.expect("noop", 299)
    }

    @Test("An unknown verb is answered by 500 and missing from FEAT")
    func unknown() throws {
        let served = try served([.always(.unknown("MLSD")), .always(.unknown("EPSV"))])
        let client = try served.client()
        try client.expect("EPSV", 500)
        let features = try client.expect("FEAT", 211)
        #expect(!features.contains("MLST") && !features.contains("EPSV"))
        #expect(features.contains("REST STREAM"))
    }

    @Test("Silence, closing, reset and 421 at a command")
    func endings() throws {
        let closing: [Fault] = [
            .close(at: "NOOP"), .reset(at: "NOOP"), .goodbye(at: "NOOP"), .silent(at: "NOOP"),
        ]
        for fault in closing {
            let served = try served([.once(fault)])
            let client = try served.client()
            client.send("NOOP")
            switch fault {
            case .goodbye: try client.expectReply(421)
            case .silent:
                // Only the end of the connection ends the silence.
                client.send("NOOP")
                served.server.dropConnections()
            default: break
            }
            #expect(client.hasEnded(), "\(fault)")
            try served.client().expect("NOOP", 200)
        }
    }

    @Test("Of commands that come together the first is done, and the others are lost or late")
    func singleCommands() throws {
        let server = try served([.always(.singleCommands(.dropped))])
        let dropping = try server.client()
        dropping.send("NOOP\r\nSYST\r\nPWD")
        try dropping.expectReply(200)
        try dropping.expect("PWD", 257)
        let other = try served([.always(.singleCommands(.kept))])
        let keeping = try other.client()
        keeping.send("NOOP\r\nSYST\r\nPWD")
        try keeping.expectReply(200)
        try keeping.expect("FEAT", 215)
        try keeping.expect("FEAT", 257)
    }

    @Test("Commands that come together are refused for good, or end the connection")
    func refusedTogether() throws {
        let refused = try served([.always(.singleCommands(.refused))])
        let client = try refused.client()
        client.send("NOOP\r\nSYST\r\nPWD")
        try client.expectReply(500)
        client.send("NOOP")
        refused.server.dropConnections()
        let closing = try served([.always(.singleCommands(.closed))])
        let closed = try closing.client()
        try closed.expect("NOOP", 200)
        closed.send("NOOP\r\nSYST")
        #expect(closed.hasEnded())
    }

    @Test("421 after a while without a command")
    func idle() throws {
        let served = try served([])
        let client = try served.client()
        served.server.behaviour = [.always(.idle(milliseconds: 30))]
        // The change holds from the next command on.
        try client.expect("NOOP", 200)
        try client.expectReply(421)
        #expect(client.hasEnded())
    }

    @Test("Extra replies follow, LF ends lines, and bytes come one at a time, all at once")
    func combined() throws {
        let served = try served(
            [.always(.extra(after: "NOOP", "226 Surprise.\r\n"))]
                + [.always(.lineFeedOnly), .always(.bytewise)])
        let client = try served.client()
        client.send("NOOP")
        #expect(try client.readRawLine() == Array("200 Still here.\n".utf8))
        #expect(try client.readRawLine() == Array("226 Surprise.\n".utf8))
    }

    @Test("Endless lines, replies and listings go on until the client leaves")
    func endless() throws {
        let served = try served([
            .always(.endlessLine(at: "NOOP")), .always(.endlessReply(at: "HELP")),
            .always(.endlessListing(at: "LIST")),
        ])
        for (verb, ending) in [("NOOP", "xxxx"), ("HELP", "200-and")] {
            let client = try served.client()
            client.send(verb)
            var count = 0
            if verb == "NOOP" {
                // Four megabytes, and no line yet.
                #expect(client.skip(4 << 20) == 4 << 20)
            } else {
                while count < 10_000 {
                    #expect(try client.readRawLine().starts(with: ending.utf8))
                    count += 1
                }
            }
        }
        let client = try served.client()
        let data = try client.openData()
        try client.expect("LIST", 150)
        var received = 0
        while received < 4 << 20 { received += try Client.readSome(data).count }
        close(data)
        try client.expectReply(426)
    }

    @Test("PASV names a foreign address; EPSV the port 0 or one where nobody listens")
    func addresses() throws {
        let served = try served([
            .always(.foreignAddress("10,11,12,13")), .once(.zeroPort(at: "EPSV")),
            .once(.closedPort(at: "EPSV")),
        ])
        let client = try served.client()
        #expect(try client.expect("PASV", 227).contains("(10,11,12,13,"))
        #expect(try client.expect("EPSV", 229).contains("(|||0|)"))
        #expect(throws: Client.Failure.self) { try client.openData() }
        try client.expect("RETR digits", 425)
        #expect(try client.fetchText("RETR digits") == FaultTests.digits)
    }

    @Test("The replies of a transfer come in every order")
    func replyOrders() throws {
        let orders: [(Fault, [Int])] = [
            (.noPreliminary(at: "RETR"), [226]), (.latePreliminary(at: "RETR"), [150, 226]),
            (.earlyFinal(at: "RETR"), [150, 226]),
            (.lateFinal(at: "RETR", milliseconds: 20), [150, 226]),
            (.finalReply(at: "RETR", "451 No.\r\n"), [150, 451]),
        ]
        for (fault, codes) in orders {
            let served = try served([.once(fault)])
            let client = try served.client()
            let data = try client.openData()
            client.send("RETR digits")
            #expect(Client.drain(data) == Array(FaultTests.digits.utf8), "\(fault)")
            close(data)
            for code in codes { try client.expectReply(code, "\(fault)") }
            try client.expect("NOOP", 200)
        }
    }

    @Test("Data is cut short with a friendly 226, or reset with 426, or all goes down")
    func cutData() throws {
        let served = try served([
            .once(.truncate(at: "RETR", after: 4)), .once(.resetData(at: "RETR", after: 3)),
            .once(.die(at: "RETR", after: 2)),
        ])
        let client = try served.client()
        #expect(try client.fetchText("RETR digits") == "0123")
        let data = try client.openData()
        try client.expect("RETR digits", 150)
        _ = Client.drain(data)
        close(data)
        try client.expectReply(426)
        let last = try client.openData()
        try client.expect("RETR digits", 150)
        _ = Client.drain(last)
        close(last)
        #expect(client.hasEnded())
    }

    @Test("REST and SIZE lie")
    func lies() throws {
        let served = try served([.always(.lyingRest), .always(.lyingSize(77))])
        let client = try served.client()
        #expect(try client.expect("SIZE digits", 213) == "213 77")
        #expect(try client.fetchText("MLSD").contains("size=77;"))
        try client.expect("REST 5", 350)
        #expect(try client.fetchText("RETR digits") == FaultTests.digits)
    }

    @Test("A canned listing comes as it is")
    func cannedListing() throws {
        let served = try served([.once(.listing(at: "LIST", Array("no line end".utf8)))])
        #expect(try served.client().fetchText("LIST") == "no line end")
    }

    @Test("Data comes no faster than the rate allows")
    func pace() throws {
        let served = try ServedFolder(options: .init(bytesPerSecond: 1_000_000))
        try served.folder.write([UInt8](repeating: 7, count: 200_000), to: "f")
        let client = try served.client()
        let clock = ContinuousClock()
        var count = 0
        let elapsed = try clock.measure { count = try client.fetch("RETR f").count }
        #expect(count == 200_000)
        // The last block needs no pause after it; a slow machine only makes it slower.
        #expect(elapsed >= .milliseconds(140))
    }
}
