/// The commands that the server knows (RFC 959, 2389, 2428, 3659, and the MFMT draft).
enum Verb: String, CaseIterable {
    case abor = "ABOR"
    case acct = "ACCT"
    case allo = "ALLO"
    case appe = "APPE"
    case cdup = "CDUP"
    case clnt = "CLNT"
    case cwd = "CWD"
    case dele = "DELE"
    case eprt = "EPRT"
    case epsv = "EPSV"
    case feat = "FEAT"
    case help = "HELP"
    case list = "LIST"
    case mdtm = "MDTM"
    case mfmt = "MFMT"
    case mkd = "MKD"
    case mlsd = "MLSD"
    case mlst = "MLST"
    case mode = "MODE"
    case nlst = "NLST"
    case noop = "NOOP"
    case opts = "OPTS"
    case pass = "PASS"
    case pasv = "PASV"
    case port = "PORT"
    case pwd = "PWD"
    case quit = "QUIT"
    case rein = "REIN"
    case rest = "REST"
    case retr = "RETR"
    case rmd = "RMD"
    case rnfr = "RNFR"
    case rnto = "RNTO"
    case site = "SITE"
    case size = "SIZE"
    case stat = "STAT"
    case stor = "STOR"
    case stru = "STRU"
    case syst = "SYST"
    case type = "TYPE"
    case user = "USER"

    /// RFC 775's older names.
    private static let aliases = [
        "XCUP": "CDUP", "XCWD": "CWD", "XMKD": "MKD", "XPWD": "PWD", "XRMD": "RMD",
    ]

    /// The name under which the faults know a verb, in any case of letters.
    static func canonical(_ text: String) -> String {
        let capitals = text.uppercased()
        return aliases[capitals] ?? capitals
    }

    /// Whether it may be used before the login.
    var isFree: Bool {
        switch self {
        case .user, .pass, .acct, .quit, .feat, .help, .noop, .opts, .clnt, .syst, .rein: true
        default: false
        }
    }
}
