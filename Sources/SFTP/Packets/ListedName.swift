/// One name of a NAME packet (draft-ietf-secsh-filexfer-02, section 7), valid as long as the packet is.
package struct ListedName {
    /// As the server sent it: nothing says that it is one component of a path.
    package let name: UnsafeRawBufferPointer
    /// The name as `ls -l` shows it; empty where the server makes none.
    package let longName: UnsafeRawBufferPointer
    package let attributes: Attributes
}

/// The names of a NAME packet, one after the other.
package struct ListedNames {
    /// Bytes that a name takes at least: two lengths and the flags.
    private static let leastSize = 12

    /// Names that are still to come.
    package private(set) var count: Int
    private var fields: FieldReader

    /// `fields` are what follows the packet's number.
    package init(_ fields: FieldReader) throws(PacketFault) {
        var fields = fields
        let count = try fields.number()
        guard Int(count) <= fields.count / ListedNames.leastSize else { throw .badCount(count) }
        self.count = Int(count)
        self.fields = fields
    }

    /// Nil after the last one.
    package mutating func next() throws(PacketFault) -> ListedName? {
        guard count > 0 else { return nil }
        count -= 1
        let name = try fields.string()
        let longName = try fields.string()
        return ListedName(
            name: name, longName: longName, attributes: try Attributes(from: &fields))
    }
}
