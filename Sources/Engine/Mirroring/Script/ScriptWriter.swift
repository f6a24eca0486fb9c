import Files

/// Puts what a plan is made of into bytes: numbers in as few as they need, and of paths that follow one
/// another what they do not share.
struct ScriptWriter {
    private(set) var bytes: [UInt8] = []
    /// The names that were written last.
    private var last: [Name] = []

    mutating func add(_ byte: UInt8) { bytes.append(byte) }

    mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow (LEB128).
    mutating func add(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func add(count: Int) { add(UInt64(max(0, count))) }

    /// Small ones of either sign in few bytes.
    mutating func add(_ number: Int64) {
        add(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    mutating func add(_ run: [UInt8]) {
        add(count: run.count)
        bytes += run
    }

    /// Whether it is there, and then itself.
    mutating func add<Value>(_ value: Value?, _ body: (inout ScriptWriter, Value) -> Void) {
        add(value != nil)
        if let value { body(&self, value) }
    }

    mutating func add(_ names: [Name]) {
        var shared = 0
        while shared < names.count, shared < last.count, names[shared] == last[shared] {
            shared += 1
        }
        add(count: shared)
        add(count: names.count - shared)
        for name in names[shared...] { add(name.bytes) }
        last = names
    }

    /// Without its owner and group, which no plan changes.
    mutating func add(_ entry: Entry) {
        add(entry.name.bytes)
        add(entry.kind.rawValue)
        add(entry.size) { $0.add($1) }
        add(entry.modified) { writer, time in
            writer.add(time.seconds)
            writer.add(time.precision.rawValue)
            writer.add(time.isZoned)
        }
        add(entry.mode) { $0.add(UInt64($1)) }
        add(entry.target) { $0.add($1) }
    }
}
