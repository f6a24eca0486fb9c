import Files
import Terminal

/// Takes in what a decoder of pictures has written for a terminal: only what is of the form of a picture
/// passes, as the decoder has read a stranger's bytes.
enum PictureOutput {
    /// Characters between the start and the end of a control sequence.
    private static let sequenceLimit = 64

    /// Rows of characters with colours; nil where it is anything else, or larger than the area.
    static func characters(_ bytes: [UInt8], in area: Size) -> [String]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var rows: [String] = []
        var (row, width) = (String.UnicodeScalarView(), 0)
        func ended(_ row: String.UnicodeScalarView) -> String {
            "\u{1B}[0m" + String(row) + "\u{1B}[0m"
        }
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\n":
                rows.append(ended(row))
                (row, width) = (String.UnicodeScalarView(), 0)
                guard rows.count <= area.height else { return nil }
            case "\u{1B}":
                guard let colours = sequence(&scalars) else { return nil }
                row.append(contentsOf: colours)
            default:
                guard CharacterWidth.of(Character(scalar)) == 1, scalar.value >= 0x20,
                    VisibleText.make(String(scalar)) == String(scalar)
                else { return nil }
                row.append(scalar)
                width += 1
                guard width <= area.width else { return nil }
            }
        }
        if width > 0 { rows.append(ended(row)) }
        return rows.isEmpty || rows.count > area.height ? nil : rows
    }

    /// Behind an escape: colours as they are; nothing for what hides and shows the cursor; nil for all else.
    private static func sequence(_ rest: inout Substring.UnicodeScalarView) -> [Unicode.Scalar]? {
        guard rest.popFirst() == "[" else { return nil }
        var parameters: [Unicode.Scalar] = []
        while let scalar = rest.popFirst(), parameters.count < sequenceLimit {
            switch scalar {
            case "0"..."9", ";": parameters.append(scalar)
            case "?" where parameters.isEmpty: parameters.append(scalar)
            case "m" where parameters.first != "?": return ["\u{1B}", "["] + parameters + ["m"]
            case "l" where parameters == ["?", "2", "5"]: return []
            case "h" where parameters == ["?", "2", "5"]: return []
            default: return nil
            }
        }
        return nil
    }

    /// A picture in kitty's graphics protocol, sent with its pixels; nil where it is anything else. What
    /// would have the terminal read a file is refused.
    static func kitty(_ bytes: [UInt8], in area: Size) -> String? {
        let (escape, backslash) = (UInt8(0x1B), UInt8(ascii: "\\"))
        var kept: [UInt8] = []
        var rest = bytes[...]
        var count = 0
        while let first = rest.first {
            if first == 0x0A || first == 0x20 {
                rest.removeFirst()
                continue
            }
            guard rest.starts(with: [escape] + Array("_G".utf8)),
                let end = rest.dropFirst(3).firstIndex(of: escape),
                rest.dropFirst(end - rest.startIndex + 1).first == backslash
            else { return nil }
            let parts = rest[(rest.startIndex + 3)..<end].split(
                separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let keys = parts.first, areAllowed(keys, in: area, isFirst: count == 0),
                parts.count < 2 || parts[1].allSatisfy(isBase64)
            else { return nil }
            kept += rest[..<(end + 2)]
            rest = rest[(end + 2)...]
            count += 1
        }
        return count > 0 ? String(decoding: kept, as: UTF8.self) : nil
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
        default: false
        }
    }

    /// `a=T,f=32,s=80,v=24,c=10,r=3,m=1`
    private static func areAllowed(
        _ keys: ArraySlice<UInt8>, in area: Size, isFirst: Bool
    ) -> Bool {
        var isShown = !isFirst
        for pair in String(decoding: keys, as: UTF8.self).split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { return false }
            switch (sides[0], sides[1], Int(sides[1])) {
            case ("a", "T", _): isShown = true
            case ("f", _, 24?), ("f", _, 32?), ("f", _, 100?): break
            case ("s", _, let number?), ("v", _, let number?):
                guard (1...100_000).contains(number) else { return false }
            case ("c", _, let number?):
                guard (1...max(1, area.width)).contains(number) else { return false }
            case ("r", _, let number?):
                guard (1...max(1, area.height)).contains(number) else { return false }
            case ("m", _, 0?), ("m", _, 1?): break
            default: return false
            }
        }
        return isShown
    }
}
