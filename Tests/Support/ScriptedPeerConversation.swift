/// A script's side of the conversation: the control connection, and a data connection at a time.
/// Belongs to the script's thread.
package final class ScriptedConversation {
    private let listener: ScriptedSocket
    private let address: String
    private(set) var control: ScriptedSocket?
    private var passive: ScriptedSocket?
    private(set) var data: ScriptedSocket?
    /// What the control connection's TLS gave sessions from.
    var tlsContext: ScriptedTLS.Context?
    /// What data connections give sessions from that know nothing of the control connection's.
    var dataContext: ScriptedTLS.Context?
    private var pending: [UInt8] = []
    /// Every line that came, for messages.
    private(set) var received: [String] = []

    /// The pieces in which replies go out.
    package var manner: ([UInt8]) -> [[UInt8]] = { [$0] }

    /// What FEAT answers, unless a script says otherwise.
    package static let features = ["SIZE", "MDTM", "REST STREAM", "UTF8"]

    init(_ listener: ScriptedSocket, address: String) {
        self.listener = listener
        self.address = address
    }

    func end() {
        control?.close()
        passive?.close()
        data?.close()
        listener.close()
    }

    // MARK: The control connection

    /// Takes the next control connection.
    package func accept() throws {
        control = try listener.accept()
        pending = []
    }

    /// Sends lines, each with its line end, in one write.
    package func reply(_ lines: String...) throws {
        try send(lines.map { $0 + "\r\n" }.joined())
    }

    /// Sends text as it is.
    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        for piece in manner(bytes) { try control?.send(piece) }
    }

    /// The next line, without its line end.
    package func line() throws -> String {
        String(decoding: try bytes().filter { $0 != 0x0D }, as: UTF8.self)
    }

    /// The next line's bytes, without the LF.
    package func bytes() throws -> [UInt8] {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = Array(pending[..<end])
                pending.removeSubrange(...end)
                received.append(String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self))
                return line
            }
            let bytes = try control?.receive() ?? []
            guard !bytes.isEmpty else {
                throw ScriptedPeer.Mismatch("the client closed the connection")
            }
            pending += bytes
        }
    }

    /// Exactly so many bytes, whatever they are: a body behind its head.
    package func bytes(_ count: Int) throws -> [UInt8] {
        while pending.count < count {
            let bytes = try control?.receive() ?? []
            guard !bytes.isEmpty else {
                throw ScriptedPeer.Mismatch("the client closed the connection")
            }
            pending += bytes
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    /// Waits for exactly this line.
    package func expect(_ expected: String) throws {
        let line = try line()
        guard line == expected else {
            throw ScriptedPeer.Mismatch("expected '\(expected)', got '\(line)'")
        }
    }

    /// Waits for a line and answers it.
    package func expect(_ expected: String, _ replies: String...) throws {
        try expect(expected)
        try send(replies.map { $0 + "\r\n" }.joined())
    }

    /// Waits for a line and answers it; whatever came with it is lost, as on servers that read one
    /// command a packet. The lines that were lost.
    @discardableResult
    package func expectPacket(_ expected: String, _ replies: String...) throws -> [String] {
        try expect(expected)
        let lost = String(decoding: pending.filter { $0 != 0x0D }, as: UTF8.self)
            .split(separator: "\n").map(String.init)
        pending = []
        try send(replies.map { $0 + "\r\n" }.joined())
        return lost
    }

    /// Waits for a line that comes alone, and answers it.
    package func expectAlone(_ expected: String, _ replies: String...) throws {
        try expect(expected)
        guard pending.isEmpty else {
            throw ScriptedPeer.Mismatch("more came with '\(expected)'")
        }
        try send(replies.map { $0 + "\r\n" }.joined())
    }

    /// Takes a CWD to a directory of the root that nobody has, and answers it.
    package func expectNobodysDirectory(_ reply: String) throws {
        let line = try line()
        guard line.hasPrefix("CWD /.ferry-") else {
            throw ScriptedPeer.Mismatch("expected CWD to a name that nobody has, got '\(line)'")
        }
        try self.reply(reply)
    }

    /// Waits for the client to close the control connection, and for nothing else.
    package func expectEnd() throws {
        if let line = try? line() {
            throw ScriptedPeer.Mismatch("expected the end, got '\(line)'")
        }
    }

    /// Waits for the client to go, whatever it still says.
    package func expectGone() throws {
        while (try? line()) != nil {}
    }

    /// Takes QUIT, or the end without it.
    package func expectGoodbye() throws {
        guard let line = try? line() else { return }
        guard line == "QUIT" else {
            throw ScriptedPeer.Mismatch("expected QUIT, got '\(line)'")
        }
        try reply("221 Bye")
    }

    package func close() { control?.close() }

    package func reset() { control?.reset() }

    // MARK: The usual beginning

    /// Greets, and answers everything up to the first operation.
    package func logIn(
        features: [String] = ScriptedConversation.features, home: String = "/",
        system: String = "UNIX Type: L8", asksFeatures: Bool = true
    ) throws {
        try reply("220 ready")
        try expect("USER anonymous", "331 password?")
        try expect("PASS anonymous@", "230 in")
        try setUp(
            features: features, home: home, system: system, asksFeatures: asksFeatures)
    }

    /// What follows a login; a reconnection does not ask for features again.
    package func setUp(
        features: [String] = ScriptedConversation.features, home: String = "/",
        system: String = "UNIX Type: L8", asksFeatures: Bool = true, isEncrypted: Bool = false
    ) throws {
        if asksFeatures {
            try expect("FEAT")
            if features.isEmpty {
                try reply("500 what?")
            } else {
                try send(
                    "211-Features:\r\n" + features.map { " \($0)\r\n" }.joined() + "211 End\r\n")
            }
        }
        if isEncrypted {
            try expect("PBSZ 0", "200 ok")
            try expect("PROT P", "200 ok")
        }
        if asksFeatures { try expect("SYST", "215 \(system)") }
        try expect("OPTS UTF8 ON", "200 ok")
        try expect("TYPE I", "200 ok")
        try expect("PWD", "257 \"\(home)\" is here")
    }

    // MARK: Data connections

    /// Listens for a data connection, at another address than the control connection's where one
    /// is given; the port.
    package func listen(at other: String? = nil) throws -> UInt16 {
        let socket = try ScriptedSocket.listening(at: other ?? address)
        passive = socket
        return try socket.port()
    }

    /// Takes EPSV and names a port.
    package func expectPassive() throws {
        try expect("EPSV")
        try reply("229 here (|||\(try listen())|)")
    }

    /// Takes the client's data connection.
    package func acceptData() throws {
        data = try passive?.accept()
        passive?.close()
    }

    /// Connects to the client: active mode.
    package func connectData(port: UInt16) throws {
        data = try ScriptedSocket.connected(to: address, port: port)
    }

    package func sendData(_ text: String) throws { try data?.send(Array(text.utf8)) }

    package func sendData(_ bytes: [UInt8]) throws { try data?.send(bytes) }

    /// Everything that the client sends, up to its end.
    package func receiveData() throws -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = try data?.receive(), !bytes.isEmpty { all += bytes }
        return all
    }

    package func closeData() { data?.close() }

    /// Ends the data connection without TLS's own end.
    package func cutData() { data?.cut() }

    package func resetData() { data?.reset() }

    /// Waits for the client to close the data connection.
    package func expectDataEnd() throws { _ = try receiveData() }

    /// A whole transfer to the client: its command, 150, the data, 226.
    package func sendFile(
        _ command: String, _ text: String, final: String = "226 done"
    ) throws {
        try expect(command)
        try acceptData()
        try reply("150 here it comes")
        try sendData(text)
        closeData()
        try reply(final)
    }

    /// A whole transfer from the client; what it sent.
    package func receiveFile(_ command: String) throws -> [UInt8] {
        try expect(command)
        try acceptData()
        try reply("150 send")
        let bytes = try receiveData()
        closeData()
        try reply("226 stored")
        return bytes
    }
}
