/// A path with patterns in it, component by component: `*`, `?` and `[…]` fit what they fit in a shell, and none of them
/// a slash, or a dot that a name begins with. `**` is not special.
package struct PathGlob: Hashable, Sendable {
    package enum Component: Hashable, Sendable {
        /// A name, as it was written.
        case name([UInt8])
        /// What names fit, and the name that it is where one is literally called so.
        case pattern(NamePattern, literal: [UInt8], fitsDot: Bool)
    }

    /// From the root, or from where the path begins.
    package let components: [Component]

    /// Whether only the last component is a pattern.
    package var isPatternAtEndOnly: Bool {
        components.dropLast().allSatisfy { if case .name = $0 { true } else { false } }
    }

    /// A character of a path, and whether it stands for itself.
    private typealias Character = (byte: UInt8, isLiteral: Bool)

    /// Of a URL's path, in which a percent-encoded character stands for itself; nil where it has no pattern.
    package init?(url path: some StringProtocol) {
        var characters: [Character] = []
        let bytes = Array(path.utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, let high = PathGlob.digit(bytes, index + 1),
                let low = PathGlob.digit(bytes, index + 2)
            {
                characters.append((high << 4 | low, true))
                index += 3
            } else {
                characters.append((bytes[index], bytes[index] == 0x5C))
                index += 1
            }
        }
        self.init(characters)
    }

    /// Of the path in `host:path`, in which a backslash has the next character stand for itself.
    package init?(reference path: [UInt8]) {
        self.init(PathGlob.characters(ofReference: path))
    }

    /// The path in `host:path` without such backslashes.
    package static func unescaped(reference path: [UInt8]) -> [UInt8] {
        characters(ofReference: path).map(\.byte)
    }

    private static func characters(ofReference path: [UInt8]) -> [Character] {
        var characters: [Character] = []
        var rest = path[...]
        while let byte = rest.popFirst() {
            // Before others a backslash is one of the name's.
            if byte == 0x5C, let next = rest.first, special.contains(next) {
                rest.removeFirst()
                characters.append((next, true))
            } else {
                characters.append((byte, byte == 0x5C))
            }
        }
        return characters
    }

    private static let special = Set("*?[]\\".utf8)
    /// What means something in a pattern, also between brackets.
    private static let meaning = Set("*?[]\\!^-".utf8)
    private static let wild = Set("*?[".utf8)

    private init?(_ characters: [Character]) {
        guard characters.contains(where: { !$0.isLiteral && PathGlob.wild.contains($0.byte) })
        else { return nil }
        components = characters.split { $0.byte == 0x2F }.map { part in
            let literal = part.map(\.byte)
            guard part.contains(where: { !$0.isLiteral && PathGlob.wild.contains($0.byte) }) else {
                return .name(literal)
            }
            let written = part.flatMap { (character: Character) -> [UInt8] in
                let isEscaped = character.isLiteral && PathGlob.meaning.contains(character.byte)
                return isEscaped ? [0x5C, character.byte] : [character.byte]
            }
            return .pattern(
                NamePattern(exact: written), literal: literal,
                fitsDot: literal.first == 0x2E)
        }
    }

    private static func digit(_ bytes: [UInt8], _ index: Int) -> UInt8? {
        guard bytes.indices.contains(index) else { return nil }
        return switch bytes[index] {
        case 0x30...0x39: bytes[index] - 0x30
        case 0x41...0x46: bytes[index] - 0x41 + 10
        case 0x61...0x66: bytes[index] - 0x61 + 10
        default: nil
        }
    }
}

extension PathGlob.Component {
    /// Whether a name fits: its text in UTF-8, or its bytes where it has none.
    package func fits(_ text: [UInt8]) -> Bool {
        switch self {
        case .name(let name): text == name
        case .pattern(let pattern, _, let fitsDot):
            (fitsDot || text.first != 0x2E) && pattern.matches(text[...])
        }
    }

    /// The name that is literally so.
    package var literal: [UInt8] {
        switch self {
        case .name(let name): name
        case .pattern(_, let literal, _): literal
        }
    }
}
