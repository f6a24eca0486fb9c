/// What settings are about: they are shown below headings of these.
package enum SettingGroup: Hashable, Sendable, CaseIterable {
    case screen, panes, transfers, connection, login, ftp, ssh, web, programs

    /// The heading.
    package var title: String {
        switch self {
        case .screen: "Screen"
        case .panes: "Panes"
        case .transfers: "Transfers"
        case .connection: "Connection"
        case .login: "Login"
        case .ftp: "FTP"
        case .ssh: "SSH"
        case .web: "Web"
        case .programs: "Other programs"
        }
    }
}
