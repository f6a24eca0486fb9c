import Files
import Terminal
import Words

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
        case .untrusted: tr("Untrusted certificate")
        case .changed: tr("ALARM: the certificate has changed")
        case .clear: tr("No encryption")
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
                + facts(certificate, now: now) + fingerprint(TrustText.knownName, known, .dialog)
                + fingerprint(TrustText.newName, certificate.fingerprint, .dialogDanger)
        case .clear(let reason):
            let warning =
                tr("Others on the network could read and change passwords and files.")
            return text.sentence(reason, .dialogDanger) + text.sentence(warning, .dialog)
                + [.blank, text.fact(tr("Host"), site.text)]
        }
    }

    static func words(for answer: TrustAnswer, to question: CertificateQuestion) -> String {
        switch (answer, question) {
        case (.declined, _): tr("Do not connect")
        case (.once, .clear): tr("Connect without encryption this time")
        case (.always, .clear): tr("Always for this site, until it offers TLS")
        case (.once, .changed): tr("Trust the new one this time anyway")
        case (.always, .changed): tr("Always trust the new one for this site")
        case (.once, .untrusted): tr("Trust it this time")
        case (.always, .untrusted): tr("Always trust it for this site")
        }
    }

    private func facts(_ certificate: Certificate, now: Double) -> [DialogLine] {
        // Lower screens get less of what is long.
        let room = text.size.height < 24 ? 1 : 3
        let isOwn = certificate.issuer == certificate.subject
        let names =
            certificate.names.isEmpty ? tr("none") : certificate.names.joined(separator: ", ")
        let subject = certificate.subject.isEmpty ? tr("nobody") : certificate.subject
        let issuer = isOwn ? tr("itself (self-signed)") : certificate.issuer
        return [text.fact(tr("Host"), site.text)]
            + text.fact(TrustText.subjectName, subject, rows: room)
            + text.fact(TrustText.issuerName, issuer, rows: room)
            + text.fact(tr("Names"), names, rows: room)
            + [text.fact(tr("Valid"), validity(certificate, now: now))]
    }

    private func validity(_ certificate: Certificate, now: Double) -> String {
        let (first, last) = (certificate.validFrom, certificate.validUntil)
        let (from, until) = (Format.date(first), Format.date(last))
        if now < Double(first) { return tr("\(from) to \(until) (not yet)") }
        if now > Double(last) { return tr("\(from) to \(until) (expired)") }
        return tr("\(from) to \(until)", meaning: "two dates")
    }

    /// Whole, sixteen bytes a line.
    private func fingerprint(_ name: String, _ bytes: [UInt8], _ role: Role) -> [DialogLine] {
        let hex = bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return stride(from: 0, to: hex.count, by: 16).map { start in
            let part = hex[start..<min(start + 16, hex.count)].joined(separator: ":")
            return .text(text.label(start == 0 ? name : "") + part, role)
        }
    }
}
