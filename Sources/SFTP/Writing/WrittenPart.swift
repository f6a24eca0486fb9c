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
            owner: owner,
            permissions: mode.map { UInt32($0) & 0o7777 }, times: Attributes.times(modified))
    }

    /// The same where it is not known whether an owner is taken: then nothing runs as its owner.
    var lateAttributes: Attributes {
        var late = attributes
        guard owner != nil else { return late }
        late.owner = nil
        late.permissions = late.permissions.map { $0 & 0o777 }
        return late
    }

    /// The same for a file that has a mode and an owner of its own.
    var withoutMode: Creation {
        var creation = self
        creation.mode = nil
        creation.owner = nil
        return creation
    }

    /// The mode that a new file has until all its bytes are there: nobody but its owner may do more
    /// with it than in the end. Nil for that which the server gives to new files.
    var firstMode: UInt16? { mode.map { $0 & 0o777 | 0o600 } }
}
