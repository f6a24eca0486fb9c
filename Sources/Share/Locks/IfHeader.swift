import Files
import Words

/// What a request takes for granted of what is there: its If header (RFC 4918, section 10.4).
struct IfHeader: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case token(String)
        case entityTag(String)
    }

    struct Condition: Hashable, Sendable {
        var isNegated: Bool
        var state: State
    }

    /// Conditions that hold together, of one resource.
    struct List: Hashable, Sendable {
        /// Nil for the one that the request is for.
        var resource: String?
        var conditions: [Condition]
    }

    /// One of them is enough.
    private(set) var lists: [List] = []

    /// Lists in one header: for each all locks are looked through.
    static let limit = 100

    static let broken = Refusal(
        .badRequest, tr("The If header of the request is not one that WebDAV knows."))

    /// The request's; nil where it has none. Throws 400 for one that cannot be read.
    static func of(_ request: Request) throws(Refusal) -> IfHeader? {
        let fields = request.headers.all("If")
        guard let text = fields.first else { return nil }
        guard fields.count == 1 else { throw broken }
        return try IfHeader(text)
    }

    init(_ text: String) throws(Refusal) {
        var rest = Array(text.utf8)[...]
        var resource: String?
        while let next = IfHeader.next(&rest) {
            switch next {
            case 0x3C:
                resource = try IfHeader.read(&rest, until: 0x3E)
                // A resource is named for lists that follow.
                guard IfHeader.next(&rest) == 0x28 else { throw IfHeader.broken }
                rest = rest.dropFirst()
                lists.append(List(resource: resource, conditions: try IfHeader.list(&rest)))
            case 0x28:
                rest = rest.dropFirst()
                lists.append(List(resource: resource, conditions: try IfHeader.list(&rest)))
            default: throw IfHeader.broken
            }
            guard lists.count <= IfHeader.limit else { throw IfHeader.broken }
        }
        guard !lists.isEmpty else { throw IfHeader.broken }
    }

    /// The next byte that is no blank, which stays.
    private static func next(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        return rest.first
    }

    /// What is between the first byte and the one that ends it; both are taken.
    private static func read(
        _ rest: inout ArraySlice<UInt8>, until end: UInt8
    ) throws(Refusal) -> String {
        rest = rest.dropFirst()
        guard let place = rest.firstIndex(of: end), place > rest.startIndex else {
            throw IfHeader.broken
        }
        defer { rest = rest[(place + 1)...] }
        return String(decoding: rest[..<place], as: UTF8.self)
    }

    /// As far as to the bracket that closes it, which is taken.
    private static func list(
        _ rest: inout ArraySlice<UInt8>
    ) throws(Refusal) -> [Condition] {
        var conditions: [Condition] = []
        var isNegated = false
        while let byte = next(&rest) {
            switch byte {
            case 0x29:
                guard !conditions.isEmpty, !isNegated else { throw broken }
                rest = rest.dropFirst()
                return conditions
            case 0x3C:
                let token = try read(&rest, until: 0x3E)
                conditions.append(Condition(isNegated: isNegated, state: .token(token)))
                isNegated = false
            case 0x5B:
                let tag = try read(&rest, until: 0x5D)
                conditions.append(Condition(isNegated: isNegated, state: .entityTag(tag)))
                isNegated = false
            default:
                guard !isNegated,
                    Headers.isSame(String(decoding: rest.prefix(3), as: UTF8.self), "Not")
                else { throw broken }
                rest = rest.dropFirst(3)
                isNegated = true
            }
        }
        throw broken
    }

    /// All tokens in it: these are sent, whatever is said of them (section 10.4.1).
    var tokens: Set<String> {
        Set(
            lists.flatMap(\.conditions).compactMap { condition in
                if case .token(let token) = condition.state { token } else { nil }
            })
    }

    /// What is known of a resource.
    private struct Known {
        let tokens: Set<String>
        let entityTag: String?

        /// `hasTag`: whether it is asked for.
        init(
            _ path: Path?, hasTag: Bool, for request: Request, in folder: SharedFolder
        ) throws(Refusal) {
            // Nothing is known of what is not on this share, or is hidden.
            guard let path, (try? folder.check(path)) != nil else {
                (tokens, entityTag) = ([], nil)
                return
            }
            tokens = Set(folder.locks.locks(for: folder.shared(path)).map(\.token))
            if !hasTag {
                entityTag = nil
            } else if folder.isMacFile(path) {
                entityTag =
                    folder.macFiles.file(path, of: request.lockHolder)?.status.entityTag
            } else {
                entityTag = try NewPlace.status(path, in: folder)?.entityTag
            }
        }
    }

    /// Whether one of the lists holds now.
    func holds(for request: Request, in folder: SharedFolder) throws(Refusal) -> Bool {
        let hasTag = lists.contains { $0.conditions.contains(where: \.state.isEntityTag) }
        var known: [Path: Known] = [:]
        for list in lists {
            let path =
                list.resource.map { try? Destination.path($0, on: request) } ?? request.path
            let found: Known
            if let path, let before = known[path] {
                found = before
            } else {
                found = try Known(path, hasTag: hasTag, for: request, in: folder)
            }
            if let path { known[path] = found }
            if IfHeader.holds(list, found) { return true }
        }
        return false
    }

    private static func holds(_ list: List, _ known: Known) -> Bool {
        list.conditions.allSatisfy { condition in
            let isSo =
                switch condition.state {
                case .token(let token): known.tokens.contains(token)
                case .entityTag(let wanted): wanted == known.entityTag
                }
            return isSo != condition.isNegated
        }
    }
}

extension IfHeader.State {
    fileprivate var isEntityTag: Bool {
        if case .entityTag = self { true } else { false }
    }
}
