/// The checksum of .zip files (ISO 3309; ITU-T V.42, 8.1.1.6.2), eight bytes at a time.
package struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    /// Nothing has come yet.
    package init() {}

    /// The checksum of what came so far.
    package var value: UInt32 { ~state }

    /// Takes the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state = CRC32.feed(state, bytes)
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        state =
            bytes.withContiguousStorageIfAvailable { CRC32.feed(state, UnsafeRawBufferPointer($0)) }
            ?? CRC32.feed(state, Array(bytes))
    }

    private static func feed(_ state: UInt32, _ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { feed(state, $0) }
    }

    private static func feed(_ state: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var crc = state
            var place = 0
            while place + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                let mixed = UInt64(littleEndian: word) ^ UInt64(crc)
                crc = 0
                for lane in 0..<8 {
                    let byte = Int(truncatingIfNeeded: mixed >> (8 * UInt64(lane)) & 0xFF)
                    crc ^= tables[(7 - lane) << 8 | byte]
                }
                place += 8
            }
            while place < bytes.count {
                crc = crc >> 8 ^ tables[Int(truncatingIfNeeded: crc ^ UInt32(bytes[place])) & 0xFF]
                place += 1
            }
            return crc
        }
    }

    /// Eight tables of 256: what a byte does with 0…7 bytes behind it.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { crc, _ in
                crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1
            }
        }
        for index in 256..<2_048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
