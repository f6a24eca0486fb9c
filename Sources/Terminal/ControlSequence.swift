/// What came after ESC [ (ECMA-48 §5.4): a private mark, parameters, and the final byte, with the
/// meaning that xterm, VTE, rxvt, the Linux console and their kin give it.
struct ControlSequence {
    private var privateMark: UInt8?
    /// The first number of each parameter; sub-parameters (after `:`) are left out. Nil is none.
    private var parameters: [Int?] = [nil]
    private var final: UInt8 = 0

    init(_ bytes: some Sequence<UInt8>) {
        var isSub = false
        for byte in bytes {
            switch byte {
            case 0x30...0x39:
                if isSub { continue }
                let number = parameters[parameters.count - 1] ?? 0
                parameters[parameters.count - 1] = min(number * 10 + Int(byte - 0x30), 0x10FFFF)
            case 0x3A:
                isSub = true
            case 0x3B:
                isSub = false
                parameters.append(nil)
            case 0x3C...0x3F:
                privateMark = byte
            default:
                final = byte
            }
        }
    }

    private func parameter(_ index: Int) -> Int? {
        index < parameters.count ? parameters[index] : nil
    }

    /// Nil where it means nothing to Ferry: replies, focus, keys that have no name.
    var event: Event? {
        if privateMark == 0x3C {
            guard final == 0x4D || final == 0x6D, let code = parameter(0), let x = parameter(1),
                let y = parameter(2)
            else { return nil }
            return MouseReport.event(code: code, column: x, row: y, isPress: final == 0x4D)
        }
        guard privateMark == nil else { return nil }
        return key.map { .key($0) }
    }

    private var key: Key? {
        let modifiers = ControlSequence.modifiers(parameter(1))
        switch final {
        case 0x7E: return tilde(modifiers)
        // rxvt: Control, Shift, and both, in the place of the tilde.
        case 0x5E: return tilde(.control)
        case 0x24: return tilde(.shift)
        case 0x40: return tilde([.control, .shift])
        case 0x75: return ControlSequence.key(scalar: parameter(0), modifiers)
        case 0x5A: return Key(.tab, .shift)
        // Any other first number makes it a report of the cursor's place.
        case 0x50...0x53 where (parameter(0) ?? 1) == 1:
            return Key(.function(Int(final) - 0x4F), modifiers)
        default:
            if let code = ControlSequence.cursorKey(final) { return Key(code, modifiers) }
            guard (0x61...0x64).contains(final) else { return nil }
            return ControlSequence.cursorKey(final & 0xDF).map { Key($0, .shift) }
        }
    }

    private func tilde(_ modifiers: Key.Modifiers) -> Key? {
        let code: Key.Code
        switch parameter(0) ?? 0 {
        case 1, 7: code = .home
        case 2: code = .insert
        case 3: code = .delete
        case 4, 8: code = .end
        case 5: code = .pageUp
        case 6: code = .pageDown
        case let number where (11...15).contains(number): code = .function(number - 10)
        case let number where (17...21).contains(number): code = .function(number - 11)
        case let number where (23...26).contains(number): code = .function(number - 12)
        case let number where (28...29).contains(number): code = .function(number - 13)
        case let number where (31...34).contains(number): code = .function(number - 14)
        case 27: return ControlSequence.key(scalar: parameter(2), modifiers)
        default: return nil
        }
        return Key(code, modifiers)
    }

    /// A key by its character's number, as `modifyOtherKeys` and `CSI u` send it.
    private static func key(scalar value: Int?, _ modifiers: Key.Modifiers) -> Key? {
        guard let value, let scalar = Unicode.Scalar(UInt32(clamping: value)) else { return nil }
        if value == 0x1B { return Key(.escape, modifiers) }
        if value < 0x80 {
            var key = KeyDecoder.key(ascii: UInt8(value))
            key.modifiers.formUnion(modifiers)
            return key
        }
        guard value >= 0xA0, !(0xE000...0xF8FF).contains(value) else { return nil }
        return Key(.character(Character(scalar)), modifiers)
    }

    /// xterm's number: 1 and a bit each for Shift, Alt, Control and Meta.
    private static func modifiers(_ parameter: Int?) -> Key.Modifiers {
        let bits = max(1, parameter ?? 1) - 1
        var modifiers: Key.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & (2 | 8) != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    private static func cursorKey(_ byte: UInt8) -> Key.Code? {
        switch byte {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        default: nil
        }
    }

    /// What came after ESC O: cursor keys, F1…F4 and the keypad in application mode. A number before
    /// the final byte holds modifiers.
    static func shift3(_ bytes: some Collection<UInt8>) -> Event? {
        let sequence = ControlSequence(bytes)
        let number = sequence.parameter(1) ?? sequence.parameter(0)
        let modifiers = modifiers(number)
        let final = sequence.final
        if let code = cursorKey(final) { return .key(Key(code, modifiers)) }
        switch final {
        case 0x50...0x53: return .key(Key(.function(Int(final) - 0x4F), modifiers))
        case 0x4D: return .key(Key(.enter, modifiers))
        // rxvt's Ctrl with an arrow.
        case 0x61...0x64: return cursorKey(final & 0xDF).map { .key(Key($0, .control)) }
        // The keypad's `*+,-./0…9` are 0x40 above themselves.
        case 0x6A...0x79: return .key(Key(Character(Unicode.Scalar(final - 0x40)), modifiers))
        case 0x58: return .key(Key("=", modifiers))
        default: return nil
        }
    }
}
