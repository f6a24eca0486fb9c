/// What of OpenSSH's extensions (its PROTOCOL, section 4) is used, by the names under which servers
/// say that they have them.
enum Extension: String, CaseIterable, Sendable {
    /// Renames over what has the name.
    case posixRename = "posix-rename@openssh.com"
    /// What room the file system has that holds a path.
    case fileSystemStatus = "statvfs@openssh.com"
    /// Has an open file on the disk before it answers.
    case sync = "fsync@openssh.com"
    /// How long packets may be, and how many files may be open.
    case limits = "limits@openssh.com"
    /// Copies from one open file to another.
    case copyData = "copy-data"
    /// SETSTAT of a link itself.
    case setLinkStatus = "lsetstat@openssh.com"
    /// The whole path of what begins with a tilde.
    case expandPath = "expand-path@openssh.com"
    /// Where a user has his files.
    case homeDirectory = "home-directory"
    /// Names of users and groups.
    case accounts = "users-groups-by-id@openssh.com"

    /// The version that Ferry speaks.
    var version: String {
        switch self {
        case .fileSystemStatus: "2"
        default: "1"
        }
    }
}
