import ArgumentParser
import Words

/// Carries arguments through the argument parser, which takes text only: each byte that is not
/// UTF-8 stands there as a private character of its own, and becomes that byte again afterwards. The
/// bytes of such a character, where an argument holds one, are carried in the same way, so that
/// nothing is mistaken for what it is not.
enum ArgumentText {
    /// Plane 16 is for private use: U+10F880…U+10F8FF stand for the bytes 80…FF.
    private static let base: UInt32 = 0x10F800

    static func make(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { byte(for: $0) != nil })
        {
            return text
        }
        var result = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var pending = bytes[...]
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                let taken = pending.prefix(encoded.count)
                pending = pending.dropFirst(encoded.count)
                if byte(for: scalar) == nil {
                    result.append(scalar)
                } else {
                    result.append(contentsOf: taken.compactMap(scalarFor))
                }
            case .error(let length):
                result.append(contentsOf: pending.prefix(length).compactMap(scalarFor))
                pending = pending.dropFirst(length)
            case .emptyInput:
                return String(result)
            }
        }
    }

    static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(for: scalar) {
                bytes.append(byte)
            } else {
                bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return bytes
    }

    /// The text with each byte that is not UTF-8 written as `replacement` says.
    static func replacingForeign(
        in text: String, _ replacement: (UInt8) -> String
    ) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let byte = byte(for: scalar) {
                result.append(contentsOf: replacement(byte).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// For showing: `caf\xE9`.
    static func shown(_ text: String) -> String {
        replacingForeign(in: text) { "\\x" + String($0, radix: 16, uppercase: true) }
    }

    /// Refuses a file's name that is not UTF-8, where what reads the file knows it by text only.
    static func requireText(_ file: String?, of option: String) throws {
        guard let file, shown(file) != file else { return }
        throw ValidationError(
            tr(
                "\(option) \(shown(file)) is not valid UTF-8, and Ferry only reads such files under "
                    + "UTF-8 names; rename it or link to it."))
    }

    private static func scalarFor(_ byte: UInt8) -> Unicode.Scalar? {
        byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(base + UInt32(byte))
    }

    private static func byte(for scalar: Unicode.Scalar) -> UInt8? {
        (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
    }
}
