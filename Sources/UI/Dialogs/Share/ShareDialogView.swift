import Files
import Terminal

extension Model {
    /// What is shared with whom, and what that means.
    func box(of dialog: ShareDialog) -> DialogBox {
        func choice(_ name: String, _ value: String, _ focus: ShareDialog.Focus) -> DialogLine {
            .option(TextFit.left(name, 13) + "< \(value) >", isFocused: dialog.focus == focus)
        }
        func field(_ name: String, _ field: TextField, _ focus: ShareDialog.Focus) -> DialogLine {
            .labelled(TextFit.left(name, 13), field, isFocused: dialog.focus == focus)
        }
        let room = wide - 15
        let path = TextFit.cutStart(homeText(dialog.path), to: max(8, room - 4))
        var lines: [DialogLine] = [
            dialog.folders.count > 1
                ? choice("Directory", path, .folder)
                : .text("  " + TextFit.left("Directory", 13) + path, .dialog),
            field("Port", dialog.port, .port),
            choice("Open to", audience(of: dialog.address), .address),
            choice("Visitors may", dialog.isWritable ? "read and write" : "only read", .writing),
            choice("Hidden files", dialog.showsHidden ? "shown" : "not shown", .hidden),
            choice("Let in", dialog.access.title, .access),
        ]
        if dialog.access == .user {
            lines.append(field("User", dialog.user, .user))
            lines.append(field("Password", dialog.password, .password))
        }
        lines.append(
            choice(
                "Encryption", dialog.isEncrypted ? "TLS, certificate made now" : "none",
                .encryption))
        if let refusal = dialog.refusal {
            lines += refusalLines(refusal, width: wide)
        } else {
            let warnings = TextFit.wrap(
                warnings(about: dialog).joined(separator: " "), columns: wide,
                limit: size.height < 20 ? 2 : 4)
            lines += warnings.isEmpty ? [.blank] : warnings.map { .text($0, .dialogDanger) }
        }
        lines.append(
            .buttons([
                ("Share", dialog.focus == .start), ("Cancel", dialog.focus == .cancel),
            ]))
        return DialogBox(title: "Share a directory", width: wide, lines: fitting(lines))
    }

    private func audience(of address: String) -> String {
        switch address {
        case ShareDialog.loopback: "only this machine"
        case ShareDialog.everywhere: "everyone on the network"
        default: "whoever reaches \(VisibleText.make(address))"
        }
    }
}

extension ShareDialog.Access {
    fileprivate var title: String {
        switch self {
        case .everyone: "everyone"
        case .pin: "whoever knows a PIN made now"
        case .user: "a user with a password"
        }
    }
}
