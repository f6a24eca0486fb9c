import Files
import Words

extension SiteChoice {
    /// What is known of the site, by name; that of TLS only where that is wanted.
    func facts(
        _ security: ConnectionSecurity?, withTLS: Bool = true
    ) -> [(name: String, value: String)] {
        guard !site.isLocal else {
            return [(tr("Place"), tr("this machine")), (tr("Path"), path?.text ?? "/")]
        }
        var facts = [(tr("Protocol"), site.scheme.rawValue)]
        if site.scheme.namesRemote {
            facts.append((tr("Remote"), VisibleText.make(site.host)))
        } else {
            facts.append(
                (
                    tr("Host"),
                    VisibleText.make(site.host)
                        + (site.port == site.scheme.defaultPort ? "" : ":\(site.port)")
                ))
        }
        if let user = site.user {
            facts.append((tr("User"), VisibleText.make(user)))
        } else if site.scheme.mayHaveTLS {
            // Whom ssh takes, and what rclone logs in with, is not known here.
            facts.append((tr("User"), "anonymous"))
        }
        facts.append((tr("Path"), startText))
        if withTLS, site.scheme.mayHaveTLS { facts.append(("TLS", tlsText(security))) }
        facts.append((tr("Charset"), site.charset.map { VisibleText.make($0) } ?? "UTF-8"))
        if let proxy = site.proxy {
            let text = "\(proxy.kind.rawValue) \(VisibleText.make(proxy.host))"
            facts.append((tr("Proxy"), text))
        } else if site.isDirect == true {
            facts.append((tr("Proxy"), tr("none")))
        }
        facts += optionFacts.map { ($0.name, $0.value) }
        return facts
    }

    /// Where it begins, in words.
    private var startText: String {
        path?.text(on: site) ?? below?.text ?? tr("login directory")
    }

    func tlsText(_ security: ConnectionSecurity?) -> String {
        switch security {
        case .tls(let state):
            return VisibleText.make(state.version)
        case .clear:
            return tr("not encrypted")
        case .ssh, nil:
            if !site[TLSOptions.isWanted] { return tr("not used") }
            if site.scheme == .ftps { return tr("from the start") }
            if site.scheme == .ftpes || trust.hasHadTLS { return tr("required") }
            return trust.mayBeClear ? tr("not needed") : tr("asked for")
        }
    }

    /// The certificate as far as it is known; nil where nothing is.
    func certificateText(_ security: ConnectionSecurity?) -> String? {
        if case .tls(let state) = security {
            let certificate = state.certificate
            let (subject, print) = (certificate.subject, certificate.fingerprintText)
            let end = Format.date(certificate.validUntil)
            return switch state.voucher {
            case .authority:
                tr(
                    "Certificate of \(subject), certified by \(certificate.issuer), until \(end), "
                        + "SHA-256 \(print)")
            case .user:
                tr("Certificate of \(subject), trusted by you, until \(end), SHA-256 \(print)")
            case .nobody:
                tr("Certificate of \(subject), not checked, until \(end), SHA-256 \(print)")
            }
        }
        return trust.trusted.map {
            tr("Certificate trusted by you, SHA-256 \(Certificate.text(ofFingerprint: $0))")
        }
    }
}
