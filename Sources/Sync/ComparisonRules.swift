package import Files

/// What makes two files of the same name the same.
package enum Criterion: Hashable, Sendable {
    /// Their sizes, and their times as exactly as both sides tell these.
    case sizeAndTime
    case size
    /// Their bytes; files of different sizes need not be read for it.
    case contents
}

/// How two trees are compared.
package struct ComparisonRules: Sendable {
    package var criterion: Criterion
    package var filter: PathFilter
    /// Whether both sides know permission bits, and these are compared too.
    package var comparesModes: Bool
    /// Bits that a copy loses: a file copied with it is the same as its source.
    package var umask: UInt16
    /// What names that are not UTF-8 are read as; nil where the site has none.
    package var charsets: Pair<Charset?>
    /// Sides whose file systems take names for the same that differ in capitals only.
    package var foldsCase: Pair<Bool>
    /// Sides whose directories are looked into also where the other has none of the name.
    package var descendsLone: Pair<Bool> = Pair(false, false)
    /// The tops, where links are compared by what a copy of one says; nil where by their own words.
    package var tops: Pair<Location>?
    /// Whether the first side's links are listed as what they lead to.
    package var followsLinks = false
    /// Sides of which a directory is looked at twice that seems to be empty where the other's is not.
    package var confirmsEmpty = Pair(false, false)
    /// Whether files of which a listing tells no size are put into `Comparison.untold` first.
    package var asksDetails = false
    /// What is known of earlier copies between the two.
    package var memory = PairMemory()
    /// What the two last agreed about, where `Comparison.agreements` and `gone` are wanted.
    package var agreed: SyncMemory?
    /// Whether `Comparison.directories` is wanted.
    package var keepsDirectories = false
    /// A path below both tops that is kept out, with all below, as `.ferry-trash` is.
    package var aside: [Name]?

    /// By sizes and times, everything.
    package init(
        criterion: Criterion = .sizeAndTime, filter: PathFilter = PathFilter(),
        comparesModes: Bool = false, umask: UInt16 = 0o022,
        charsets: Pair<Charset?> = Pair(nil, nil), foldsCase: Pair<Bool> = Pair(false, false)
    ) {
        self.criterion = criterion
        self.filter = filter
        self.comparesModes = comparesModes
        self.umask = umask
        self.charsets = charsets
        self.foldsCase = foldsCase
    }
}

/// One of the two places that are compared.
package enum ComparedSide: Hashable, Sendable, CaseIterable {
    case first, second

    package var other: ComparedSide { self == .first ? .second : .first }
}

/// Something of both sides.
package struct Pair<Value> {
    package var first: Value
    package var second: Value

    package init(_ first: Value, _ second: Value) {
        self.first = first
        self.second = second
    }

    package subscript(side: ComparedSide) -> Value {
        get { side == .first ? first : second }
        // Changed in place: a set of a hundred thousand is not to be copied for each that comes into it.
        _modify { if side == .first { yield &first } else { yield &second } }
    }

    package func map<Other>(_ change: (Value) -> Other) -> Pair<Other> {
        Pair<Other>(change(first), change(second))
    }
}

extension Pair: Sendable where Value: Sendable {}
extension Pair: Equatable where Value: Equatable {}
extension Pair: Hashable where Value: Hashable {}

extension Comparison {
    /// Whether names that lead to where a mirror keeps things are the same to some server.
    package static func isAlike(_ one: [Name], _ other: [Name]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy { $0.text.lowercased() == $1.text.lowercased() }
    }
}
