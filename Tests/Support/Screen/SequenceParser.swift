/// Cuts a terminal's input into characters, controls and sequences (ECMA-48), a byte at a time.
struct SequenceParser: Sendable {
    /// `ESC [ prefix parameters intermediates final`
    struct Sequence: Hashable {
        /// `?`, `>` and the like; empty for most.
        var prefix = ""
        /// Nil for each that was left out; sub-parameters (with colons) count as parameters.
        var parameters: [Int?] = []
        var intermediates = ""
        var final: Character = " "

        /// The parameter at `index`, or `standard` where it is 0 or left out.
        func count(_ index: Int = 0, standard: Int = 1) -> Int {
            let value = parameters.indices.contains(index) ? parameters[index] ?? 0 : 0
            return value == 0 ? standard : value
        }
    }

    enum Event: Hashable {
        case character(Unicode.Scalar)
        case control(UInt8)
        case escape(String, Character)
        case sequence(Sequence)
    }

    private enum State {
        case ground, escape, sequence, string, stringEscape
    }

    private var state = State.ground
    private var collected = ""
    private var partial: [UInt8] = []
    private var expected = 0

    /// The event that `byte` completes.
    mutating func take(_ byte: UInt8) -> Event? {
        switch state {
        case .ground:
            return ground(byte)
        case .escape:
            let character = Character(Unicode.Scalar(byte))
            switch byte {
            case 0x1B: collected = ""
            case 0x20...0x2F: collected.append(character)
            case 0x5B where collected.isEmpty: state = .sequence
            case 0x5D, 0x50, 0x5E, 0x5F, 0x58: state = .string
            default:
                state = .ground
                return .escape(collected, character)
            }
            return nil
        case .sequence:
            if byte < 0x20 { return .control(byte) }
            collected.append(Character(Unicode.Scalar(byte)))
            guard (0x40...0x7E).contains(byte) else { return nil }
            state = .ground
            return .sequence(SequenceParser.sequence(collected))
        case .string:
            if byte == 0x07 { state = .ground } else if byte == 0x1B { state = .stringEscape }
            return nil
        case .stringEscape:
            state = byte == 0x5C ? .ground : .string
            return nil
        }
    }

    private mutating func ground(_ byte: UInt8) -> Event? {
        if byte == 0x1B {
            state = .escape
            collected = ""
            partial = []
            return nil
        }
        if byte < 0x20 || byte == 0x7F {
            partial = []
            return .control(byte)
        }
        if byte < 0x80 {
            partial = []
            return .character(Unicode.Scalar(byte))
        }
        if byte >= 0xC0 {
            partial = [byte]
            expected = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return nil
        }
        guard !partial.isEmpty else { return .character("\u{FFFD}") }
        partial.append(byte)
        guard partial.count == expected else { return nil }
        let text = String(decoding: partial, as: UTF8.self)
        partial = []
        return .character(text.unicodeScalars.first ?? "\u{FFFD}")
    }

    private static func sequence(_ text: String) -> Sequence {
        var sequence = Sequence()
        var number = ""
        func value() -> Int? { number.isEmpty ? nil : Int(number) ?? 0 }
        for character in text {
            switch character {
            case "0"..."9": number.append(character)
            case ";", ":":
                sequence.parameters.append(value())
                number = ""
            case "<", "=", ">", "?": sequence.prefix.append(character)
            case " "..."/": sequence.intermediates.append(character)
            default: sequence.final = character
            }
        }
        if !number.isEmpty || !sequence.parameters.isEmpty { sequence.parameters.append(value()) }
        return sequence
    }
}
