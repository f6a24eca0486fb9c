extension Site: Codable {
    private enum Field: String, CodingKey {
        case scheme, host, port, user, charset, proxy, isDirect, timeout, options
        /// The bytes of its path.
        case archive
    }

    /// What was a field of every site before protocols had options of their own, and still stands so
    /// in queues of that time.
    private enum EarlierField: String, CodingKey {
        case account, isActive, activePorts, activeAddress, trustsPassiveAddress
        case authentication, query, formField, clientCertificate, clientKey, isPlain
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Field.self)
        self.init(
            scheme: try container.decode(Scheme.self, forKey: .scheme),
            host: try container.decode(String.self, forKey: .host),
            port: try container.decode(UInt16.self, forKey: .port),
            user: try container.decodeIfPresent(String.self, forKey: .user))
        charset = try container.decodeIfPresent(String.self, forKey: .charset)
        proxy = try container.decodeIfPresent(Proxy.self, forKey: .proxy)
        isDirect = try container.decodeIfPresent(Bool.self, forKey: .isDirect)
        timeout = try container.decode(Int.self, forKey: .timeout)
        options =
            try container.decodeIfPresent(SiteOptions.self, forKey: .options)
            ?? Site.earlierOptions(decoder)
        archive = try container.decodeIfPresent([UInt8].self, forKey: .archive).map { Path($0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        try container.encode(scheme, forKey: .scheme)
        try container.encode(host, forKey: .host)
        try container.encode(port, forKey: .port)
        try container.encodeIfPresent(user, forKey: .user)
        try container.encodeIfPresent(charset, forKey: .charset)
        try container.encodeIfPresent(proxy, forKey: .proxy)
        try container.encodeIfPresent(isDirect, forKey: .isDirect)
        try container.encode(timeout, forKey: .timeout)
        try container.encode(options, forKey: .options)
        try container.encodeIfPresent(archive?.bytes, forKey: .archive)
    }

    private static func earlierOptions(_ decoder: any Decoder) throws -> SiteOptions {
        let container = try decoder.container(keyedBy: EarlierField.self)
        var options = SiteOptions()
        let texts: [(EarlierField, String)] = [
            (.account, "account"), (.activeAddress, "active_address"), (.authentication, "auth"),
            (.query, SiteURL.query.name), (.formField, "form_field"),
            (.clientCertificate, "client_certificate"), (.clientKey, "client_key"),
        ]
        for (field, name) in texts {
            options[name] = try container.decodeIfPresent(String.self, forKey: field)?.siteOption
        }
        if try container.decodeIfPresent(Bool.self, forKey: .isActive) == true {
            options["active"] = .flag(true)
        }
        options["active_ports"] =
            try container.decodeIfPresent(PortRange.self, forKey: .activePorts)?.siteOption
        options["trust_passive_address"] =
            try container.decodeIfPresent(Bool.self, forKey: .trustsPassiveAddress)?.siteOption
        options[TLSOptions.isWanted] =
            try container.decodeIfPresent(Bool.self, forKey: .isPlain) != true
        return options
    }
}
