package import Files

/// Which paths of a tree are looked at: rules, of which the first that fits a path, or a directory above
/// it, decides. What fits none is in, unless there are only rules that take something in.
package struct PathFilter: Hashable, Sendable {
    /// `--include` or `--exclude`, with its pattern.
    package struct Rule: Hashable, Sendable {
        package var isInclude: Bool
        package var pattern: PathPattern

        package init(isInclude: Bool, _ pattern: PathPattern) {
            self.isInclude = isInclude
            self.pattern = pattern
        }
    }

    /// What is known of a directory's place in the rules; it holds for all below.
    package struct Scope: Hashable, Sendable {
        /// The first rule that fits the directory or one above it.
        fileprivate var rule: Int?
        /// Lists of names to leave out that were found in it and above it, the deepest last.
        fileprivate var lists: [Found] = []

        fileprivate struct Found: Hashable, Sendable {
            var list: IgnoreList
            /// How deep the directory lies that it was found in.
            var depth: Int
        }

        /// The top of a tree.
        package init() {}
    }

    /// What becomes of an entry.
    package enum Verdict: Hashable, Sendable {
        /// It is compared; of a directory, so is what is below.
        case included
        /// It is left out, with all below.
        case excluded
        /// It is a directory that is only passed through: something below may be in.
        case passed
    }

    private let rules: [Rule]
    private let takesOthers: Bool
    /// The first rule that takes something in.
    private let firstInclude: Int?

    package init(_ rules: [Rule] = []) {
        self.rules = rules
        takesOthers = rules.isEmpty || rules.contains { !$0.isInclude }
        firstInclude = rules.firstIndex { $0.isInclude }
    }

    /// Whether nothing in a directory of that scope is left out.
    func takesAll(in scope: Scope) -> Bool { rules.isEmpty && scope.lists.isEmpty }

    /// What becomes of the entry with these names from the top of the tree, in a directory of that
    /// scope, and the scope of what is below it.
    package func judge(
        _ names: [Name], isDirectory: Bool, in scope: Scope
    ) -> (verdict: Verdict, scope: Scope) {
        var below = scope
        let limit = scope.rule ?? rules.count
        if let fitting = rules[..<limit].firstIndex(where: {
            $0.pattern.fits(names[...], isDirectory: isDirectory)
        }) {
            below.rule = fitting
        }
        if let rule = below.rule {
            if rules[rule].isInclude { return (.included, below) }
            // An earlier rule may take in something below.
            let mayHold = isDirectory && firstInclude.map { $0 < rule } == true
            return (mayHold ? .passed : .excluded, below)
        }
        if isIgnored(names, isDirectory: isDirectory, by: scope.lists) {
            return (.excluded, below)
        }
        if takesOthers { return (.included, below) }
        return (isDirectory ? .passed : .excluded, below)
    }

    /// Of several lists and lines the last one that fits decides, as the deepest directory knows best.
    private func isIgnored(
        _ names: [Name], isDirectory: Bool, by lists: [Scope.Found]
    ) -> Bool {
        for found in lists.reversed() {
            if let isIgnored = found.list.ignores(
                names[found.depth...], isDirectory: isDirectory)
            {
                return isIgnored
            }
        }
        return false
    }
}

extension PathFilter.Scope {
    /// Inside a directory that lies `depth` directories below the top and has a list of names to leave
    /// out.
    package mutating func add(_ list: IgnoreList, depth: Int) {
        lists.append(Found(list: list, depth: depth))
    }
}

/// A shell pattern for paths below a directory, in which case counts. Without a slash it fits a name at
/// any depth; with one, also at its beginning, it fits from the directory on. One that ends in a slash
/// fits directories only.
package struct PathPattern: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        /// One name.
        case name(NamePattern)
        /// `**`: any number of names.
        case any
    }

    private var pieces: [Piece]
    private let isAnchored: Bool
    private let isForDirectories: Bool

    /// Nil for an empty pattern.
    package init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// The same of bytes, as names may be that are not UTF-8.
    package init?(bytes: some Collection<UInt8>) {
        let text = String(validating: bytes, as: UTF8.self).map { Array($0.composed.utf8) }
        var words = (text ?? Array(bytes)).split(separator: 0x2F, omittingEmptySubsequences: false)[
            ...]
        isForDirectories = words.count > 1 && words.last?.isEmpty == true
        if isForDirectories { words.removeLast() }
        isAnchored = words.count > 1
        pieces = words.filter { !$0.isEmpty && !$0.elementsEqual(".".utf8) }.map {
            $0.elementsEqual("**".utf8) ? .any : .name(NamePattern(exact: Array($0)))
        }
        guard !pieces.isEmpty else { return nil }
    }

    /// Whether it fits what has these names from the directory on.
    package func fits(_ names: ArraySlice<Name>, isDirectory: Bool) -> Bool {
        guard !isForDirectories || isDirectory else { return false }
        guard !isAnchored else { return fits(names, pieces[...]) }
        guard let name = names.last, case .name(let pattern)? = pieces.first else {
            return !names.isEmpty
        }
        return pattern.matches(name.bytes[...])
    }

    private func fits(_ names: ArraySlice<Name>, _ rest: ArraySlice<Piece>) -> Bool {
        guard let piece = rest.first else { return names.isEmpty }
        switch piece {
        case .name(let pattern):
            guard let name = names.first, pattern.matches(name.bytes[...]) else { return false }
            return fits(names.dropFirst(), rest.dropFirst())
        case .any:
            let next = rest.dropFirst()
            // Whatever lies below, however deep.
            if next.isEmpty { return !names.isEmpty }
            return (names.startIndex...names.endIndex).contains { fits(names[$0...], next) }
        }
    }
}

/// The lines of a file named `.ferryignore`: patterns for what is left out below its directory; one that
/// begins with `!` brings back. Of those that fit, the last decides.
package struct IgnoreList: Hashable, Sendable {
    /// What such a file is called.
    package static let name = ".ferryignore"
    /// Bytes of it that are read.
    package static let limit = 256 << 10
    /// Lines that count; each is tried for every name.
    private static let lineLimit = 2_000

    private struct Line: Hashable, Sendable {
        var isIgnoring: Bool
        var pattern: PathPattern
    }

    private var lines: [Line] = []
    /// Whether it has more lines than count.
    package private(set) var isCut = false

    /// What some editors put at the beginning of a text in UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Of a file's text. Empty lines and those that begin with `#` say nothing.
    package init(_ text: [UInt8]) {
        let text = text.dropFirst(text.starts(with: IgnoreList.mark) ? IgnoreList.mark.count : 0)
        for var line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard lines.count < IgnoreList.lineLimit else {
                isCut = true
                break
            }
            while line.last == 0x20 || line.last == 0x09 { line.removeLast() }
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let isIgnoring = first != UInt8(ascii: "!")
            if !isIgnoring { line.removeFirst() }
            guard let pattern = PathPattern(bytes: line) else { continue }
            lines.append(Line(isIgnoring: isIgnoring, pattern: pattern))
        }
    }

    /// Whether it leaves out what has these names below its directory; nil where it says nothing of it.
    func ignores(_ names: ArraySlice<Name>, isDirectory: Bool) -> Bool? {
        lines.last { $0.pattern.fits(names, isDirectory: isDirectory) }?.isIgnoring
    }
}
