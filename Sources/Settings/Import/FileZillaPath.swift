/// A path as FileZilla keeps it: `1 0 4 home 4 user` is the kind of server, the length of a prefix
/// with the prefix, and each name behind its length. Lengths count characters: code points where the
/// file was written on Unix, UTF-16's units where it was on Windows.
enum FileZillaPath {
    /// With slashes; nil for what is no such path, or one that only another kind of server has.
    static func read(_ text: String, isSFTP: Bool) -> String? {
        guard let whole = parts(of: text) else { return nil }
        switch whole.kind {
        // Unset, Unix, virtual drives of Windows, Cygwin.
        case 0, 1, 8, 9:
            return "/" + whole.names.joined(separator: "/")
        // Drives of Windows, with either slash; SFTP has these below the root.
        case 3, 10:
            return isSFTP ? "/" + whole.names.joined(separator: "/") : nil
        default: return nil
        }
    }

    private static func parts(of text: String) -> (kind: Int, names: [String])? {
        let scalars = Array(text.unicodeScalars)
        return parts(of: scalars.map(\.value), text: joined)
            ?? parts(of: Array(text.utf16)) { String(validating: $0, as: UTF16.self) }
    }

    private static func joined(_ units: ArraySlice<UInt32>) -> String? {
        var text = String.UnicodeScalarView()
        for unit in units {
            guard let scalar = Unicode.Scalar(unit) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    private static func parts<Unit: FixedWidthInteger>(
        of units: [Unit], text: (ArraySlice<Unit>) -> String?
    ) -> (kind: Int, names: [String])? {
        var rest = units[...]
        guard let kind = number(&rest), let prefix = number(&rest), prefix <= rest.count else {
            return nil
        }
        if prefix > 0 {
            rest = rest.dropFirst(prefix)
            guard rest.isEmpty || rest.popFirst() == 0x20 else { return nil }
        }
        var names: [String] = []
        while !rest.isEmpty {
            guard let length = number(&rest), length > 0, length <= rest.count,
                let name = text(rest.prefix(length)), !name.contains("/"), name != "..",
                name != "."
            else { return nil }
            names.append(name)
            rest = rest.dropFirst(length)
            guard rest.isEmpty || rest.popFirst() == 0x20 else { return nil }
        }
        return (kind, names)
    }

    /// With the blank behind it, where anything is.
    private static func number<Unit: FixedWidthInteger>(_ rest: inout ArraySlice<Unit>) -> Int? {
        var value: Int?
        while let unit = rest.first, unit >= 0x30, unit <= 0x39 {
            value = (value ?? 0) * 10 + Int(unit - 0x30)
            guard let value, value <= 1 << 20 else { return nil }
            rest.removeFirst()
        }
        guard rest.isEmpty || rest.popFirst() == 0x20 else { return nil }
        return value
    }
}
