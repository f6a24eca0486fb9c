import Engine
import Files
import Glibc
import Settings
import UI

/// A certificate that nobody vouches for, in words; and, on a terminal, the question whether to
/// trust it all the same.
enum TrustPrompt {
    /// What is to be decided, and how a script can go on.
    static func lines(_ question: TrustQuestion, _ error: FileSystemError, _ site: Site) -> [String]
    {
        let address = site.text
        switch question {
        case .untrusted(let certificate, let reason):
            return ["The certificate of \(site.text) is not trusted: \(reason)"]
                + facts(certificate)
                + [
                    "To go on, name its authority with --ca FILE, or open \(address) once in the "
                        + "screen and trust it there; --insecure gives all checking up."
                ]
        case .changed(let certificate, let known, let reason):
            return [
                "ALARM: the certificate of \(site.text) is another one than the one that was "
                    + "trusted; somebody may stand in between. \(reason)"
            ] + facts(certificate) + [
                "    known    \(Certificate.text(ofFingerprint: known))",
                "Ask who runs the server. If it is right, open \(address) in the screen and trust "
                    + "the new one there.",
            ]
        case .clear(let reason):
            return [
                reason.isEmpty ? error.message : reason,
                "Passwords and files would go in clear. To go on all the same, add --no-tls, or "
                    + "open \(address) once in the screen and allow it there.",
            ]
        }
    }

    private static func facts(_ certificate: Certificate) -> [String] {
        var lines = [
            "    subject  \(certificate.subject)", "    issuer   \(certificate.issuer)",
        ]
        if !certificate.names.isEmpty {
            lines.append("    names    \(certificate.names.joined(separator: ", "))")
        }
        return lines + [
            "    valid    \(Format.date(certificate.validFrom)) to "
                + Format.date(certificate.validUntil),
            "    SHA-256  \(certificate.fingerprintText)",
        ]
    }

    /// Whether the user, asked on the terminal, lets Ferry go on; false where there is none.
    static func settles(
        _ question: TrustQuestion, _ error: FileSystemError, _ site: Site,
        _ session: ConnectionContext
    ) -> Bool {
        guard isatty(STDIN_FILENO) == 1, StandardError.isTerminal else { return false }
        for line in lines(question, error, site).dropLast() { StandardError.say(line) }
        var isAlarm = false
        if case .changed = question { isAlarm = true }
        let verb = question.isClear ? "Go on in clear" : "Trust it"
        StandardError.write(
            isAlarm
                ? "Write 'once' or 'always' in full to trust the new one; anything else stops: "
                : "\(verb) [o]nce, [a]lways, or [n]ot at all? ")
        let answer = readLine()?.lowercased() ?? ""
        switch answer {
        case "once",
            "o" where !isAlarm:
            session.known.allow(question, for: site)
        case "always",
            "a" where !isAlarm:
            session.known.allow(question, for: site)
            session.known.keep(question, for: site)
        default:
            return false
        }
        return true
    }
}

extension TrustQuestion {
    fileprivate var isClear: Bool {
        if case .clear = self { return true }
        return false
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
