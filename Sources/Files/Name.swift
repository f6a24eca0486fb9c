/// One component of a path, as the bytes the server sent. Never empty, `.` or `..`, and never
/// holds `/` or NUL: a name that would is refused at the door (a stranger's bytes).
package struct Name: Hashable, Sendable {
    /// The bytes as they came; the same bytes go back in commands.
    package let bytes: [UInt8]

    /// Nil where the bytes are no single path component.
    package init?(_ bytes: some Collection<UInt8>) {
        guard Name.isComponent(bytes) else { return nil }
        self.bytes = Array(bytes)
    }

    /// Nil where the text's UTF-8 is no single path component.
    package init?(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// For bytes that were made here, or were a name's before: nothing looks whether they are a component.
    package init(component bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether `bytes` could name an entry: not empty, `.` or `..`, without `/` and NUL.
    package static func isComponent(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.withContiguousStorageIfAvailable { isComponent($0) }
            ?? Array(bytes).withUnsafeBufferPointer { isComponent($0) }
    }

    private static func isComponent(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if bytes.contains(where: { $0 == 0x2F || $0 == 0 }) { return false }
        if first == 0x2E {
            if bytes.count == 1 { return false }
            if bytes.count == 2, bytes[1] == 0x2E { return false }
        }
        return true
    }

    /// For showing only: sanitised, decoded as UTF-8 where valid, else as Latin-1.
    package var text: String { VisibleText.make(bytes) }

    /// Whether the name starts with a dot, which hides it by default.
    package var isHidden: Bool { bytes.first == 0x2E }
}

extension Name: CustomStringConvertible {
    package var description: String { text }
}

extension Name: Comparable {
    package static func < (left: Name, right: Name) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
