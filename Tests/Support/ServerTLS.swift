/// How a real server speaks TLS.
package struct ServerTLS: Sendable {
    /// From the first byte on, instead of after AUTH.
    package var isImplicit = false
    /// The newest version that it speaks: `TLSv1.2`, `TLSv1.3`.
    package var newest = "TLSv1.3"
    package var certificate: TestCertificate

    package init(_ certificate: TestCertificate) {
        self.certificate = certificate
    }

    /// Limits every program that uses OpenSSL to `newest`.
    var opensslConfiguration: [String] {
        [
            "openssl_conf = root", "[root]", "ssl_conf = ssl", "[ssl]", "system_default = limits",
            "[limits]", "MinProtocol = TLSv1.2", "MaxProtocol = \(newest)",
        ]
    }
}
