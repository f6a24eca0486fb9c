/// Writes what was read of a document, so that it is sound wherever it comes to stand: each element brings
/// its namespaces along.
struct XMLCopy {
    private var page = Markup()
    /// The names of elements that are open.
    private var open: [PropertyName] = []
    private var isTagOpen = false
    /// Attributes of the tag that is open.
    private var attributeCount = 0

    var bytes: [UInt8] { page.bytes }

    mutating func take(_ event: XMLEvent) {
        switch event {
        case .attribute(let name, let value):
            guard isTagOpen else { return }
            name.appendAttribute(value, number: attributeCount, to: &page)
            attributeCount += 1
        case .begin(let name):
            endTag()
            name.appendStart(to: &page, end: "")
            open.append(name)
            isTagOpen = true
            attributeCount = 0
        case .end:
            endTag()
            open.popLast()?.appendEnd(to: &page)
        case .text(let text):
            endTag()
            page.append(text: text)
        }
    }

    private mutating func endTag() {
        if isTagOpen { page.append(">") }
        isTagOpen = false
    }
}
