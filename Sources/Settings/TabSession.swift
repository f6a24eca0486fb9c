package import Files

/// What the tabs of both sides show, to be shown again at the next start.
package struct TabSession: Hashable, Sendable {
    /// One tab.
    package struct Tab: Hashable, Sendable {
        /// Whose directory it shows.
        package var site: Site
        /// Nil: where the login leads.
        package var path: Path?
        /// What it is sorted by, as in `config.toml`.
        package var sort: String
        /// The other way round.
        package var isReversed = false
        /// Names that begin with a dot are shown.
        package var showsHidden = false
        /// The name under the cursor; nil for none.
        package var cursor: Name?
        /// The names that are marked, `TabSession.markLimit` at most.
        package var marks: [Name] = []

        /// A tab with the cursor at its first name and nothing marked.
        package init(site: Site, path: Path?, sort: String) {
            self.site = site
            self.path = path
            self.sort = sort
        }
    }

    /// The tabs of a side.
    package struct Side: Hashable, Sendable {
        /// From left to right.
        package var tabs: [Tab] = []
        /// Which of them is seen.
        package var shown = 0

        /// No tab.
        package init() {}
    }

    /// As many marks are kept of a tab; one with more keeps none, as some would be worse.
    package static let markLimit = 500
    /// As many tabs are kept of a side.
    package static let tabLimit = 9

    /// The tabs on the left.
    package var left = Side()
    /// The tabs on the right.
    package var right = Side()
    /// Whether the right side has the keyboard.
    package var isRightFocused = false

    /// No tab.
    package init() {}

    /// Whether there is nothing that is worth being shown again: no more than a directory of this machine
    /// on one side.
    package var isEmpty: Bool {
        let tabs = left.tabs + right.tabs
        return tabs.count <= 1 && tabs.allSatisfy { $0.site.isLocal }
    }

    // MARK: The file

    /// Reads a file of Ferry's own. One that is not there, or that cannot be understood, has none: nothing
    /// in it is the user's own work. Of a server only what its URL says is known.
    package static func load(_ path: String) -> TabSession {
        guard let text = try? TextFile.read(path) else { return TabSession() }
        var session = TabSession()
        var isRight = false
        // What is said of a tab that cannot be understood is not said of the one before it.
        var isSkipping = true
        for line in text.split(separator: "\n").prefix(lineLimit) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let word = words.first, let rest = words.dropFirst().first else { continue }
            switch word {
            case "side":
                isRight = rest.hasPrefix("right")
                isSkipping = true
                if rest.hasSuffix("focus") { session.isRightFocused = isRight }
            case "tab", "shown":
                session.change(isRight) { isSkipping = !$0.takeTab(word, rest) }
            default:
                if !isSkipping { session.change(isRight) { $0.take(word, rest) } }
            }
        }
        return session
    }

    /// Writes the tabs down. Throws where the file cannot be written.
    package func save(to path: String) throws(SettingsError) {
        let text =
            "side left\(isRightFocused ? "" : " focus")\n" + left.text
            + "side right\(isRightFocused ? " focus" : "")\n" + right.text
        TextFile.makeDirectories(above: path)
        try TextFile.write(text, to: path)
    }

    /// The tabs that are left without those that are not wanted.
    package func keeping(_ isKept: (Tab) -> Bool) -> TabSession {
        var session = self
        session.left.keep(isKept)
        session.right.keep(isKept)
        return session
    }

    private static let lineLimit = 2 * tabLimit * (markLimit + 5)

    private mutating func change(_ isRight: Bool, _ change: (inout Side) -> Void) {
        if isRight { change(&right) } else { change(&left) }
    }
}

extension TabSession.Side {
    fileprivate var text: String {
        var text = ""
        for (position, tab) in tabs.prefix(TabSession.tabLimit).enumerated() {
            let url = NamedSite(name: "", site: tab.site, path: tab.path).url
            text += "\(position == shown ? "shown" : "tab") \(url)\n"
            if let archive = tab.site.archive { text += "archive \(Hex.text(archive.bytes))\n" }
            let flags = (tab.isReversed ? " reverse" : "") + (tab.showsHidden ? " hidden" : "")
            text += "sort \(tab.sort)\(flags)\n"
            if let cursor = tab.cursor { text += "cursor \(Hex.text(cursor.bytes))\n" }
            guard tab.marks.count <= TabSession.markLimit else { continue }
            for mark in tab.marks { text += "mark \(Hex.text(mark.bytes))\n" }
        }
        return text
    }

    /// Takes in the line that begins a tab; false where it is not understood, or there are too many.
    fileprivate mutating func takeTab(_ word: String, _ rest: String) -> Bool {
        guard tabs.count < TabSession.tabLimit,
            let target = try? SiteURL.parse(rest).target
        else { return false }
        if word == "shown" { shown = tabs.count }
        tabs.append(TabSession.Tab(site: target.site, path: target.path, sort: "name"))
        return true
    }

    /// Takes in a line on the newest tab; one that is not understood says nothing.
    fileprivate mutating func take(_ word: String, _ rest: String) {
        switch word {
        case "sort":
            let words = rest.split(separator: " ").map(String.init)
            change {
                $0.sort = words.first ?? "name"
                $0.isReversed = words.contains("reverse")
                $0.showsHidden = words.contains("hidden")
            }
        case "archive":
            if let path = Hex.bytes(rest) { change { $0.site.archive = Path(path) } }
        case "cursor":
            if let name = Hex.bytes(rest).flatMap({ Name($0) }) { change { $0.cursor = name } }
        case "mark":
            guard let name = Hex.bytes(rest).flatMap({ Name($0) }) else { return }
            change { if $0.marks.count < TabSession.markLimit { $0.marks.append(name) } }
        default:
            break
        }
    }

    fileprivate mutating func keep(_ isKept: (TabSession.Tab) -> Bool) {
        let before = tabs.prefix(shown).filter(isKept).count
        tabs = tabs.filter(isKept)
        shown = min(before, max(0, tabs.count - 1))
    }

    private mutating func change(_ change: (inout TabSession.Tab) -> Void) {
        guard !tabs.isEmpty else { return }
        change(&tabs[tabs.count - 1])
    }
}

/// Bytes of a name in a line.
private enum Hex {
    static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Nil where the text is no hex.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2), text.count <= 8_192
        else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(truncatingIfNeeded: digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
