import Files

/// What `sites.toml` says of an HTTP or WebDAV server.
enum WebSettings {
    /// `auth`: "basic", "digest" or "bearer". Default: what the server offers.
    /// `form_field`: the URL is an upload form, which takes files under this name.
    /// `client_certificate`, `client_key`: PEM files that TLS shows to the server; the key may stand
    /// in the certificate's file.
    static let keys = ["auth", "form_field", "client_certificate", "client_key"]

    static func apply(_ section: SettingsSection, to site: inout Site) throws(SettingsError) {
        if let text = try section.string("auth") {
            guard let authentication = Authentication(rawValue: text) else {
                throw section.error(
                    "auth", "'auth' must be \"basic\", \"digest\" or \"bearer\".")
            }
            site.authentication = authentication
        }
        if let field = try section.string("form_field") {
            guard !field.isEmpty else {
                throw section.error(
                    "form_field", "'form_field' must be the name of the form's field for files.")
            }
            site.formField = field
        }
        site.clientCertificate = try section.string("client_certificate")
        site.clientKey = try section.string("client_key")
        guard site.clientKey == nil || site.clientCertificate != nil else {
            throw section.error(
                "client_key", "'client_key' is of no use without 'client_certificate'.")
        }
        guard !site.scheme.isHTTP else { return }
        for key in keys where section.values[key] != nil {
            throw section.error(
                key, "'\(key)' is for http://, https://, dav:// and davs:// sites only.")
        }
    }

    /// A site's keys and values as they are written.
    static func lines(of site: Site) -> [(key: String, value: String)] {
        var lines: [(key: String, value: String)] = []
        if let authentication = site.authentication {
            lines.append(("auth", SitesFile.quoted(authentication.rawValue)))
        }
        if let field = site.formField {
            lines.append(("form_field", SitesFile.quoted(field)))
        }
        if let certificate = site.clientCertificate {
            lines.append(("client_certificate", SitesFile.quoted(certificate)))
        }
        if let key = site.clientKey { lines.append(("client_key", SitesFile.quoted(key))) }
        return lines
    }
}
