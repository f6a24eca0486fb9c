package import Files

/// What a run of a mirror calls the directory in which it keeps what it replaces.
package enum DatedName {
    /// Bytes that tell when that was.
    static let timeLength = 20

    /// Of a run that begins at that second since the epoch; no other run has it: `2026-11-27T08-00-00Z-k3v9`.
    package static func name(at seconds: Int64) -> Name? {
        let time = ISOTime.text(seconds: seconds).replacing(":", with: "-")
        return Name("\(time)-\(PartID.newToken().prefix(4))")
    }
}
