import Files

/// What chosen entries have in common.
struct SharedAttributes: Hashable, Sendable {
    enum Shared<Value: Hashable & Sendable>: Hashable, Sendable {
        /// All have it; nil where the server does not tell it.
        case one(Value?)
        case several
    }

    /// The twelve permission bits.
    var mode: Shared<UInt16> = .one(nil)
    /// `owner:group`
    var owner: Shared<String> = .one(nil)
    var time: Shared<Timestamp> = .one(nil)
}

extension Selection {
    /// Looks at the records only, so that a million are compared within a frame.
    var attributes: SharedAttributes {
        var attributes = SharedAttributes()
        guard let entry = first.first else { return attributes }
        attributes.mode = .one(entry.mode)
        attributes.owner = .one(entry.account)
        attributes.time = .one(entry.modified)
        var model: Directory.Record?
        for record in markedRecords {
            guard let model else {
                model = record
                continue
            }
            if record.mode != model.mode { attributes.mode = .several }
            if record.owner != model.owner || record.group != model.group {
                attributes.owner = .several
            }
            if record.time != model.time || record.seconds != model.seconds {
                attributes.time = .several
            }
            if attributes.mode == .several, attributes.owner == .several,
                attributes.time == .several
            {
                break
            }
        }
        return attributes
    }
}

extension Entry {
    /// `owner:group`, or the half that is told; nil where neither is.
    fileprivate var account: String? {
        guard owner != nil || group != nil else { return nil }
        let owner = VisibleText.make(owner ?? "?")
        return group.map { "\(owner):\(VisibleText.make($0))" } ?? owner
    }
}
