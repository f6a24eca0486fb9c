import Files
import Words

/// Both panes browse together: where one of them goes, the other one follows, as far as it has a directory
/// of that name.
struct SynchronisedBrowsing: Sendable {
    /// Where the other pane goes.
    enum Step: Hashable, Sendable {
        /// It is there already.
        case stays
        case goes(Path, cursorOn: Name?)
        /// One sentence that says why it cannot.
        case cannot(String)
        /// One sentence that says why neither follows any more.
        case ends(String)
    }

    /// A directory that the two sides spell differently, by its names below where they began.
    private struct Spelling: Sendable {
        var left: [Name]
        var right: [Name]

        subscript(side: Side) -> [Name] { side == .left ? left : right }
    }

    /// Spellings that are remembered.
    private static let spellingLimit = 100

    /// The tabs that go together; beside another tab, nothing follows.
    private let tabs: (left: TabID, right: TabID)
    /// Two directories that belong together, and with them those of equal names below.
    private var left: Location
    private var right: Location
    private var spellings: [Spelling] = []
    /// Whether the other pane could not follow the last step.
    var isApart = false

    /// From what the panes show now.
    init(_ panes: Panes) {
        tabs = (panes.tab(.left), panes.tab(.right))
        left = panes.left.location
        right = panes.right.location
    }

    private subscript(side: Side) -> Location {
        get { side == .left ? left : right }
        set { if side == .left { left = newValue } else { right = newValue } }
    }

    /// Whether its tabs are the ones that are seen.
    func isInForce(_ panes: Panes) -> Bool {
        panes.tab(.left) == tabs.left && panes.tab(.right) == tabs.right
    }

    /// Where the other pane goes, now that the pane of `side` shows another directory.
    mutating func step(after side: Side, _ panes: Panes) -> Step {
        let (pane, other) = (panes[side], panes[side.other])
        for (place, shown) in [(self[side], pane), (self[side.other], other)]
        where shown.isEmpty || !shown.site.container.isSameAccount(as: place.site) {
            return .ends(
                tr("Synchronised browsing ended because one pane shows another site now."))
        }
        if pane.site.archive != nil {
            return .cannot(tr("The other pane did not follow into the archive."))
        }
        if other.site.archive != nil {
            return .cannot(tr("The other pane did not follow, because it shows an archive."))
        }
        let (base, path) = (self[side].path.components, pane.path.components)
        if path.starts(with: base) {
            let below = Array(path.dropFirst(base.count))
            return go(to: below, from: side, panes)
        }
        guard base.starts(with: path) else {
            return .cannot(
                tr("The other pane did not follow; it follows only below \(text(self[side]))."))
        }
        let climbed = base.count - path.count
        let others = self[side.other].path.components
        guard climbed <= others.count else {
            return .cannot(
                tr("The other pane did not follow, because it is at the top."))
        }
        let last = others[others.count - climbed]
        self[side].path = pane.path
        self[side.other].path = Path(components: Array(others.dropLast(climbed)))
        // They began further down.
        spellings = spellings.map { spelling in
            var spelling = spelling
            let lefts = side == .left ? base : others
            let rights = side == .left ? others : base
            spelling.left = Array(lefts.suffix(climbed)) + spelling.left
            spelling.right = Array(rights.suffix(climbed)) + spelling.right
            return spelling
        }
        let (lefts, rights) = side == .left ? (base, others) : (others, base)
        note(Array(lefts.suffix(climbed)), Array(rights.suffix(climbed)))
        return goes(to: self[side.other].path, cursorOn: last, other)
    }

    private func text(_ location: Location) -> String { VisibleText.make(location.text) }

    /// To the directory that belongs to the one with those names.
    private mutating func go(to below: [Name], from side: Side, _ panes: Panes) -> Step {
        let other = panes[side.other]
        let known = spellings.filter { below.starts(with: $0[side]) }
            .max { $0[side].count < $1[side].count }
        var names = known?[side.other] ?? []
        for name in below.dropFirst(known?[side].count ?? 0) {
            let parent = self[side.other].path.components + names
            let carried = name.carried(from: self[side].site, to: self[side.other].site)
            // Its own spelling, where it is seen.
            let spelled =
                other.path.components == parent ? other.directory.spelling(of: carried) : carried
            names.append(spelled)
        }
        note(side == .left ? below : names, side == .left ? names : below)
        let path = Path(components: self[side.other].path.components + names)
        let cursorName =
            other.path.components.starts(with: path.components)
            ? other.path.components.dropFirst(path.components.count).first : nil
        return goes(to: path, cursorOn: cursorName, other)
    }

    private func goes(to path: Path, cursorOn name: Name?, _ other: Pane) -> Step {
        other.path == path ? .stays : .goes(path, cursorOn: name)
    }

    private mutating func note(_ left: [Name], _ right: [Name]) {
        guard left != right, !spellings.contains(where: { $0.left == left }) else { return }
        spellings.append(Spelling(left: left, right: right))
        if spellings.count > SynchronisedBrowsing.spellingLimit { spellings.removeFirst() }
    }
}

extension Directory {
    /// The name as a directory here has it that reads the same; as it is where there is none.
    fileprivate func spelling(of name: Name) -> Name {
        guard name.bytes.contains(where: { $0 >= 0x80 }), index(of: name) == nil,
            let text = String(validating: name.bytes, as: UTF8.self)
        else { return name }
        let found = withNames { names in
            (0..<count).filter { index in
                // Swift takes texts for equal that differ in their composition alone.
                kind(at: index) != .file && names[index].contains { $0 >= 0x80 }
                    && String(validating: names[index], as: UTF8.self) == text
            }
        }
        guard found.count == 1, let index = found.first else { return name }
        return Name(nameBytes(at: index)) ?? name
    }
}
