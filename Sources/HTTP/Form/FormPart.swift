package import Files

/// A part of a form.
package enum FormPart: Hashable, Sendable {
    case text(name: [UInt8], value: [UInt8])
    /// A file of this machine.
    case file(field: [UInt8], path: Path)
}
