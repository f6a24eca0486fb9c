import Glibc
import Words

/// Reads a form as it comes (RFC 7578; RFC 2046, section 5.1.1), in pieces of any size.
struct FormReader {
    /// Bytes before a part's contents.
    static let headLimit = 16 << 10
    static let partLimit = 10_000
    /// Blanks behind a boundary.
    private static let blankLimit = 256

    enum Event {
        case begin(FormPart)
        /// Of the part that began last; valid only during the call.
        case bytes(UnsafeRawBufferPointer)
        case end
    }

    private enum State {
        case preamble, delimiter, head, contents, epilogue
    }

    /// `CR LF -- boundary`.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// What cannot be told yet: never more than a head, or a piece and a delimiter.
    private var held: [UInt8]
    private var parts = 0

    init(boundary: [UInt8]) {
        delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        // The first delimiter needs no line before it.
        held = [0x0D, 0x0A]
    }

    /// Whether the last delimiter was there, so that nothing is missing.
    var isWhole: Bool {
        if case .epilogue = state { return true }
        return false
    }

    /// Calls `take` with what the bytes hold, in order.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer, _ take: (Event) throws(Refusal) -> Void
    ) throws(Refusal) {
        if isWhole { return }
        held += bytes
        var place = 0
        while try step(&place, take) {}
        held.removeFirst(place)
    }

    /// False where more bytes are needed.
    private mutating func step(
        _ place: inout Int, _ take: (Event) throws(Refusal) -> Void
    ) throws(Refusal) -> Bool {
        switch state {
        case .preamble:
            let (end, isFound) = search(from: place)
            place = end
            guard isFound else { return false }
            place += delimiter.count
            state = .delimiter
            return true
        case .delimiter: return try readDelimiter(&place)
        case .head: return try readHead(&place, take)
        case .contents: return try readContents(&place, take)
        case .epilogue:
            place = held.count
            return false
        }
    }

    /// What stands behind a boundary: `--` at the end of all, else blanks and a line break.
    private mutating func readDelimiter(_ place: inout Int) throws(Refusal) -> Bool {
        var next = place
        if held[next...].starts(with: [0x2D, 0x2D]) {
            place = next + 2
            state = .epilogue
            return true
        }
        while next < held.count, held[next] == 0x20 || held[next] == 0x09 { next += 1 }
        guard next - place <= FormReader.blankLimit else { throw FormReader.broken }
        if held[next...].starts(with: [0x0D, 0x0A]) {
            // The line break may be the one that ends an empty head, too.
            place = next
            state = .head
            return true
        }
        let rest = held[next...]
        guard rest.isEmpty || (rest.count == 1 && (rest.first == 0x0D || rest.first == 0x2D)),
            rest.first != 0x2D || next == place
        else { throw FormReader.broken }
        return false
    }

    private mutating func readHead(
        _ place: inout Int, _ take: (Event) throws(Refusal) -> Void
    ) throws(Refusal) -> Bool {
        guard let end = FormReader.find([0x0D, 0x0A, 0x0D, 0x0A], in: held, from: place) else {
            guard held.count - place <= FormReader.headLimit else { throw FormReader.broken }
            return false
        }
        guard end - place <= FormReader.headLimit, parts < FormReader.partLimit,
            let part = FormPart(Array(held[place..<end]))
        else { throw FormReader.broken }
        parts += 1
        try take(.begin(part))
        // The line break that ends the head may begin the delimiter of an empty part.
        place = end + 2
        state = .contents
        isAtStart = true
        return true
    }

    /// Whether the line break before a part's contents is still to be passed over.
    private var isAtStart = false

    private mutating func readContents(
        _ place: inout Int, _ take: (Event) throws(Refusal) -> Void
    ) throws(Refusal) -> Bool {
        let start = place
        let (end, isFound) = search(from: start)
        if isAtStart {
            guard isFound || end >= start + 2 else { return false }
            isAtStart = false
            place = min(start + 2, held.count)
        }
        if end > place {
            let range = place..<end
            try held.withUnsafeBufferPointer { (all) throws(Refusal) in
                let contents = UnsafeBufferPointer(rebasing: all[range])
                try take(.bytes(UnsafeRawBufferPointer(contents)))
            }
        }
        place = max(place, end)
        guard isFound else { return false }
        place = end + delimiter.count
        state = .delimiter
        try take(.end)
        return true
    }

    /// Where the next delimiter begins, or may begin once there is more.
    private func search(from start: Int) -> (Int, isFound: Bool) {
        if let found = FormReader.find(delimiter, in: held, from: start) { return (found, true) }
        var place = max(start, held.count - delimiter.count + 1)
        while place < held.count, !delimiter.starts(with: held[place...]) { place += 1 }
        return (place, false)
    }

    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                var place = start
                while place + wanted.count <= bytes.count, let base = bytes.baseAddress,
                    let first = wanted.first, let pattern = wanted.baseAddress
                {
                    let room = bytes.count - wanted.count - place + 1
                    guard let found = memchr(base + place, CInt(first), room) else { return nil }
                    place = UnsafeRawPointer(found) - base
                    if memcmp(found, pattern, wanted.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }

    static let broken = Refusal(
        .badRequest, tr("The form is not valid multipart/form-data; send it again."))
}
