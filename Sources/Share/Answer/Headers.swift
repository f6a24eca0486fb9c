/// Header fields in their order (RFC 9110, section 5). Names are compared without regard to case.
package struct Headers: Sendable, ExpressibleByDictionaryLiteral {
    package private(set) var fields: [(name: String, value: String)]

    package init(_ fields: [(String, String)] = []) {
        self.fields = fields.map { (name: $0.0, value: $0.1) }
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The first field's value, without blanks around it. Setting replaces all of that name.
    package subscript(name: String) -> String? {
        get { fields.first { Headers.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Headers.isSame($0.name, name) }
            if let newValue { fields.append((name: name, value: newValue)) }
        }
    }

    /// Every field of that name.
    package func all(_ name: String) -> [String] {
        fields.filter { Headers.isSame($0.name, name) }.map(\.value)
    }

    /// The elements of a list field, over all its lines, without blanks and empty ones
    /// (RFC 9110, section 5.6.1). Not for fields with quoted strings.
    package func list(_ name: String) -> [String] {
        all(name).flatMap { $0.split(separator: ",") }.map { Headers.trimmed($0) }
            .filter { !$0.isEmpty }
    }

    package mutating func add(_ name: String, _ value: String) {
        fields.append((name: name, value: value))
    }

    /// Without blanks and tabs around it.
    package static func trimmed(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
            let last = bytes.lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// Whether both are the same token but for the case of ASCII letters.
    package static func isSame(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
        left.utf8.elementsEqual(right.utf8) { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
