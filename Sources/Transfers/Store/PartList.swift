import Files

/// Many small parts in one piece of the store, so that a tree of them costs a row for each batch:
/// each path says only what it does not share with the one before it.
struct PartList {
    /// The number of the first part, by which the list is known within its owner.
    let first: UInt64
    /// With what is known of each, in the order of their numbers.
    var parts: [StoredPart]

    init(first: UInt64, parts: [StoredPart]) {
        self.first = first
        self.parts = parts
    }

    /// Bytes that `parts` are to be kept as. All are of one source's site and one target's.
    static func encoded(_ parts: [StoredPart], from first: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var (target, source, root) = (Path.root.bytes, Path.root.bytes, Path.root.bytes)
        for part in parts {
            add(part.part.id.number &- first, to: &bytes)
            add(part.part.file.bytes, after: &target, to: &bytes)
            add(part.source.path.bytes, after: &source, to: &bytes)
            let flags =
                (part.root == nil ? 0 : 1) | (part.size == nil ? 0 : 2)
                | (part.modified == nil ? 0 : 4) | (part.modified?.isZoned == true ? 8 : 0)
            bytes.append(UInt8(flags))
            if let path = part.root { add(path.bytes, after: &root, to: &bytes) }
            if let size = part.size { add(size, to: &bytes) }
            if let time = part.modified {
                add(UInt64(bitPattern: time.seconds), to: &bytes)
                bytes.append(time.precision.rawValue)
            }
        }
        return bytes
    }

    /// Nil for bytes that make no sense. `stages`: one for each part.
    init?(
        _ bytes: [UInt8], stages: [UInt8], first: UInt64, token: String, source: Site, target: Site
    ) {
        self.first = first
        parts = []
        var reader = Reader(bytes: bytes)
        for byte in stages {
            guard let stage = PartStage(rawValue: byte),
                let part = reader.next(first, token, source, target, stage)
            else { return nil }
            parts.append(part)
        }
        guard reader.isAtEnd else { return nil }
    }

    /// Seven bits in each byte, the lowest first.
    private static func add(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func add(
        _ path: [UInt8], after last: inout [UInt8], to bytes: inout [UInt8]
    ) {
        let shared = zip(path, last).prefix { $0 == $1 }.count
        add(UInt64(shared), to: &bytes)
        add(UInt64(path.count - shared), to: &bytes)
        bytes += path[shared...]
        last = path
    }

    private struct Reader {
        let bytes: [UInt8]
        private var position = 0
        private var target = Path.root.bytes
        private var source = Path.root.bytes
        private var root = Path.root.bytes

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func next(
            _ first: UInt64, _ token: String, _ sourceSite: Site, _ targetSite: Site,
            _ stage: PartStage
        ) -> StoredPart? {
            guard let distance = number(), let file = path(after: \.target),
                let from = path(after: \.source), let flags = byte()
            else { return nil }
            let id = PartID(token: token, number: first &+ distance)
            var part = StoredPart(
                part: Part(id: id, file: file, place: .beside(id.name)),
                source: Location(site: sourceSite, path: from), site: targetSite, stage: stage)
            if flags & 1 != 0 {
                guard let found = path(after: \.root) else { return nil }
                part.root = found
            }
            if flags & 2 != 0 {
                guard let size = number() else { return nil }
                part.size = size
            }
            if flags & 4 != 0 {
                guard let seconds = number(), let raw = byte(),
                    let precision = Timestamp.Precision(rawValue: raw)
                else { return nil }
                part.modified = Timestamp(
                    seconds: Int64(bitPattern: seconds), precision: precision,
                    isZoned: flags & 8 != 0)
            }
            return part
        }

        private mutating func byte() -> UInt8? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return bytes[position]
        }

        private mutating func number() -> UInt64? {
            var number: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard let byte = byte() else { return nil }
                number |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return number }
            }
            return nil
        }

        private mutating func path(after last: WritableKeyPath<Reader, [UInt8]>) -> Path? {
            guard let shared = number(), let count = number(), shared <= self[keyPath: last].count,
                count <= bytes.count - position
            else { return nil }
            let end = position + Int(count)
            self[keyPath: last] =
                Array(self[keyPath: last].prefix(Int(shared))) + bytes[position..<end]
            position = end
            return Path(self[keyPath: last])
        }
    }
}
