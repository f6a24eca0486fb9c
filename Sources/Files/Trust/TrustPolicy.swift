/// How it is judged whether a server is the one that is meant.
package struct TrustPolicy: Sendable {
    /// A PEM file or folder of authorities to trust instead of the system's; nil for those.
    package var authorities: String?
    /// Certificates are not judged at all.
    package var isInsecure: Bool
    /// Which certificates the user trusts.
    package var memory: any TrustMemory
    /// Which host keys the user trusts; ssh's own files hold the others.
    package var hostKeys: AcceptedHostKeys

    package init(
        authorities: String? = nil, isInsecure: Bool = false, memory: any TrustMemory,
        hostKeys: AcceptedHostKeys = AcceptedHostKeys()
    ) {
        self.authorities = authorities
        self.isInsecure = isInsecure
        self.memory = memory
        self.hostKeys = hostKeys
    }
}
