import Files

/// What is known of a part whose bytes are all written.
struct WrittenPart {
    /// Bytes, as the server said before it was closed; nil where it did not.
    var size: UInt64?
    /// Whether the server has it on its disk, by its own word.
    var isSynced = false
    /// What could not be kept of the file, as a sentence.
    var remark: String?
}

extension Creation {
    /// What the server is to set on the file.
    var attributes: Attributes {
        Attributes(
            permissions: mode.map { UInt32($0) & 0o7777 }, times: Attributes.times(modified))
    }
}
