package import Files

/// A property that a visitor gave a file or directory (a dead one: RFC 4918, section 4.2).
package struct KeptProperty: Hashable, Sendable {
    /// Below the shared folder.
    package var path: Path
    /// Empty where there is none.
    package var namespace: String
    package var name: String
    /// Sound XML, without an element around it.
    package var value: [UInt8]
    /// The language that the value is in (RFC 4918, section 4.3); nil where none was told.
    package var language: String?

    package init(
        path: Path, namespace: String, name: String, value: [UInt8], language: String?
    ) {
        self.path = path
        self.namespace = namespace
        self.name = name
        self.value = value
        self.language = language
    }
}
