import Files
import Terminal

extension Model {
    /// What came of a raw exchange; a late answer to one that was given up is dropped.
    mutating func takeRaw(_ request: RequestID, _ reply: RawReply) -> [Effect] {
        guard raw?.exchange == request else { return [] }
        switch reply {
        case .remark(let words): raw?.append(words, .logRemark)
        case .head(let lines, let code): showHead(lines, code)
        case .progress(let count): raw?.received = count
        case .body(let body): showBody(body)
        case .trailer(let line): raw?.append(line, .log)
        case .saved(let path): return noteSaved(path)
        case .ended(let result): endExchange(result)
        }
        return []
    }

    /// A pane that shows the directory of a body that was saved is read again.
    private mutating func noteSaved(_ path: Path) -> [Effect] {
        status.show("The body is in \(path.text).", .good)
        let directory = Location(site: .local, path: path.parent)
        var effects: [Effect] = []
        for side in Side.allCases where !self[side].isEmpty && self[side].location == directory {
            if self[side].pending == nil { effects += reread(side, isQuiet: true) }
        }
        return effects
    }

    private mutating func showHead(_ lines: [String], _ code: Int?) {
        guard var state = raw else { return }
        if !state.lines.isEmpty { state.append("", .text) }
        state.code = code
        for (index, line) in lines.enumerated() {
            state.append(line, index == 0 ? Role.reply(code) : .log)
        }
        raw = state
    }

    private mutating func showBody(_ given: RawBody) {
        guard var state = raw else { return }
        state.received = nil
        state.bodies.append(given)
        let size = Format.amount(given.size)
        state.append("", .text)
        if let text = given.text {
            for line in TextBytes.lines(text) { state.append(line, .text) }
            if UInt64(text.count) < given.size {
                state.append("The rest of the \(size) is not shown; it can be saved.", .logRemark)
            }
        } else {
            let type = given.mediaType.map { VisibleText.make($0) } ?? "no text"
            state.append("The body is \(size) of \(type), kept as \(given.name.text).", .logRemark)
        }
        raw = state
    }

    private mutating func endExchange(_ result: Result<Void, FileSystemError>) {
        guard raw?.awaited != nil else { return }
        raw?.awaited = nil
        raw?.received = nil
        let sentAt = raw?.sentAt ?? instant
        raw?.elapsed = instant.seconds(since: sentAt)
        switch result {
        case .success:
            status.show("The reply is there.")
            status.code = raw?.code
        case .failure(let error):
            raw?.append(error.message, .logTrouble)
            status.show(error)
        }
    }

    /// Asks for the file that the newest body is to go to: by its name, in the directory of a pane
    /// that shows this machine, the other one first.
    mutating func askWhereToSaveBody() -> [Effect] {
        guard let body = raw?.bodies.last else { return refuse("There is no body to save.") }
        let side = [focus.other, focus].first { self[$0].site.isLocal && !self[$0].isEmpty }
        let directory = side.map { self[$0].path } ?? options.home ?? .root
        let place = Location(site: .local, path: directory)
        let text = EditableLocation.text(of: place, home: options.home) + body.name.text
        dialogs.append(
            .input(
                InputDialog(
                    title: "Save the body", label: "\(Format.amount(body.size)) go to this file:",
                    field: TextField(text), purpose: .rawSave)))
        return []
    }

    /// Has the newest body saved.
    func saveBody(to text: String) -> (effects: [Effect], refusal: String?) {
        guard let exchange = raw?.exchange, let body = raw?.bodies.last else {
            return ([], "The body is no longer there.")
        }
        let base = Location(site: .local, path: options.home ?? .root)
        do throws(SiteURL.Refusal) {
            let place = try EditableLocation.parse(text, from: base, home: options.home)
            guard place.site.isLocal, let path = place.path, !place.isDirectory else {
                return ([], "Write the name of a file on this machine.")
            }
            return ([.saveRaw(exchange, body: body.number, path)], nil)
        } catch {
            return ([], error.description)
        }
    }
}

extension Role {
    /// Of a reply by its code's class.
    static func reply(_ code: Int?) -> Role {
        switch (code ?? 0) / 100 {
        case 1: .reply1
        case 2: .reply2
        case 3: .reply3
        case 4: .reply4
        case 5: .reply5
        default: .log
        }
    }
}

/// Text of a stranger as lines.
enum TextBytes {
    /// Split at LF, without CR; tabs become blanks.
    static func lines(_ bytes: [UInt8]) -> [String] {
        var parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map { part in
            let line = part.last == 0x0D ? part.dropLast() : part
            return VisibleText.make(
                line.flatMap { $0 == 0x09 ? [UInt8](repeating: 0x20, count: 4) : [$0] })
        }
    }
}
