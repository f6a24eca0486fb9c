import Files

/// Reads what a `ScriptWriter` has written.
struct ScriptReader {
    /// What is read makes no sense.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var position = 0
    private var last: [Name] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws(Damage) -> UInt8 {
        guard position < bytes.count else { throw Damage() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() throws(Damage) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw Damage()
        }
    }

    mutating func number() throws(Damage) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let next = try byte()
            guard shift < 63 || shift == 63 && next <= 1 else { throw Damage() }
            number |= UInt64(next & 0x7F) << shift
            if next & 0x80 == 0 { return number }
            shift += 7
        }
    }

    /// How many of something follow, each of a byte at least.
    mutating func count() throws(Damage) -> Int {
        guard let count = Int(exactly: try number()), count <= bytes.count - position else {
            throw Damage()
        }
        return count
    }

    mutating func signed() throws(Damage) -> Int64 {
        let folded = try number()
        return Int64(bitPattern: folded >> 1) ^ -Int64(folded & 1)
    }

    mutating func run() throws(Damage) -> [UInt8] {
        let count = try count()
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func optional<Value>(
        _ body: (inout ScriptReader) throws(Damage) -> Value
    ) throws(Damage) -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func name() throws(Damage) -> Name {
        guard let name = Name(try run()) else { throw Damage() }
        return name
    }

    mutating func names() throws(Damage) -> [Name] {
        guard let shared = Int(exactly: try number()), shared <= last.count else { throw Damage() }
        var names = Array(last[..<shared])
        for _ in 0..<(try count()) { names.append(try name()) }
        last = names
        return names
    }

    mutating func entry() throws(Damage) -> Entry {
        let name = try name()
        guard let kind = Entry.Kind(rawValue: try byte()) else { throw Damage() }
        var entry = Entry(name: name, kind: kind)
        entry.size = try optional { reader throws(Damage) in try reader.number() }
        entry.modified = try optional { reader throws(Damage) in try reader.time() }
        entry.mode = try optional { reader throws(Damage) in
            guard let mode = UInt16(exactly: try reader.number()) else { throw Damage() }
            return mode
        }
        entry.target = try optional { reader throws(Damage) in try reader.run() }
        return entry
    }

    private mutating func time() throws(Damage) -> Timestamp {
        let seconds = try signed()
        guard let precision = Timestamp.Precision(rawValue: try byte()) else { throw Damage() }
        return Timestamp(seconds: seconds, precision: precision, isZoned: try flag())
    }
}
