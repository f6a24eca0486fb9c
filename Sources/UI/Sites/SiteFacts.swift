import Files

extension SiteChoice {
    /// What is known of the site, by name.
    func facts(_ security: ConnectionSecurity?) -> [(name: String, value: String)] {
        guard !site.isLocal else {
            return [("Place", "this machine"), ("Path", path?.text ?? "/")]
        }
        var facts = [("Protocol", site.scheme.rawValue)]
        if site.scheme.namesRemote {
            facts.append(("Remote", VisibleText.make(site.host)))
        } else {
            facts.append(
                (
                    "Host",
                    VisibleText.make(site.host)
                        + (site.port == site.scheme.defaultPort ? "" : ":\(site.port)")
                ))
        }
        if let user = site.user {
            facts.append(("User", VisibleText.make(user)))
        } else if site.scheme.mayHaveTLS {
            // Whom ssh takes, and what rclone logs in with, is not known here.
            facts.append(("User", "anonymous"))
        }
        facts.append(("Path", startText))
        if site.scheme.mayHaveTLS { facts.append(("TLS", tlsText(security))) }
        facts.append(("Charset", site.charset.map { VisibleText.make($0) } ?? "UTF-8"))
        if let proxy = site.proxy {
            facts.append(("Proxy", "\(proxy.kind.rawValue) \(VisibleText.make(proxy.host))"))
        } else if site.isDirect == true {
            facts.append(("Proxy", "none"))
        }
        facts += optionFacts.map { ($0.name, $0.value) }
        return facts
    }

    /// Where it begins, in words.
    private var startText: String {
        path?.text(on: site) ?? below?.text ?? "login directory"
    }

    func tlsText(_ security: ConnectionSecurity?) -> String {
        switch security {
        case .tls(let state):
            return VisibleText.make(state.version)
        case .clear:
            return "not encrypted"
        case .ssh, nil:
            if !site[TLSOptions.isWanted] { return "not used" }
            if site.scheme == .ftps { return "from the start" }
            if site.scheme == .ftpes || trust.hasHadTLS { return "required" }
            return trust.mayBeClear ? "not needed" : "asked for"
        }
    }

    /// The certificate as far as it is known; nil where nothing is.
    func certificateText(_ security: ConnectionSecurity?) -> String? {
        if case .tls(let state) = security {
            let certificate = state.certificate
            let voucher =
                switch state.voucher {
                case .authority: "certified by \(certificate.issuer)"
                case .user: "trusted by you"
                case .nobody: "not checked"
                }
            return "Certificate of \(certificate.subject), \(voucher), until "
                + "\(Format.date(certificate.validUntil)), SHA-256 "
                + certificate.fingerprintText
        }
        return trust.trusted.map {
            "Certificate trusted by you, SHA-256 \(Certificate.text(ofFingerprint: $0))"
        }
    }
}
