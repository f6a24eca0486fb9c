/// Shell patterns for names: `*`, `?`, `[a-z]`, `[!0-9]`, `\` before what is meant as it is;
/// several, with blanks or commas between them, match what any of them matches. Latin letters
/// match without regard to case.
package struct NamePattern: Hashable, Sendable {
    private enum Token: Hashable, Sendable {
        case byte(UInt8)
        case one
        case many
        case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    private var alternatives: [[Token]] = []
    /// Whether letters match those of their own case only.
    private var isExact = false

    /// A character of a pattern, or a byte that is no UTF-8, which stands for itself.
    private struct Symbol: Equatable, ExpressibleByUnicodeScalarLiteral {
        let value: UInt32
        let bytes: [UInt8]

        init(unicodeScalarLiteral scalar: Unicode.Scalar) {
            value = scalar.value
            bytes = Array(String(scalar).utf8)
        }

        private init(_ value: UInt32, _ bytes: [UInt8]) {
            self.value = value
            self.bytes = bytes
        }

        static func all(in text: [UInt8]) -> ArraySlice<Symbol> {
            text.withUnsafeBufferPointer { text in
                var symbols: [Symbol] = []
                var position = 0
                while position < text.count {
                    let (value, width) = NamePattern.scalar(at: position, in: text)
                    symbols.append(Symbol(value, Array(text[position..<position + width])))
                    position += width
                }
                return symbols[...]
            }
        }
    }

    /// One pattern, blanks and commas in it as they are, in which case counts.
    package init(exact glob: String) { self.init(exact: Array(glob.utf8)) }

    /// The same of bytes, as a server's names may be.
    package init(exact glob: [UInt8]) {
        isExact = true
        var tokens: [Token] = []
        var symbols = Symbol.all(in: glob)
        while let symbol = symbols.popFirst() { take(symbol, &symbols, &tokens) }
        alternatives = [tokens]
    }

    /// Nil where there is nothing to match.
    package init?(_ text: String) {
        var tokens: [Token] = []
        var symbols = Symbol.all(in: Array(text.utf8))
        while let symbol = symbols.popFirst() {
            if symbol == " " || symbol == "," {
                if !tokens.isEmpty { alternatives.append(tokens) }
                tokens = []
            } else {
                take(symbol, &symbols, &tokens)
            }
        }
        if !tokens.isEmpty { alternatives.append(tokens) }
        guard !alternatives.isEmpty else { return nil }
    }

    /// What a symbol means, with what belongs to it.
    private func take(
        _ symbol: Symbol, _ rest: inout ArraySlice<Symbol>, _ tokens: inout [Token]
    ) {
        switch symbol {
        case "*":
            if tokens.last != .many { tokens.append(.many) }
        case "?":
            tokens.append(.one)
        case "[":
            tokens.append(NamePattern.takeSet(&rest, hasEscapes: isExact) ?? .byte(0x5B))
        case "\\":
            append(rest.popFirst() ?? symbol, to: &tokens)
        default:
            append(symbol, to: &tokens)
        }
    }

    private func append(_ symbol: Symbol, to tokens: inout [Token]) {
        for byte in symbol.bytes {
            tokens.append(.byte(isExact ? byte : NamePattern.folded(byte)))
        }
    }

    /// What stands after `[`, up to and with `]`; nil, and nothing taken, where there is no `]`.
    /// With `hasEscapes` a backslash has the next character stand for itself.
    private static func takeSet(
        _ symbols: inout ArraySlice<Symbol>, hasEscapes: Bool
    ) -> Token? {
        var rest = symbols
        var ranges: [ClosedRange<UInt32>] = []
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var isFirst = true
        while var low = rest.popFirst() {
            if hasEscapes, low == "\\", let literal = rest.popFirst() {
                low = literal
            } else if low == "]", !isFirst {
                symbols = rest
                return .set(ranges, isNegated: isNegated)
            }
            isFirst = false
            var high = low
            if rest.first == "-", var end = rest.dropFirst().first, end != "]" {
                rest.removeFirst(2)
                if hasEscapes, end == "\\" { end = rest.popFirst() ?? end }
                high = end
            }
            if low.value <= high.value { ranges.append(low.value...high.value) }
        }
        return nil
    }

    /// A to Z as small letters.
    package static func folded(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether a name matches.
    package func matches(_ name: ArraySlice<UInt8>) -> Bool {
        name.withUnsafeBufferPointer { matches($0) }
    }

    /// The same, of bytes that lie somewhere.
    package func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        alternatives.contains { matches(name, $0) }
    }

    private func matches(_ name: UnsafeBufferPointer<UInt8>, _ tokens: [Token]) -> Bool {
        var position = 0
        var next = 0
        // Where to go on from when the last `*` has to take one character more: half of one is none.
        var retry: (position: Int, next: Int)?
        while position < name.count {
            if next < tokens.count {
                if tokens[next] == .many {
                    next += 1
                    retry = (position, next)
                    continue
                }
                let width = width(of: tokens[next], at: position, in: name)
                if width > 0 {
                    position += width
                    next += 1
                    continue
                }
            }
            guard let last = retry else { return false }
            position = last.position + NamePattern.scalar(at: last.position, in: name).width
            next = last.next
            retry = (position, next)
        }
        return tokens[next...].allSatisfy { $0 == .many }
    }

    /// Bytes of the name that the token matches; 0 where it does not.
    private func width(
        of token: Token, at position: Int, in name: UnsafeBufferPointer<UInt8>
    ) -> Int {
        switch token {
        case .byte(let byte):
            return (isExact ? name[position] : NamePattern.folded(name[position])) == byte ? 1 : 0
        case .one:
            return NamePattern.scalar(at: position, in: name).width
        case .set(let ranges, let isNegated):
            let (value, width) = NamePattern.scalar(at: position, in: name)
            // Either case of a Latin letter may be in the set.
            let other = value < 0x80 && value | 0x20 &- 0x61 < 26 ? value ^ 0x20 : value
            let isIn = ranges.contains {
                $0.contains(value) || !isExact && $0.contains(other)
            }
            return isIn != isNegated ? width : 0
        case .many:
            return 0
        }
    }

    /// The scalar that starts at a place; a byte that is no UTF-8 stands for itself.
    private static func scalar(
        at position: Int, in name: UnsafeBufferPointer<UInt8>
    ) -> (value: UInt32, width: Int) {
        let first = name[position]
        let length =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, position + length <= name.count else { return (UInt32(first), 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = name[position + offset]
            guard byte & 0xC0 == 0x80 else { return (UInt32(first), 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, length)
    }
}
