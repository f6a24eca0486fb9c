import COpenSSL

extension ScriptedConversation {
    package enum Version: Sendable {
        case tls12, tls13

        fileprivate var number: CInt { self == .tls12 ? TLS1_2_VERSION : TLS1_3_VERSION }
    }

    /// What a client said in its handshake.
    package struct Handshake: Sendable {
        package let isResumed: Bool
        /// SNI.
        package let name: String?
        /// ALPN.
        package let application: String
    }

    /// Takes the handshake on the control connection.
    @discardableResult
    package func encrypt(
        _ certificate: TestCertificate, _ version: Version = .tls13,
        takesSessionsOnce: Bool = false
    ) throws -> Handshake {
        let context = try ScriptedTLS.Context(
            certificate, newest: version.number, takesSessionsOnce: takesSessionsOnce)
        tlsContext = context
        return try control.map { try shake($0, context) } ?? failed()
    }

    /// Takes the handshake on the data connection: with the control connection's sessions, or as
    /// another server with this certificate.
    @discardableResult
    package func encryptData(as other: TestCertificate? = nil) throws -> Handshake {
        let context = try other.map {
            try ScriptedTLS.Context($0, newest: Version.tls13.number)
        }
        guard let data, let context = context ?? tlsContext else { return try failed() }
        return try shake(data, context)
    }

    /// Takes the handshake on the data connection, with sessions that only data connections give.
    @discardableResult
    package func encryptData(
        apartAs certificate: TestCertificate, _ version: Version
    ) throws -> Handshake {
        let context =
            try dataContext ?? ScriptedTLS.Context(certificate, newest: version.number)
        dataContext = context
        return try data.map { try shake($0, context) } ?? failed()
    }

    private func shake(_ socket: ScriptedSocket, _ context: ScriptedTLS.Context) throws -> Handshake
    {
        let tls = try socket.encrypt(context)
        return Handshake(
            isResumed: tls.isResumed, name: tls.name, application: tls.application)
    }

    private func failed() throws -> Handshake {
        throw ScriptedPeer.Mismatch("no connection to encrypt")
    }

    /// Greets, encrypts, and answers everything up to the first operation.
    package func logInEncrypted(
        _ certificate: TestCertificate, _ version: Version = .tls13,
        features: [String] = ScriptedConversation.features
    ) throws {
        try reply("220 ready")
        try expect("AUTH TLS", "234 go on")
        try encrypt(certificate, version)
        try expect("USER anonymous", "331 password?")
        try expect("PASS anonymous@", "230 in")
        try setUpEncrypted(features: features)
    }

    /// What follows a login.
    package func setUpEncrypted(features: [String] = ScriptedConversation.features) throws {
        try setUp(features: features, isEncrypted: true)
    }

    /// Bytes as they come, whatever they are.
    package func someBytes() throws -> [UInt8] { try control?.receive() ?? [] }

    /// Waits for the client to close, whatever it says before.
    package func expectEndOfBytes() throws { while try !someBytes().isEmpty {} }

    /// Whether the client ended the data connection in TLS's own way.
    package var hasDataFinished: Bool { data?.tls?.hasFinished ?? false }
}
