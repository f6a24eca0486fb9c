/// Numbers one after the other, their lowest byte first.
struct LittleEndian {
    private(set) var bytes: [UInt8] = []

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
