import Files
import Terminal

/// Asks which protocol a host that was typed alone is spoken to with.
struct ProtocolDialog: Dialog {
    private let typed: TypedHost
    private let schemes: [Site.Scheme]
    private var list = ListCursor()

    /// With the cursor on the usual one.
    init(_ typed: TypedHost, among choices: [SiteChoice]) {
        self.typed = typed
        let usual = typed.usualScheme(among: choices)
        schemes = typed.schemes(usual: usual)
        move(to: schemes.firstIndex(of: usual) ?? 0)
    }

    private mutating func move(to row: Int) {
        list.move(to: row, count: schemes.count, height: schemes.count)
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        switch (key.code, key.modifiers) {
        case (.up, []), (.tab, .shift), (.character("k"), []): move(to: list.cursor - 1)
        case (.down, []), (.tab, []), (.character("j"), []): move(to: list.cursor + 1)
        case (.home, []): move(to: 0)
        case (.end, []): move(to: schemes.count - 1)
        case (.enter, []): return connect(&workspace)
        case (.character(let letter), []):
            guard let row = schemes.firstIndex(where: { $0.letter == letter }) else { break }
            move(to: row)
            return connect(&workspace)
        default: break
        }
        return .stays
    }

    private func connect(_ workspace: inout Workspace) -> DialogReply {
        guard schemes.indices.contains(list.cursor) else { return .stays }
        do throws(SiteURL.Refusal) {
            let place = try SiteOpening(url: typed.url(schemes[list.cursor]), workspace)
            return .closes(place.open(&workspace))
        } catch {
            return .closes(workspace.refuse(error.description))
        }
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard schemes.indices.contains(option) else { return .stays }
        move(to: option)
        return connect(&workspace)
    }

    func box(in workspace: Workspace) -> DialogBox {
        let width = min(50, workspace.size.width - 6)
        var lines: [DialogLine] = [.text("Choose the protocol.", .dialog), .blank]
        lines += schemes.enumerated().map { row, scheme in
            let port = typed.port == nil ? ", port \(scheme.defaultPort)" : ""
            return .option(
                "\(scheme.letter)  \(scheme.words)\(port)", isFocused: row == list.cursor)
        }
        lines += [.blank, .text("Enter: connect   Esc: back", .dialog)]
        return DialogBox(
            title: TextFit.cut("Connect to \(typed.text)", to: width), width: width,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }
}

extension Site.Scheme {
    /// Chooses it in the dialog.
    fileprivate var letter: Character {
        switch self {
        case .sftp: "s"
        case .ftp: "f"
        case .davs: "w"
        case .https: "h"
        case .ftps: "i"
        case .http: "p"
        case .ftpes: "t"
        default: "d"
        }
    }

    /// What it is to somebody who has not read of URLs.
    fileprivate var words: String {
        switch self {
        case .sftp: "SFTP"
        case .ftp: "FTP (TLS where offered)"
        case .davs: "WebDAV (https)"
        case .https: "HTTPS"
        case .ftps: "FTPS (TLS from the start)"
        case .http: "HTTP (not encrypted)"
        case .ftpes: "FTP (TLS required)"
        case .dav: "WebDAV (http, not encrypted)"
        default: rawValue
        }
    }
}
