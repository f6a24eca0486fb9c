import Words

/// What settings are about: they are shown below headings of these.
package enum SettingGroup: Hashable, Sendable, CaseIterable {
    case screen, panes, transfers, connection, login, ftp, ssh, web, programs

    /// The heading.
    package var title: String {
        switch self {
        case .screen: tr("Screen")
        case .panes: tr("Panes")
        case .transfers: tr("Transfers")
        case .connection: tr("Connection")
        case .login: tr("Login")
        case .ftp: "FTP"
        case .ssh: "SSH"
        case .web: tr("Web")
        case .programs: tr("Other programs")
        }
    }
}
