import Glibc

/// What a page is read into. Text comes in pieces of any size.
protocol HTMLReader {
    mutating func readText(_ text: UnsafeRawBufferPointer)
    mutating func readTag(_ tag: HTMLTag)
}

/// Splits HTML into tags and text, as a browser does as far as links need it (HTML section
/// 13.2.5). Fed in pieces of any size; what comes out does not depend on them. Each byte is looked
/// at a bounded number of times, whatever is in the page.
struct HTMLScanner {
    /// Bytes of a tag; what is longer is passed over as if it were none.
    static let tagLimit = 64 << 10

    private enum State {
        case text, comment, declaration
        case raw(StaticString)
    }

    private var state = State.text
    private var attributes: [HTMLTag.Attribute] = []
    /// What may be the start of a tag whose end has not been fed yet.
    private var carry: [UInt8] = []
    /// Bytes that `carry` must have until it is worth another look.
    private var retryCount = 0

    mutating func feed(_ piece: UnsafeRawBufferPointer, to reader: inout some HTMLReader) {
        if carry.isEmpty {
            let used = scan(piece, isLast: false, to: &reader)
            carry.append(contentsOf: piece[used...])
        } else {
            carry.append(contentsOf: piece)
            guard carry.count >= retryCount else { return }
            scanCarry(isLast: false, to: &reader)
        }
        retryCount = min(carry.count * 2, HTMLScanner.tagLimit)
    }

    mutating func finish(to reader: inout some HTMLReader) {
        scanCarry(isLast: true, to: &reader)
    }

    private mutating func scanCarry(isLast: Bool, to reader: inout some HTMLReader) {
        var bytes: [UInt8] = []
        swap(&bytes, &carry)
        let used = bytes.withUnsafeBytes { scan($0, isLast: isLast, to: &reader) }
        bytes.removeFirst(used)
        carry = bytes
    }

    /// How many bytes are done with; the rest is the start of something.
    private mutating func scan(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, to reader: inout some HTMLReader
    ) -> Int {
        var place = 0
        while place < bytes.count {
            let next: Int?
            switch state {
            case .text: next = scanText(bytes, from: place, isLast: isLast, to: &reader)
            case .comment: next = scanComment(bytes, from: place)
            case .declaration: next = scanDeclaration(bytes, from: place)
            case .raw(let name): next = scanRaw(bytes, from: place, name)
            }
            guard let next else { break }
            place = next
        }
        if isLast { return bytes.count }
        if case .comment = state { place = max(place, bytes.count - 3) }
        return place
    }

    /// Where to go on; nil where more bytes are needed.
    private mutating func scanText(
        _ bytes: UnsafeRawBufferPointer, from start: Int, isLast: Bool,
        to reader: inout some HTMLReader
    ) -> Int? {
        guard let open = bytes.firstIndex(of: 0x3C, from: start) else {
            reader.readText(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return bytes.count
        }
        if open > start {
            reader.readText(UnsafeRawBufferPointer(rebasing: bytes[start..<open]))
            return open
        }
        guard open + 1 < bytes.count else { return nil }
        switch bytes[open + 1] {
        case 0x41...0x5A, 0x61...0x7A:
            return scanTag(bytes, open: open, nameAt: open + 1, to: &reader)
        case 0x2F:
            guard open + 2 < bytes.count else { return nil }
            if isLetter(bytes[open + 2]) {
                return scanTag(bytes, open: open, nameAt: open + 2, to: &reader)
            }
            state = .declaration
            return open + 2
        case 0x21:
            guard open + 3 < bytes.count || isLast else { return nil }
            let isComment =
                open + 3 < bytes.count && bytes[open + 2] == 0x2D && bytes[open + 3] == 0x2D
            state = isComment ? .comment : .declaration
            // The hyphens that open it may close it too: <!-->.
            return open + 2
        case 0x3F:
            state = .declaration
            return open + 2
        default:
            reader.readText(UnsafeRawBufferPointer(rebasing: bytes[open...open]))
            return open + 1
        }
    }

    private mutating func scanComment(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var place = start
        while let end = bytes.firstIndex(of: 0x3E, from: place) {
            let isEnd = end >= start + 2 && bytes[end - 1] == 0x2D && bytes[end - 2] == 0x2D
            let isOddEnd =
                end >= start + 3 && bytes[end - 1] == 0x21 && bytes[end - 2] == 0x2D
                && bytes[end - 3] == 0x2D
            if isEnd || isOddEnd {
                state = .text
                return end + 1
            }
            place = end + 1
        }
        return nil
    }

    private mutating func scanDeclaration(
        _ bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard let end = bytes.firstIndex(of: 0x3E, from: start) else { return bytes.count }
        state = .text
        return end + 1
    }

    /// Looks for the end tag of `name`.
    private mutating func scanRaw(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ name: StaticString
    ) -> Int? {
        guard let open = bytes.firstIndex(of: 0x3C, from: start) else { return bytes.count }
        if open > start { return open }
        let length = name.utf8CodeUnitCount
        if open + 1 < bytes.count, bytes[open + 1] != 0x2F { return open + 1 }
        guard open + 2 + length < bytes.count else { return nil }
        let found = UnsafeRawBufferPointer(rebasing: bytes[(open + 2)..<(open + 2 + length)])
        let after = bytes[open + 2 + length]
        if found.isEqualIgnoringCase(to: name), isBlank(after) || after == 0x2F || after == 0x3E {
            state = .text
            return open
        }
        return open + 1
    }

    private mutating func scanTag(
        _ bytes: UnsafeRawBufferPointer, open: Int, nameAt nameStart: Int,
        to reader: inout some HTMLReader
    ) -> Int? {
        let limit = min(bytes.count, open + HTMLScanner.tagLimit)
        var place = nameStart
        while place < limit, !endsName(bytes[place]) { place += 1 }
        let name = nameStart..<place
        attributes.removeAll(keepingCapacity: true)
        while true {
            while place < limit, isBlank(bytes[place]) || bytes[place] == 0x2F { place += 1 }
            guard place < limit else {
                return limit == open + HTMLScanner.tagLimit ? limit : nil
            }
            if bytes[place] == 0x3E { break }
            guard let end = scanAttribute(bytes, from: place, limit) else {
                return limit == open + HTMLScanner.tagLimit ? limit : nil
            }
            place = end
        }
        let element = HTMLElement(UnsafeRawBufferPointer(rebasing: bytes[name]))
        let isEnd = nameStart > open + 1
        if !isEnd, let raw = element.rawText { state = .raw(raw) }
        reader.readTag(
            HTMLTag(bytes: bytes, element: element, isEnd: isEnd, attributes: attributes))
        return place + 1
    }

    /// Where the attribute ends; nil where that is not within the limit.
    private mutating func scanAttribute(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ limit: Int
    ) -> Int? {
        // An equals sign may begin a name, but not end one there.
        var place = start + 1
        while place < limit, !endsName(bytes[place]), bytes[place] != 0x3D { place += 1 }
        let name = start..<place
        while place < limit, isBlank(bytes[place]) { place += 1 }
        guard place < limit else { return nil }
        guard bytes[place] == 0x3D else {
            keep(name, place..<place)
            return place
        }
        place += 1
        while place < limit, isBlank(bytes[place]) { place += 1 }
        guard place < limit else { return nil }
        let quote = bytes[place]
        if quote == 0x22 || quote == 0x27 {
            let window = UnsafeRawBufferPointer(rebasing: bytes[..<limit])
            guard let end = window.firstIndex(of: quote, from: place + 1) else { return nil }
            keep(name, (place + 1)..<end)
            return end + 1
        }
        let valueStart = place
        while place < limit, !isBlank(bytes[place]), bytes[place] != 0x3E { place += 1 }
        guard place < limit else { return nil }
        keep(name, valueStart..<place)
        return place
    }

    private mutating func keep(_ name: Range<Int>, _ value: Range<Int>) {
        guard attributes.count < HTMLTag.attributeLimit else { return }
        attributes.append(HTMLTag.Attribute(name: name, value: value))
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    private func endsName(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == 0x3E || byte == 0x2F
    }
}

extension UnsafeRawBufferPointer {
    /// The first place of `byte` from `start` on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, CInt(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
