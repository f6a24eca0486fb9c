import Files
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
        },
        // Names, one a line.
        FuzzTarget("order", longest: 512) { bytes, _ in
            let names = bytes.split(separator: 0x0A).prefix(3).map(Array.init)
            for left in names {
                for right in names { try holdOrder(left, right) }
            }
            guard names.count == 3 else { return }
            let orders = [(0, 1), (1, 2), (0, 2)].map { order(names[$0.0], names[$0.1]) }
            if orders[0] < 0, orders[1] < 0 {
                try hold(orders[2] < 0, "what comes first of all does not come first")
            }
        },
    ]

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in NaturalOrder.compare(left, right) }
        }
    }

    private static func holdOrder(_ left: [UInt8], _ right: [UInt8]) throws {
        let order = order(left, right).signum()
        try hold(
            order == -FuzzTarget.order(right, left).signum(), "each of two names comes first")
        guard !(left + right).contains(0) else { return }
        let prefixes = [left, right].map { name in
            name.withUnsafeBufferPointer { NaturalOrder.prefix(of: $0, from: 0) }
        }
        if prefixes[0] != prefixes[1] {
            try hold(
                order == (prefixes[0] < prefixes[1] ? -1 : 1), "eight bytes tell another order")
        }
    }
}
