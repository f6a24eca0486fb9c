/// An absolute path as its components. Each is one `Name`, so no path can climb out of where it
/// is joined to. Servers with other path styles are mapped inside their protocol's target.
package struct Path: Hashable, Sendable {
    /// From the root downwards; empty is the root itself.
    package var components: [Name]

    package init(components: [Name]) {
        self.components = components
    }

    /// The root, `/`.
    package static let root = Path(components: [])

    /// Splits at `/`; empty components and `.` are dropped, `..` goes up (never above the root).
    package init(_ bytes: some Collection<UInt8>) {
        self.init(Array(bytes))
    }

    /// The same, without what generic code costs at the first use.
    package init(_ bytes: [UInt8]) {
        var components: [Name] = []
        for part in bytes.split(separator: 0x2F) {
            if part.count == 2, part.first == 0x2E, part.last == 0x2E {
                _ = components.popLast()
            } else if let name = Name(Array(part)) {
                components.append(name)
            }
        }
        self.components = components
    }

    package init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// `/a/b`; the root is `/`.
    package var bytes: [UInt8] {
        if components.isEmpty { return [0x2F] }
        var result: [UInt8] = []
        for component in components {
            result.append(0x2F)
            result += component.bytes
        }
        return result
    }

    /// For showing only, sanitised.
    package var text: String { VisibleText.make(bytes) }

    package var isRoot: Bool { components.isEmpty }
    /// The last component; nil for the root.
    package var name: Name? { components.last }
    /// The directory that holds this; the root's is the root.
    package var parent: Path { Path(components: Array(components.dropLast())) }

    package func appending(_ name: Name) -> Path {
        Path(components: components + [name])
    }

    /// Whether this is `other` or lies below it.
    package func isInside(_ other: Path) -> Bool {
        components.starts(with: other.components)
    }

    /// The components below `ancestor`; nil where this does not lie inside it.
    package func components(below ancestor: Path) -> [Name]? {
        guard isInside(ancestor) else { return nil }
        return Array(components.dropFirst(ancestor.components.count))
    }
}

extension Path: CustomStringConvertible {
    package var description: String { text }
}
