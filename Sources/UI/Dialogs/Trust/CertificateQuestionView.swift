import Files
import Terminal

/// Whom a certificate names, who says so, and what to do about it.
struct CertificateQuestionView {
    private let question: CertificateQuestion
    private let site: Site
    private let text: TrustText

    init(_ question: CertificateQuestion, _ site: Site, _ text: TrustText) {
        self.question = question
        self.site = site
        self.text = text
    }

    var title: String {
        switch question {
        case .untrusted: "Untrusted certificate"
        case .changed: "ALARM: the certificate has changed"
        case .clear: "No encryption"
        }
    }

    /// `now` is in seconds since the epoch.
    func lines(now: Double) -> [DialogLine] {
        switch question {
        case .untrusted(let certificate, let reason):
            return text.sentence(reason, .dialogDanger) + [.blank] + facts(certificate, now: now)
                + fingerprint("SHA256", certificate.fingerprint, .dialogTitle)
        case .changed(let certificate, let known, let reason):
            return [text.alarm(site.host)] + text.sentence(reason, .dialogDanger)
                + facts(certificate, now: now) + fingerprint("known", known, .dialog)
                + fingerprint("new", certificate.fingerprint, .dialogDanger)
        case .clear(let reason):
            let warning =
                "Others on the network could read and change passwords and files."
            return text.sentence(reason, .dialogDanger) + text.sentence(warning, .dialog)
                + [.blank, text.fact("Host", site.text)]
        }
    }

    static func words(for answer: TrustAnswer, to question: CertificateQuestion) -> String {
        switch (answer, question) {
        case (.declined, _): "Do not connect"
        case (.once, .clear): "Connect without encryption this time"
        case (.always, .clear): "Always for this site, until it offers TLS"
        case (.once, .changed): "Trust the new one this time anyway"
        case (.always, .changed): "Always trust the new one for this site"
        case (.once, .untrusted): "Trust it this time"
        case (.always, .untrusted): "Always trust it for this site"
        }
    }

    private func facts(_ certificate: Certificate, now: Double) -> [DialogLine] {
        // Lower screens get less of what is long.
        let room = text.size.height < 24 ? 1 : 3
        let isOwn = certificate.issuer == certificate.subject
        let names = certificate.names.isEmpty ? "none" : certificate.names.joined(separator: ", ")
        return [text.fact("Host", site.text)]
            + text.fact(
                "For", certificate.subject.isEmpty ? "nobody" : certificate.subject, rows: room)
            + text.fact("By", isOwn ? "itself (self-signed)" : certificate.issuer, rows: room)
            + text.fact("Names", names, rows: room)
            + [text.fact("Valid", validity(certificate, now: now))]
    }

    private func validity(_ certificate: Certificate, now: Double) -> String {
        let span = "\(Format.date(certificate.validFrom)) to \(Format.date(certificate.validUntil))"
        if now < Double(certificate.validFrom) { return span + " (not yet)" }
        if now > Double(certificate.validUntil) { return span + " (expired)" }
        return span
    }

    /// Whole, sixteen bytes a line.
    private func fingerprint(_ name: String, _ bytes: [UInt8], _ role: Role) -> [DialogLine] {
        let hex = bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return stride(from: 0, to: hex.count, by: 16).map { start in
            let part = hex[start..<min(start + 16, hex.count)].joined(separator: ":")
            return .text(TextFit.left(start == 0 ? name : "", 7) + part, role)
        }
    }
}
