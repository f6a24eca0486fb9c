import Files
import Terminal
import Words

/// Asks which protocol a host that was typed alone is spoken to with.
struct ProtocolDialog: Dialog {
    private let typed: TypedHost
    private let schemes: [Site.Scheme]
    private let usual: Site.Scheme
    private let request: RequestID
    private var list = ListCursor()
    /// What its ports have answered.
    private var answers: [UInt16: ProbeAnswer] = [:]
    /// Whether the user has moved the cursor, which stays there then.
    private var isMoved = false

    /// Opens it, and has the ports looked at meanwhile.
    static func open(
        _ typed: TypedHost, among choices: [SiteChoice], _ workspace: inout Workspace
    ) -> Outcome {
        let dialog = ProtocolDialog(typed, among: choices, workspace.requests.next())
        return .present(dialog) + [.probe(dialog.request, typed.host, dialog.ports)]
    }

    /// With the cursor on the usual one.
    private init(_ typed: TypedHost, among choices: [SiteChoice], _ request: RequestID) {
        self.typed = typed
        self.request = request
        let usual = typed.usualScheme(among: choices)
        self.usual = usual
        schemes = typed.schemes(usual: usual)
        move(to: schemes.firstIndex(of: usual) ?? 0)
    }

    /// Those of the protocols, or the one that was typed.
    private var ports: [UInt16] {
        if let port = typed.port { return [port] }
        var ports: [UInt16] = []
        for scheme in schemes where !ports.contains(scheme.defaultPort) {
            ports.append(scheme.defaultPort)
        }
        return ports
    }

    private func answer(for scheme: Site.Scheme) -> ProbeAnswer? {
        answers[typed.port ?? scheme.defaultPort]
    }

    mutating func take(_ message: Message) {
        guard case .probed(request, let port, let answer) = message else { return }
        answers[port] = answer
        guard !isMoved else { return }
        if typed.port != nil {
            guard case .open(let greeting?) = answer, let spoken = Site.Scheme.spoken(by: greeting),
                let row = schemes.firstIndex(of: spoken)
            else { return }
            return move(to: row)
        }
        // The usual one is taken where it can be; else the first of those that can.
        guard let own = self.answer(for: usual) else { return }
        let open = own.isOpen ? usual : schemes.first { self.answer(for: $0)?.isOpen ?? false }
        if let row = open.flatMap({ schemes.firstIndex(of: $0) }) { move(to: row) }
    }

    private mutating func move(to row: Int) {
        list.move(to: row, count: schemes.count, height: schemes.count)
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .closes([.stop(request)]) }
        isMoved = true
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
            return .closes(place.open(&workspace) + [.stop(request)])
        } catch {
            return .closes([.stop(request)] + workspace.refuse(error.description))
        }
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard schemes.indices.contains(option) else { return .stays }
        move(to: option)
        return connect(&workspace)
    }

    func box(in workspace: Workspace) -> DialogBox {
        let width = min(50, workspace.size.width - 6)
        var lines: [DialogLine] = [.text(tr("Choose the protocol."), .dialog)]
        if let port = typed.port, let answer = answers[port] {
            var words = tr("Port \(port): \(answer.words)")
            if case .open(let greeting?) = answer { words = listed([words, greeting]) }
            lines.append(.text(TextFit.cut(words, to: width), .dialog))
        }
        lines.append(.blank)
        lines += schemes.enumerated().map { row, scheme in
            let name =
                typed.port == nil
                ? tr("\(scheme.words), port \(scheme.defaultPort)") : scheme.words
            let words = "\(scheme.letter)  \(name)"
            let state = typed.port == nil ? answer(for: scheme)?.words ?? "" : ""
            let room = width - 2 - CharacterWidth.of(state)
            return .option(
                state.isEmpty ? words : TextFit.left(words, room) + state,
                isFocused: row == list.cursor)
        }
        lines += [
            .blank, .keys([(tr("Enter: connect"), Key(.enter)), (tr("Esc: back"), Key(.escape))]),
        ]
        return DialogBox(
            title: TextFit.cut(tr("Connect to \(typed.text)"), to: width), width: width,
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

    /// The protocol of a server that says this first; nil where that says nothing.
    fileprivate static func spoken(by greeting: String) -> Site.Scheme? {
        if greeting.hasPrefix("SSH-") { return .sftp }
        return greeting.hasPrefix("220") ? .ftp : nil
    }

    /// What it is to somebody who has not read of URLs.
    fileprivate var words: String {
        switch self {
        case .sftp: "SFTP"
        case .ftp: tr("FTP (TLS where offered)")
        case .davs: "WebDAV (https)"
        case .https: "HTTPS"
        case .ftps: tr("FTPS (TLS from the start)")
        case .http: tr("HTTP (not encrypted)")
        case .ftpes: tr("FTP (TLS required)")
        case .dav: tr("WebDAV (http, not encrypted)")
        default: rawValue
        }
    }
}
