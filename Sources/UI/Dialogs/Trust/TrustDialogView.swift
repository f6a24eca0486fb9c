import Files
import Terminal

extension TrustDialog {
    /// Whom a certificate names, who says so, and what to do about it.
    func box(in workspace: Workspace) -> DialogBox {
        let size = workspace.size
        let wide = DialogBox.wide(in: size)
        var lines: [DialogLine] = []
        var title = "Untrusted certificate"
        switch question {
        case .untrusted(let certificate, let reason):
            lines += sentence(reason, .dialogDanger, size)
            lines.append(.blank)
            lines += facts(certificate, workspace)
            lines += fingerprint("SHA256", certificate.fingerprint, .dialogTitle)
        case .changed(let certificate, let known, let reason):
            title = "ALARM: the certificate has changed"
            lines.append(
                .text(
                    TextFit.left(
                        " Somebody may stand between you and \(VisibleText.make(site.host)).",
                        wide), .statusError))
            lines += sentence(reason, .dialogDanger, size)
            lines += facts(certificate, workspace)
            lines += fingerprint("known", known, .dialog)
            lines += fingerprint("new", certificate.fingerprint, .dialogDanger)
        case .clear(let reason):
            title = "No encryption"
            lines += sentence(reason, .dialogDanger, size)
            lines += sentence(
                "Passwords and files would go in clear: whoever is on the way can read and "
                    + "change them.", .dialog, size)
            lines.append(.blank)
            lines.append(fact("Host", site.text))
        }
        lines.append(.blank)
        for (row, answer) in answers.enumerated() {
            let words = "\(letter(of: answer))  \(words(for: answer))"
            lines.append(.option(words, isFocused: row == (isAlarm ? 0 : list.cursor)))
        }
        return DialogBox(
            title: title, isDanger: true, width: wide, lines: DialogBox.fitting(lines, in: size))
    }

    private func words(for answer: TrustAnswer) -> String {
        switch (answer, question) {
        case (.declined, _): "Do not connect"
        case (.once, .clear): "Connect without encryption, this once"
        case (.always, .clear): "Always for this site, until it offers TLS"
        case (.once, .changed): "Trust the new one once, all the same"
        case (.always, .changed): "Trust the new one for this site from now on"
        case (.once, .untrusted): "Trust it once"
        case (.always, .untrusted): "Trust it for this site from now on"
        }
    }

    private func sentence(_ text: String, _ role: Role, _ size: Size) -> [DialogLine] {
        TextFit.wrap(
            VisibleText.make(text), columns: DialogBox.wide(in: size),
            limit: size.height < 20 ? 2 : 4
        ).map { .text($0, role) }
    }

    private func fact(_ name: String, _ value: String) -> DialogLine {
        .text(TextFit.left(name, 7) + value, .dialog)
    }

    private func facts(_ certificate: Certificate, _ workspace: Workspace) -> [DialogLine] {
        // Lower screens get less of what is long.
        let room = workspace.size.height < 24 ? 1 : 3
        let wide = DialogBox.wide(in: workspace.size)
        var lines = [fact("Host", site.text)]
        func add(_ name: String, _ text: String) {
            let rows = TextFit.wrap(VisibleText.make(text), columns: wide - 7, limit: room)
            for (row, line) in rows.enumerated() { lines.append(fact(row == 0 ? name : "", line)) }
        }
        add("For", certificate.subject.isEmpty ? "nobody" : certificate.subject)
        let isOwn = certificate.issuer == certificate.subject
        add("By", isOwn ? "itself (self-signed)" : certificate.issuer)
        add("Names", certificate.names.isEmpty ? "none" : certificate.names.joined(separator: ", "))
        lines.append(fact("Valid", validity(certificate, now: workspace.now)))
        return lines
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
