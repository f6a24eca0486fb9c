@testable import UI

extension FuzzTarget {
    /// What the user types to find names, against names that strangers chose.
    static let patternTargets = [
        // The first line is the pattern, the rest is the name.
        FuzzTarget("patterns", longest: 512) { bytes, _ in
            let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
            let name = bytes[end...].dropFirst()
            if let pattern = NamePattern(String(decoding: bytes[..<end], as: UTF8.self)) {
                _ = pattern.matches(name)
            }
            // Each byte of a text stands for itself where the text is taken letter by letter.
            let literal = String(decoding: name, as: UTF8.self).unicodeScalars
            var escaped = String.UnicodeScalarView()
            for scalar in literal { escaped.append(contentsOf: ["\\", scalar]) }
            guard let pattern = NamePattern(String(escaped)) else { return }
            let itself = Array(String(literal).utf8)
            try hold(pattern.matches(itself[...]), "a name does not match itself")
        }
    ]
}
