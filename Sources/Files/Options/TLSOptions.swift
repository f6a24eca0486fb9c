/// What sites of all protocols that may be encrypted say of TLS.
package enum TLSOptions {
    /// `tls`: false neither asks for TLS nor uses it.
    package static let isWanted = SiteOption("tls", standard: true)
}
