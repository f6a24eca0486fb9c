import Glibc
import Support
import Testing

@testable import Transport

@Suite("What a socket may have on its way")
struct SendBufferTests {
    @Test("More is asked for only where the system's own growth does not go as far")
    func worthAsking() {
        let grown = "4096\t16384\t4194304\n"
        #expect(SendBuffer(most: "4194304\n", grown: grown)?.size == 4_194_304)
        #expect(SendBuffer(most: "2097153", grown: grown)?.size == 2_097_153)
        #expect(SendBuffer(most: "2097152", grown: grown) == nil)
        #expect(SendBuffer(most: "212992\n", grown: grown) == nil)
        #expect(SendBuffer(most: "2147483647", grown: grown)?.size == 16 << 20)
        #expect(SendBuffer(most: "2147483647", grown: "4096 16384 67108864") == nil)
    }

    @Test("What the system does not say is not asked for")
    func unknown() {
        let grown = "4096 16384 4194304"
        #expect(SendBuffer(most: nil, grown: grown) == nil)
        #expect(SendBuffer(most: "4194304", grown: nil) == nil)
        #expect(SendBuffer(most: "much", grown: grown) == nil)
        #expect(SendBuffer(most: "4194304", grown: "") == nil)
    }

    @Test("A socket gets no larger buffer without a limit on what waits in it")
    func applied() throws {
        let buffer = try #require(SendBuffer(most: "16384", grown: "1"))
        let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        try #require(socket >= 0)
        buffer.apply(to: socket)
        #expect(option(socket, SOL_SOCKET, SO_SNDBUF) == 2 * buffer.size)
        #expect(option(socket, CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT) == 1 << 20)

        // Where there is no such limit, as here, its buffer stays as it was.
        let other = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(other) }
        try #require(other >= 0)
        let before = option(other, SOL_SOCKET, SO_SNDBUF)
        buffer.apply(to: other)
        #expect(before > 0)
        #expect(option(other, SOL_SOCKET, SO_SNDBUF) == before)
    }

    /// Connects to a peer at that address, which waits for the end.
    private func connected(to address: String, _ body: (Socket) throws -> Void) throws {
        let peer = try ScriptedPeer(at: address) { peer in try peer.expectEnd() }
        let found = try Resolver.resolve(
            address, port: peer.port, Interrupter(), .after(seconds: 10))
        let stream = try Connector.connect(toFirstOf: found, Interrupter(), .after(seconds: 10))
        try body(stream)
        stream.close()
        #expect(!stream.isPeerHere)
        try peer.verify()
    }

    @Test("To a server on this machine less is on its way", arguments: ["127.0.0.1", "::1"])
    func near(address: String) throws {
        try connected(to: address) { stream in
            #expect(stream.isPeerHere)
            stream.sendToCache()
            #expect(option(stream.descriptor, SOL_SOCKET, SO_SNDBUF) == 2 * SendBuffer.near)
        }
    }

    @Test("A peer that has another address is not taken for this machine")
    func far() throws {
        try connected(to: "127.0.0.2") { #expect(!$0.isPeerHere) }
    }

    @Test("On a short line the buffer stays as it was")
    func short() throws {
        try connected(to: "127.0.0.2") { stream in
            let before = option(stream.descriptor, SOL_SOCKET, SO_SNDBUF)
            stream.prepareForLongLine()
            #expect(option(stream.descriptor, SOL_SOCKET, SO_SNDBUF) == before)
        }
    }

    private func option(_ socket: CInt, _ level: CInt, _ name: CInt) -> CInt {
        var value: CInt = -1
        var length = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(socket, level, name, &value, &length)
        return value
    }
}
