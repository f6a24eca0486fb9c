import Files

/// What is in the box of the sites screen, by what the user knows: worked out once for each text.
struct TypedSite: Sendable {
    enum Kind: Sendable {
        case nothing
        /// A URL, a path, or `host:path`, even one that cannot be sent.
        case place
        /// A host without a protocol, though some sites hold it too.
        case host
        /// Words that sites hold.
        case words
    }

    let text: String
    let kind: Kind
    private let known: [SiteChoice]

    /// Nothing is in the box.
    init() {
        self.init("", among: [])
    }

    init(_ typed: String, among known: [SiteChoice]) {
        text = typed.trimmed
        self.known = known
        kind = TypedSite.kind(of: text, among: known)
    }

    private static func kind(of text: String, among known: [SiteChoice]) -> Kind {
        if text.isEmpty { return .nothing }
        if SiteURL.looksLikeURL(text) || text.hasPrefix("/") || text.hasPrefix("~")
            || isReference(text, among: known)
        {
            return .place
        }
        guard !text.contains(where: \.isWhitespace), TypedHost.isMeant(by: text) else {
            return .words
        }
        // A folder may be called like a host.
        let isFolder =
            text.contains("/")
            && known.contains { $0.origin == .sites && $0.name.hasPrefix(text) }
        return isFolder ? .words : .host
    }

    private static func isReference(_ text: String, among known: [SiteChoice]) -> Bool {
        do throws(SiteURL.Refusal) {
            return try SiteReference(text, among: known) != nil
        } catch {
            return true
        }
    }

    /// Whether blanks keep it from being a host.
    var hasBlanks: Bool { text.contains(where: \.isWhitespace) }

    /// The URL, path or `host:path`.
    func place(_ workspace: Workspace) throws(SiteURL.Refusal) -> SiteOpening {
        if text.hasPrefix("/") { return SiteOpening(.local, Path(text)) }
        if text == "~" || text.hasPrefix("~/"), let home = workspace.options.home {
            let below = Path(String(text.dropFirst())).components
            return SiteOpening(.local, Path(components: home.components + below))
        }
        if let named = try SiteReference(text, among: known) {
            return SiteOpening(named.site, named.path, below: named.below)
        }
        return try SiteOpening(url: text, workspace)
    }

    /// `name/path` with the name of a known site; nil where it has none.
    func named() throws(SiteURL.Refusal) -> SiteOpening? {
        // A folder may be called like a host, so that the longest name is meant.
        let slashes = text.indices.reversed().filter { text[$0] == "/" }
        let names = Set(known.lazy.filter { $0.origin != .recent }.map(\.name))
        guard let slash = slashes.first(where: { names.contains(String(text[..<$0])) }) else {
            return nil
        }
        let reference = "\(text[..<slash]):\(text[slash...])"
        return try SiteReference(reference, among: known).map {
            SiteOpening($0.site, $0.path, below: $0.below)
        }
    }
}
