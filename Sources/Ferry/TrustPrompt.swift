import Engine
import Files
import Glibc
import Settings
import UI
import Words

/// A server that does not prove who it is, in words; and, on a terminal, the question whether to trust
/// it all the same.
enum TrustPrompt {
    /// Bytes of an answer that can mean something.
    private static let answerLimit = 64

    /// What is to be decided, and how a script can go on.
    static func lines(_ question: TrustQuestion, _ error: FileSystemError, _ site: Site) -> [String]
    {
        switch question {
        case .certificate(let question): lines(question, error, site)
        case .hostKey(let question): lines(question, site)
        }
    }

    private static func lines(
        _ question: CertificateQuestion, _ error: FileSystemError, _ site: Site
    ) -> [String] {
        let address = site.text
        switch question {
        case .untrusted(let certificate, let reason):
            return [tr("The certificate of \(site.text) is not trusted. \(reason)")]
                + facts(certificate)
                + [
                    tr(
                        "To continue, name its authority with --ca FILE, or open \(address) in the "
                            + "screen and trust it there. --insecure turns off all checks.")
                ]
        case .changed(let certificate, let known, let reason):
            return [
                tr(
                    "ALARM: the certificate of \(site.text) has changed since it was trusted; someone "
                        + "may be intercepting the connection. \(reason)")
            ] + facts(certificate) + [
                fact(tr("known"), Certificate.text(ofFingerprint: known)),
                tr(
                    "Ask the server's operator. If the change is right, open \(address) in the screen "
                        + "and trust the new certificate there."),
            ]
        case .clear(let reason):
            return [
                reason.isEmpty ? error.message : reason,
                tr(
                    "Passwords and files would not be encrypted. To continue anyway, add --no-tls, or "
                        + "open \(address) in the screen and allow it there."),
            ]
        }
    }

    private static func lines(_ question: HostKeyQuestion, _ site: Site) -> [String] {
        switch question {
        case .new(let key):
            return [tr("ssh does not know the host key of \(site.text).")] + facts(key) + [
                tr(
                    "To continue, compare it with the key from the server's operator, then open "
                        + "\(site.text) in the screen and trust it there.")
            ]
        case .changed(let key, let known):
            return [
                tr(
                    "ALARM: the host key of \(site.text) differs from the one that ssh knows; someone "
                        + "may be intercepting the connection.")
            ] + facts(key) + [
                fact(tr("known"), known.text),
                tr(
                    "Ask the server's operator. If the new key is right, remove the old one from that "
                        + "file."),
            ]
        }
    }

    private static func facts(_ key: HostKey) -> [String] {
        [
            fact(tr("host"), key.host), fact(tr("port"), "\(key.port)"), fact(tr("type"), key.type),
            fact(tr("key", meaning: "of a server, not of a keyboard"), key.fingerprint),
        ]
    }

    private static func facts(_ certificate: Certificate) -> [String] {
        var lines = [
            fact(tr("subject", meaning: "of a certificate"), certificate.subject),
            fact(tr("issuer"), certificate.issuer),
        ]
        if !certificate.names.isEmpty {
            lines.append(fact(tr("names"), certificate.names.joined(separator: ", ")))
        }
        let from = Format.date(certificate.validFrom)
        let until = Format.date(certificate.validUntil)
        return lines + [
            fact(tr("valid"), tr("\(from) to \(until)", meaning: "two dates")),
            fact("SHA-256", certificate.fingerprintText),
        ]
    }

    /// How far facts are indented, and how wide what stands before them is.
    private static let indent = 4
    private static let labelColumn = ColumnText.column([
        tr("known"), tr("host"), tr("port"), tr("type"),
        tr("key", meaning: "of a server, not of a keyboard"),
        tr("subject", meaning: "of a certificate"), tr("issuer"), tr("names"), tr("valid"),
        "SHA-256",
    ])

    /// A line with what is known of a server.
    private static func fact(_ label: String, _ text: String) -> String {
        String(repeating: " ", count: indent) + ColumnText.left(label, labelColumn) + text
    }

    /// Whether the user, asked on the terminal, lets Ferry go on; false where there is none.
    static func settles(
        _ question: TrustQuestion, _ error: FileSystemError, _ site: Site,
        _ session: HeadlessSession
    ) -> Bool {
        guard let terminal = session.terminal, let words = words(of: question) else { return false }
        terminal.line.beginAsking()
        defer { terminal.line.endAsking() }
        terminal.say(lines(question, error, site).dropLast() + image(question))
        guard
            case .line(let bytes) = terminal.read(words + " ", isHidden: false, limit: answerLimit),
            let answer = answer(String(decoding: bytes, as: UTF8.self).lowercased(), to: question)
        else { return false }
        let (known, hostKeys) = (session.session.known, session.session.hostKeys)
        switch question {
        case .certificate(let asked):
            known.allow(asked, for: site)
            if answer == .always { known.keep(asked, for: site) }
        case .hostKey(.new(let key)):
            hostKeys.accept(key)
        case .hostKey(.changed):
            return false
        }
        return true
    }

    /// ssh's picture of a new key, below its fingerprint.
    private static func image(_ question: TrustQuestion) -> [String] {
        guard case .hostKey(.new(let key)) = question else { return [] }
        return key.image.map { String(repeating: " ", count: indent + labelColumn) + $0 }
    }

    /// The question itself, and what can be written; nil where nothing can be said but no.
    private static func words(of question: TrustQuestion) -> String? {
        switch question {
        case .hostKey(.changed): nil
        case .certificate(.changed):
            tr("Type 'once' or 'always' in full to trust the new one; anything else stops:")
        case .certificate(.untrusted): tr("Trust it [o]nce, [a]lways or [n]ot at all?")
        case .certificate(.clear):
            tr("Continue without encryption [o]nce, [a]lways or [n]ot at all?")
        case .hostKey(.new): tr("[t]rust it and let ssh add it to known_hosts, or [n]ot?")
        }
    }

    /// What was written, as far as the question can be answered so; nil for no.
    private static func answer(_ text: String, to question: TrustQuestion) -> TrustAnswer? {
        let answer: TrustAnswer? =
            switch (text, question) {
            case ("once", .certificate): .once
            case ("always", .certificate): .always
            case ("o", .certificate) where !question.isAlarm: .once
            case ("a", .certificate) where !question.isAlarm: .always
            case ("t", .hostKey), ("trust", .hostKey): .always
            default: nil
            }
        return answer.flatMap { question.answers.contains($0) ? $0 : nil }
    }
}

extension Failure {
    /// Why a site could not be worked on.
    init(_ error: FileSystemError, on site: Site) {
        guard let question = error.question else {
            self.init(error)
            return
        }
        let lines = TrustPrompt.lines(question, error, site)
        self.init([lines.joined(separator: "\n")])
    }
}
