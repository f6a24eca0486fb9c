/// What only the user can decide before a server is spoken to, by what the server shows to prove who
/// it is.
package enum TrustQuestion: Hashable, Sendable {
    /// TLS's: judged and remembered by Ferry.
    case certificate(CertificateQuestion)
    /// SSH's: judged and remembered by the system's ssh.
    case hostKey(HostKeyQuestion)

    /// What can be said to it, in the order in which it is offered.
    package var answers: [TrustAnswer] {
        switch self {
        case .certificate: [.declined, .once, .always]
        case .hostKey(.new): [.declined, .always]
        case .hostKey(.changed): [.declined]
        }
    }

    /// Whether another identity is shown than the one that is known: somebody may stand in between.
    package var isAlarm: Bool {
        switch self {
        case .certificate(.changed), .hostKey(.changed): true
        case .certificate(.untrusted), .certificate(.clear), .hostKey(.new): false
        }
    }
}

/// What is to be decided about a server's certificate, or its absence.
package enum CertificateQuestion: Hashable, Sendable {
    /// The system's store does not vouch for the certificate; `reason` is why, as a sentence.
    case untrusted(Certificate, reason: String)
    /// Another certificate than the one that was trusted for this site: an alarm. `reason` as above.
    case changed(Certificate, known: [UInt8], reason: String)
    /// The server does not offer TLS and never did: passwords and files would go in clear.
    case clear(reason: String)
}

/// What is to be decided about a server's host key.
package enum HostKeyQuestion: Hashable, Sendable {
    /// ssh knows no key of this server.
    case new(HostKey)
    /// ssh knows another one, on this line of its files: an alarm, which nothing that is said here
    /// settles.
    case changed(HostKey, known: KnownHostsLine)
}

/// What the user said to a `TrustQuestion`.
package enum TrustAnswer: Hashable, Sendable {
    /// Until the program ends.
    case once
    /// For this host and port, written down.
    case always
    case declined
}
