/// The elements that matter in a page of links.
enum HTMLElement {
    case anchor, base, heading, title
    /// Of a table: a row, a cell.
    case row, cell
    /// Starts something new, as a list's item or a line break does.
    case boundary
    case preformatted
    /// `<time datetime=…>`, `<data value=…>`, and the `<size>` of Caddy and its likes.
    case time, data, size
    case inline
    /// What stands in it is no markup (HTML section 13.2.5.4).
    case script, style, textarea, frame
    case other

    /// By its tag's name, in any case.
    init(_ name: UnsafeRawBufferPointer) {
        guard let first = name.first else {
            self = .other
            return
        }
        func isNamed(_ text: StaticString) -> Bool { name.isEqualIgnoringCase(to: text) }
        switch first | 0x20 {
        case 0x61: self = name.count == 1 ? .anchor : .other
        case 0x62: self = isNamed("br") ? .boundary : isNamed("base") ? .base : .other
        case 0x64:
            let isBoundary =
                isNamed("dt") || isNamed("dd") || isNamed("dl") || isNamed("dir")
            self = isBoundary ? .boundary : isNamed("data") ? .data : .other
        case 0x68:
            guard name.count == 2 else {
                self = .other
                return
            }
            let isHeading = (0x31...0x36).contains(name[1])
            self = isHeading ? .heading : isNamed("hr") ? .boundary : .other
        case 0x69: self = isNamed("iframe") ? .frame : .other
        case 0x6C: self = isNamed("li") ? .boundary : .other
        case 0x6F: self = isNamed("ol") ? .boundary : .other
        case 0x70: self = isNamed("pre") ? .preformatted : name.count == 1 ? .boundary : .other
        case 0x73:
            self =
                isNamed("span")
                ? .inline
                : isNamed("script")
                    ? .script : isNamed("style") ? .style : isNamed("size") ? .size : .other
        case 0x74: self = HTMLElement.startingWithT(name)
        case 0x75: self = isNamed("ul") ? .boundary : .other
        default: self = .other
        }
    }

    private static func startingWithT(_ name: UnsafeRawBufferPointer) -> HTMLElement {
        func isNamed(_ text: StaticString) -> Bool { name.isEqualIgnoringCase(to: text) }
        if isNamed("td") || isNamed("th") { return .cell }
        if isNamed("tr") { return .row }
        if isNamed("time") { return .time }
        if isNamed("title") { return .title }
        if isNamed("table") { return .boundary }
        return isNamed("textarea") ? .textarea : .other
    }

    /// The name whose end tag ends the element, where nothing else does.
    var rawText: StaticString? {
        switch self {
        case .script: "script"
        case .style: "style"
        case .textarea: "textarea"
        case .frame: "iframe"
        default: nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these are the letters of `text`, which is in lower case, in any case.
    func isEqualIgnoringCase(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && startsIgnoringCase(with: text)
    }

    func startsIgnoringCase(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount {
            let wanted = text.utf8Start[index]
            var byte = self[index]
            if (0x41...0x5A).contains(byte) { byte |= 0x20 }
            if byte != wanted { return false }
        }
        return true
    }
}
