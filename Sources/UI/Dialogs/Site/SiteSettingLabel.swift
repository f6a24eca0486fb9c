import Words

/// What the keys of `sites.toml` are called in a form.
enum SiteSettingLabel {
    /// `password_command` as `Password command`.
    static func text(of key: String) -> String {
        switch key {
        case "password_command": tr("Password command")
        case "charset": tr("Charset")
        case "proxy": tr("Proxy")
        case "timeout": tr("Timeout")
        case "comment": tr("Comment")
        case "account": tr("Account")
        case "active": tr("Active", meaning: "of FTP: the server opens the data connections")
        case "active_ports": tr("Active ports")
        case "active_address": tr("Active address")
        case "trust_passive_address": tr("Trust passive address")
        case "slots": tr("Slots")
        case "trash": tr("Trash")
        case "auth": tr("Auth", meaning: "how a client logs in to a web server")
        case "form_field": tr("Form field")
        case "client_certificate": tr("Client certificate")
        case "client_key": tr("Client key")
        case "ssh_command": tr("SSH command")
        case "command": tr("Command")
        case "sftp_server": tr("SFTP server")
        case "shell": tr("Shell")
        case "prefer_aes": tr("Prefer AES")
        // A key that nobody has a name for yet, or one that is the same in all languages.
        default: plain(key)
        }
    }

    /// The key itself, made to look like words.
    private static func plain(_ key: String) -> String {
        let words = key.split(separator: "_").map { word in
            ["ssh", "sftp", "tls", "aes", "fxp"].contains(word) ? word.uppercased() : String(word)
        }
        guard let first = words.first else { return key }
        return ([first.prefix(1).uppercased() + first.dropFirst()] + words.dropFirst())
            .joined(separator: " ")
    }
}
