import Support
import Testing

/// Where the contract is tried.
enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case local = "this machine"
    case demo = "the demo server"
    /// Without MLSD, EPSV, MFMT: what old servers offer.
    case plainDemo = "the demo server without extensions"
    case vsftpd
    case proftpd
    case pureFTPd = "pure-ftpd"
    case pyftpdlib
    case vsftpdTLS = "vsftpd, TLS"
    case proftpdTLS = "proftpd, TLS"
    case pureFTPdTLS = "pure-ftpd, TLS"
    case pyftpdlibTLS = "pyftpdlib, TLS"
    case apacheDAV = "Apache, DAV"
    case rcloneDAV = "rclone, DAV"
    case apacheDAVTLS = "Apache, DAV, TLS"
    case openSSH = "OpenSSH"
    case proftpdSSH = "ProFTPD, ssh"
    case dropbear = "Dropbear"
    case asyncssh
    case paramiko
    case rcloneSSH = "rclone, ssh"
    /// Without ssh: a command that speaks SFTP.
    case rcloneCommand = "rclone, a command"

    var testDescription: String { rawValue }

    /// All that are reached over FTP.
    static let servers = allCases.filter { $0 != .local && !$0.speaksDAV && !$0.speaksSFTP }
    static let davServers = allCases.filter(\.speaksDAV)
    /// All that speak SFTP, over ssh or without.
    static let sftpServers = allCases.filter(\.speaksSFTP)
    /// The server's user may not do everything there.
    static let guarded = allCases.filter { $0 != .local && $0 != .rcloneCommand }

    /// Whether refusals say why: vsftpd has one sentence for what is missing and what is forbidden.
    var tellsReasons: Bool { kind != .vsftpd }

    /// Whether times to the second can be set.
    var setsTimes: Bool { self != .plainDemo && !speaksDAV }

    /// Entries that are many to it: rclone, so that it sees what tests put behind its back, reads
    /// the whole folder anew for each.
    var crowd: Int { self == .rcloneDAV ? 500 : 5_000 }

    /// What WebDAV has no way for.
    var setsModes: Bool { !speaksDAV }
    /// rclone, as it is started here, writes a file only from its beginning.
    var resumesUploads: Bool { !speaksDAV && !isRcloneSFTP }
    /// rclone writes behind its answers, and may fail a long file without saying why.
    var tellsLateReasons: Bool { !isRcloneSFTP }
    /// rclone says that it has set a mode, and has not.
    var keepsModes: Bool { !isRcloneSFTP }
    /// rclone says that it has made a folder that was there already.
    var refusesTakenFolders: Bool { !isRcloneSFTP }

    /// rclone passes links over, whatever it serves.
    var showsLinks: Bool { !speaksDAV && !isRcloneSFTP }

    private var isRcloneSFTP: Bool { self == .rcloneSSH || self == .rcloneCommand }

    /// Whether the user may send commands of his own.
    var takesCommands: Bool { self != .local && !speaksDAV && !speaksSFTP }

    var speaksDAV: Bool { web != nil }
    var speaksSFTP: Bool { ssh != nil || self == .rcloneCommand }

    /// The real SSH server behind it.
    var ssh: SSHServer.Kind? {
        switch self {
        case .openSSH: .openSSH
        case .proftpdSSH: .proftpd
        case .dropbear: .dropbear
        case .asyncssh: .asyncssh
        case .paramiko: .paramiko
        case .rcloneSSH: .rclone
        default: nil
        }
    }

    /// The real web server behind it.
    var web: WebServer.Kind? {
        switch self {
        case .apacheDAV, .apacheDAVTLS: .apacheDAV
        case .rcloneDAV: .rcloneDAV
        default: nil
        }
    }

    /// Whether a file of this name is refused by the server itself.
    func refuses(file name: String) -> Bool {
        kind == .pureFTPd && refuses(folder: name)
    }

    /// Whether a folder of this name is refused, or made under another name, by the server itself.
    func refuses(folder name: String) -> Bool {
        switch kind {
        case .proftpd: name.contains("*")
        case .pureFTPd: name.contains("\\") || name.hasPrefix(" ") || name.hasSuffix(" ")
        default: false
        }
    }

    /// The real FTP server behind it.
    var kind: RealServer.Kind? {
        switch self {
        case .vsftpd, .vsftpdTLS: .vsftpd
        case .proftpd, .proftpdTLS: .proftpd
        case .pureFTPd, .pureFTPdTLS: .pureFTPd
        case .pyftpdlib, .pyftpdlibTLS: .pyftpdlib
        default: nil
        }
    }

    /// Whether it is reached by TLS.
    var hasTLS: Bool {
        [.vsftpdTLS, .proftpdTLS, .pureFTPdTLS, .pyftpdlibTLS, .apacheDAVTLS].contains(self)
    }
}
