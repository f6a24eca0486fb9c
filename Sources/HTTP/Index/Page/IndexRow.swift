import Files

/// What stands beside a link: in a table's cells, or in text before and behind it.
struct IndexRow {
    /// Bytes of text that are kept for a link.
    private static let limit = 512

    /// What a cell is said to hold, by its class.
    enum Cell: UInt8 {
        case plain = 0x1C
        case size = 0x1D
        case date = 0x1E
        case name = 0x1F
    }

    private var text: [UInt8] = []
    /// Cells so far.
    private var cellCount = 0
    /// What cells say they are sorted by, where that is a number.
    private var orders: [(cell: Int, value: UInt64)] = []
    /// Said in an attribute, and so better than the text.
    var statedSize: UInt64?
    var statedTime: Timestamp?

    mutating func clear() {
        text.removeAll(keepingCapacity: true)
        cellCount = 0
        orders.removeAll(keepingCapacity: true)
        statedSize = nil
        statedTime = nil
    }

    /// `order`: the number that the cell says it is sorted by.
    mutating func beginCell(_ cell: Cell, order: UInt64? = nil) {
        guard text.count < IndexRow.limit else { return }
        cellCount += 1
        if let order { orders.append((cellCount, order)) }
        text.append(cell.rawValue)
    }

    /// Control bytes and everything beyond ASCII count as blanks, and one is enough; references
    /// are read later.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard text.count < IndexRow.limit else { return }
        var wasBlank = text.last.map { $0 <= 0x20 } ?? true
        for byte in bytes {
            let isBlank = byte <= 0x20 || byte >= 0x7F
            if !isBlank || !wasBlank { text.append(isBlank ? 0x20 : byte) }
            wasBlank = isBlank
            if text.count == IndexRow.limit { return }
        }
    }

    /// Sets words apart that a tag stands between.
    mutating func appendBlank() {
        guard !text.isEmpty, text.count < IndexRow.limit else { return }
        text.append(0x20)
    }

    /// What the row says; `scratch` is room to work in.
    func read(_ scratch: inout [UInt8]) -> (size: UInt64?, modified: Timestamp?) {
        guard !text.isEmpty else { return (statedSize, statedTime) }
        var found = text.withUnsafeBytes { bytes -> (size: UInt64?, modified: Timestamp?) in
            guard bytes.firstIndex(of: 0x26, from: 0) != nil else { return read(bytes) }
            scratch.removeAll(keepingCapacity: true)
            HTMLText.decode(bytes, into: &scratch)
            for index in scratch.indices where scratch[index] >= 0x7F { scratch[index] = 0x20 }
            return scratch.withUnsafeBytes { read($0) }
        }
        if let statedSize { found.size = statedSize }
        if let statedTime { found.modified = statedTime }
        return found
    }

    private func read(_ bytes: UnsafeRawBufferPointer) -> (UInt64?, Timestamp?) {
        cellCount > 0 ? readCells(bytes) : readText(bytes)
    }

    // MARK: Cells

    private func readCells(_ bytes: UnsafeRawBufferPointer) -> (UInt64?, Timestamp?) {
        var named: WebSize?
        var plain: [WebSize] = []
        var modified: Timestamp?
        var cell = Cell.plain
        var start = 0
        var number = 0
        for place in 0...bytes.count {
            let next = place < bytes.count ? Cell(rawValue: bytes[place]) : .plain
            guard let next else { continue }
            var cursor = TextCursor(bytes, start..<place)
            cursor.skipBlanks()
            switch cell {
            case .name:
                break
            case .size:
                if named == nil { named = WebSize(&cursor).map { exact($0, inCell: number) } }
            case .date:
                if modified == nil { modified = WebDate.read(&cursor) }
            case .plain:
                if let time = WebDate.read(&cursor) {
                    if modified == nil { modified = time }
                } else if let size = WebSize(&cursor) {
                    cursor.skipBlanks()
                    if cursor.isAtEnd { plain.append(exact(size, inCell: number)) }
                }
            }
            cell = next
            number += 1
            start = place + 1
        }
        let size = named ?? (plain.count == 1 ? plain.first : nil)
        if case .exact(let bytes) = size { return (bytes, modified) }
        return (nil, modified)
    }

    /// A cell that shows `2.9 MiB` may still be sorted by all its bytes.
    private func exact(_ size: WebSize, inCell number: Int) -> WebSize {
        guard size == .rounded, let order = orders.first(where: { $0.cell == number }) else {
            return size
        }
        return .exact(order.value)
    }

    // MARK: Text

    private func readText(_ bytes: UnsafeRawBufferPointer) -> (UInt64?, Timestamp?) {
        var isWordStart = true
        for place in 0..<bytes.count {
            let isBlank = bytes[place] == 0x20
            if !isBlank, isWordStart {
                var cursor = TextCursor(bytes, place..<bytes.count)
                if let time = WebDate.read(&cursor) {
                    let size =
                        size(bytes, after: cursor.place) ?? size(bytes, before: place)
                    return (size, time)
                }
            }
            isWordStart = isBlank || bytes[place] == 0x28 || bytes[place] == 0x5B
        }
        // Without a date a number is a size only where nothing else stands there.
        var cursor = TextCursor(bytes, 0..<bytes.count)
        cursor.skipBlanks()
        guard case .exact(let size)? = WebSize(&cursor) else { return (nil, nil) }
        cursor.skipBlanks()
        return (cursor.isAtEnd ? size : nil, nil)
    }

    private func size(_ bytes: UnsafeRawBufferPointer, after place: Int) -> UInt64? {
        var cursor = TextCursor(bytes, place..<bytes.count)
        guard cursor.byte == 0x20 else { return nil }
        cursor.skipBlanks()
        guard case .exact(let size)? = WebSize(&cursor) else { return nil }
        return size
    }

    /// The text before a date where it is nothing but a size.
    private func size(_ bytes: UnsafeRawBufferPointer, before place: Int) -> UInt64? {
        var cursor = TextCursor(bytes, 0..<place)
        cursor.skipBlanks()
        guard case .exact(let size)? = WebSize(&cursor) else { return nil }
        cursor.skipBlanks()
        return cursor.isAtEnd ? size : nil
    }
}
