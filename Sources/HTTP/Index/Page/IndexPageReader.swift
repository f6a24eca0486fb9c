import Files

/// Reads the links of an index page, row by row, and what stands beside them. It knows no server
/// by name: what they have in common is that a row has a link, a date and a size in some order,
/// and that a new row starts at a table's row, a list's item, a line's end or the next link.
struct IndexPageReader: HTMLReader {
    /// Bytes of headings that are kept.
    private static let headingLimit = 256

    private(set) var builder: DirectoryBuilder
    private var links: LinkResolver
    private var names = NameSet()
    private var row = IndexRow()
    private var rowName: [UInt8] = []
    private var rowIsDirectory = false
    private var hasRowLink = false
    /// Room for a link's name and text without references.
    private var name: [UInt8] = []
    private var scratch: [UInt8] = []

    private var cell: IndexRow.Cell = .plain
    private var isInAnchor = false
    private var isInHeading = false
    private var isPreformatted = false
    private var hasBase = false

    /// What tells an index from another page.
    private var headings: [UInt8] = []
    private var hasParentLink = false
    private var foreignCount = 0
    private var hasPreformatted = false
    private var hasText = false

    init(links: LinkResolver, limits: DirectoryBuilder.Limits) {
        self.links = links
        builder = DirectoryBuilder(limits: limits)
    }

    mutating func readText(_ text: UnsafeRawBufferPointer) {
        if isInHeading {
            let room = max(0, IndexPageReader.headingLimit - headings.count)
            headings.append(contentsOf: text.prefix(room))
            return
        }
        if isInAnchor, cell == .plain || cell == .name { return }
        guard isPreformatted, !isInAnchor else {
            keep(text)
            return
        }
        var start = 0
        while let end = text.firstIndex(of: 0x0A, from: start) {
            keep(UnsafeRawBufferPointer(rebasing: text[start..<end]))
            endRow()
            start = end + 1
        }
        keep(UnsafeRawBufferPointer(rebasing: text[start...]))
    }

    mutating func readTag(_ tag: HTMLTag) {
        switch tag.element {
        case .anchor:
            isInAnchor = !tag.isEnd
            if tag.isEnd { row.appendBlank() } else { readLink(tag) }
        case .base:
            guard !hasBase, let link = reference(tag, "href") else { return }
            hasBase = true
            link.withUnsafeBytes { links.setBase($0) }
        case .title, .heading:
            endRow()
            isInHeading = !tag.isEnd
            if headings.count < IndexPageReader.headingLimit { headings.append(0x0A) }
        case .row, .boundary:
            endRow()
        case .preformatted:
            endRow()
            isPreformatted = !tag.isEnd
            hasPreformatted = true
        case .cell:
            isInAnchor = isInAnchor && tag.isEnd
            beginCell(tag)
        case .inline:
            if tag.isEnd || kind(of: tag) != .plain { beginCell(tag) } else { row.appendBlank() }
        case .time:
            if tag.isEnd { return }
            if row.statedTime == nil, let text = reference(tag, "datetime") {
                row.statedTime = WebDate.read(text)
            }
        case .data:
            if !tag.isEnd { row.beginCell(cell, order: bytes(tag, "value")) }
        case .size:
            cell = tag.isEnd ? .plain : .size
            row.beginCell(cell)
        case .script, .style, .textarea, .frame, .other:
            row.appendBlank()
        }
    }

    mutating func finish() {
        endRow()
    }

    // MARK: Rows

    private mutating func keep(_ text: UnsafeRawBufferPointer) {
        if !hasText { hasText = text.contains { $0 > 0x20 } }
        row.append(text)
    }

    private mutating func readLink(_ tag: HTMLTag) {
        guard let value = tag.value(of: "href") else { return }
        let destination: LinkResolver.Destination
        if value.firstIndex(of: 0x26, from: 0) == nil {
            destination = links.resolve(value, name: &name)
        } else {
            scratch.removeAll(keepingCapacity: true)
            HTMLText.decode(value, into: &scratch)
            destination = scratch.withUnsafeBytes { links.resolve($0, name: &name) }
        }
        switch destination {
        case .child(let isDirectory):
            if hasRowLink {
                if name == rowName { return }
                endRow()
                isInAnchor = true
            }
            hasRowLink = true
            swap(&name, &rowName)
            rowIsDirectory = isDirectory
            row.appendBlank()
        case .above:
            hasParentLink = true
        case .elsewhere:
            foreignCount += 1
        case .itself, .nothing:
            break
        }
    }

    private mutating func endRow() {
        isInAnchor = false
        cell = .plain
        if hasRowLink {
            add()
            hasRowLink = false
        }
        row.clear()
    }

    private mutating func add() {
        let found = row.read(&scratch)
        // What is no name is refused, and counted, by the builder.
        guard names.insert(rowName, at: builder.directory.count, in: builder) else { return }
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        rowName.withUnsafeBufferPointer { name in
            builder.append(
                name: name, kind: rowIsDirectory ? .directory : .file,
                size: rowIsDirectory ? nil : found.size, modified: found.modified, mode: nil,
                owner: 0, group: 0, target: none)
        }
    }

    private mutating func beginCell(_ tag: HTMLTag) {
        cell = tag.isEnd ? .plain : kind(of: tag)
        row.beginCell(cell, order: tag.isEnd ? nil : bytes(tag, "data-order"))
        guard !tag.isEnd, row.statedSize == nil, let size = bytes(tag, "data-size") else { return }
        row.statedSize = size
    }

    /// An attribute that is a number of bytes.
    private func bytes(_ tag: HTMLTag, _ name: StaticString) -> UInt64? {
        guard let value = tag.value(of: name) else { return nil }
        var cursor = TextCursor(value, 0..<value.count)
        guard case .exact(let size)? = WebSize(&cursor), cursor.isAtEnd else { return nil }
        return size
    }

    /// By the words in its class.
    private func kind(of tag: HTMLTag) -> IndexRow.Cell {
        guard let value = tag.value(of: "class") else { return .plain }
        for place in value.indices {
            let rest = UnsafeRawBufferPointer(rebasing: value[place...])
            if rest.startsIgnoringCase(with: "size") { return .size }
            if rest.startsIgnoringCase(with: "date") || rest.startsIgnoringCase(with: "time")
                || rest.startsIgnoringCase(with: "modified")
            {
                return .date
            }
            if rest.startsIgnoringCase(with: "name") { return .name }
        }
        return .plain
    }

    /// An attribute without its references.
    private func reference(_ tag: HTMLTag, _ name: StaticString) -> [UInt8]? {
        guard let value = tag.value(of: name) else { return nil }
        var bytes: [UInt8] = []
        HTMLText.decode(value, into: &bytes)
        return bytes
    }

    // MARK: What the page is

    /// Whether it is a directory's page, rather than one that has some links.
    var isIndex: Bool {
        let count = builder.directory.count
        if saysIndex { return true }
        if count > 0 { return count >= foreignCount || hasParentLink }
        if hasParentLink || isHeadedByPath { return foreignCount <= 1 }
        // What Go's file server sends for an empty folder.
        return hasPreformatted && !hasText && foreignCount == 0
    }

    /// Whether a heading is the directory's own path: an empty root has not even a way up.
    private var isHeadedByPath: Bool {
        var path: [UInt8] = [0x2F]
        for component in links.directory { path += component + [0x2F] }
        return headings.split(separator: 0x0A).contains { line in
            let start = line.firstIndex { $0 > 0x20 } ?? line.endIndex
            return line[start...].prefix(path.count).elementsEqual(path)
                && line[start...].dropFirst(path.count).allSatisfy { $0 <= 0x20 }
        }
    }

    private var saysIndex: Bool {
        headings.withUnsafeBytes { headings in
            headings.indices.contains { place in
                let rest = UnsafeRawBufferPointer(rebasing: headings[place...])
                return rest.startsIgnoringCase(with: "index of")
                    || rest.startsIgnoringCase(with: "directory listing")
                    || rest.startsIgnoringCase(with: "listing of")
                    || rest.startsIgnoringCase(with: "directory: ")
                    || rest.startsIgnoringCase(with: " - /")
            }
        }
    }
}
