package import Files

/// A folder that is to be served over HTTP, and to whom.
package struct ShareRequest: Hashable, Sendable {
    /// How connections are encrypted.
    package enum Encryption: Hashable, Sendable {
        case none
        /// With a certificate made on the spot, whose fingerprint is shown.
        case made
        /// With these PEM files' certificate (chain) and key.
        case given(certificate: String, key: String)
    }

    /// Who is let in.
    package enum Access: Hashable, Sendable {
        case everyone
        /// With this name and password.
        case user(String, Secret)
        /// With a number of six digits that is made for this share and shown.
        case pin

        package func hash(into hasher: inout Hasher) {
            if case .user(let name, _) = self { hasher.combine(name) }
        }
    }

    /// On this machine.
    package var folder: Path
    /// An address of this machine, `0.0.0.0` or `::` for all; loopback unless the user opens it.
    package var address: String
    /// 0 takes any that is free.
    package var port: UInt16
    package var isWritable: Bool
    /// Names that begin with a dot are served too.
    package var showsHidden: Bool
    package var macFiles: MacFilePolicy
    package var access: Access
    package var encryption: Encryption

    package init(
        folder: Path, address: String = "127.0.0.1", port: UInt16 = 8080, isWritable: Bool = false,
        showsHidden: Bool = false, macFiles: MacFilePolicy = .memory, access: Access = .everyone,
        encryption: Encryption = .none
    ) {
        self.folder = folder
        self.address = address
        self.port = port
        self.isWritable = isWritable
        self.showsHidden = showsHidden
        self.macFiles = macFiles
        self.access = access
        self.encryption = encryption
    }
}

/// What can be asked of a share.
package enum ShareCommand: Hashable, Sendable {
    case start(ShareRequest)
    /// Takes no new visitor; `atOnce` breaks off those that are served, else they are finished.
    case stop(atOnce: Bool)
    /// Breaks a visit off.
    case kick(Visit.ID)
    /// Takes a lock away from the visitor who holds it.
    case release(VisitorLock.ID)
}
