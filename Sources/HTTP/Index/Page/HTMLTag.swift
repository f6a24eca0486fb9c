/// A tag as it stands in the page. Valid only while it is being looked at.
struct HTMLTag {
    struct Attribute {
        var name: Range<Int>
        /// Without its quotes; empty where there is none.
        var value: Range<Int>
    }

    /// Attributes that are looked at; more are passed over.
    static let attributeLimit = 32

    let bytes: UnsafeRawBufferPointer
    let element: HTMLElement
    let isEnd: Bool
    let attributes: [Attribute]

    /// The value as it stands, with its entities; nil without such an attribute. Of two the first
    /// counts.
    func value(of name: StaticString) -> UnsafeRawBufferPointer? {
        for attribute in attributes {
            let found = UnsafeRawBufferPointer(rebasing: bytes[attribute.name])
            if found.isEqualIgnoringCase(to: name) {
                return UnsafeRawBufferPointer(rebasing: bytes[attribute.value])
            }
        }
        return nil
    }
}
