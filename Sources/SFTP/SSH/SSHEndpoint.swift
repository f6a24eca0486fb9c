/// Where ssh connects to for a site, once its configuration has had its say.
package struct SSHEndpoint: Hashable, Sendable {
    /// A name or an address, without brackets.
    package var host: String
    /// 1…65535.
    package var port: UInt16
}
