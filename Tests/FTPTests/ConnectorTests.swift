import Support
import Testing
import Transport

@Suite("Connecting to one of several addresses")
struct ConnectorTests {
    private func addresses(_ hosts: [String], port: UInt16) throws -> [SocketAddress] {
        try hosts.map { host throws in
            try #require(
                Resolver.resolve(host, port: port, Interrupter(), .after(seconds: 5)).first)
        }
    }

    @Test("The families are tried in turn, in the system's order within each")
    func order() throws {
        let all = try addresses(
            ["::1", "::2", "::3", "127.0.0.1", "127.0.0.2"], port: 21)
        #expect(
            Connector.inTurn(all).map(\.host)
                == ["::1", "127.0.0.1", "::2", "127.0.0.2", "::3"])
        #expect(Connector.inTurn([]).isEmpty)
    }

    @Test("An address that refuses gives way to the next at once")
    func refusal() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let found = try addresses(["::1", "127.0.0.1"], port: peer.port)
        let socket = try Connector.connect(
            toFirstOf: found, Interrupter(), .after(seconds: 10))
        #expect(socket.peer?.host == "127.0.0.1")
        socket.close()
        try peer.verify()
    }

    @Test("An address that swallows everything gives way to the next")
    func silence() throws {
        // A backlog that is full answers nobody.
        let deaf = try DeafListener(address: "127.0.0.3")
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let found =
            try addresses(["127.0.0.3"], port: deaf.port)
            + addresses(["127.0.0.1"], port: peer.port)
        let socket = try Connector.connect(
            toFirstOf: found, Interrupter(), .after(seconds: 10))
        #expect(socket.peer?.host == "127.0.0.1")
        socket.close()
        try peer.verify()
    }

    @Test("Where nobody answers, the failure is that of the last one")
    func none() throws {
        let found = try addresses(["127.0.0.1", "127.0.0.2"], port: 1)
        let error = #expect(throws: TransportError.self) {
            try Connector.connect(toFirstOf: found, Interrupter(), .after(seconds: 10))
        }
        #expect(error?.kind == .unreachable)
        #expect(throws: TransportError.self) {
            try Connector.connect(toFirstOf: [], Interrupter(), .after(seconds: 10))
        }
    }

    @Test("An interrupt ends the waiting")
    func interruption() throws {
        let deaf = try DeafListener(address: "127.0.0.3")
        let found = try addresses(["127.0.0.3"], port: deaf.port)
        let interrupter = Interrupter()
        Background.run { interrupter.interrupt() }
        let error = #expect(throws: TransportError.self) {
            try Connector.connect(toFirstOf: found, interrupter, .after(seconds: 20))
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("A name that nobody knows is said so")
    func unknownName() {
        let error = #expect(throws: TransportError.self) {
            try Resolver.resolve(
                "no such name", port: 21, Interrupter(), .after(seconds: 10))
        }
        #expect(error?.kind == .unresolved)
    }
}
