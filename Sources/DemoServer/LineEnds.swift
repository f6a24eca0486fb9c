/// Between the line ends of TYPE A (CRLF; RFC 959, 3.1.1.1) and those of files here (LF).
enum LineEnds {
    /// LF becomes CRLF.
    static func expanded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        for byte in bytes {
            if byte == 0x0A { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }

    /// CRLF becomes LF, in blocks that may end between the two.
    struct Reducer {
        private var hasReturn = false

        mutating func reduce(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 1)
            for byte in bytes {
                if hasReturn, byte != 0x0A { result.append(0x0D) }
                hasReturn = byte == 0x0D
                if !hasReturn { result.append(byte) }
            }
            return result
        }

        /// A CR that nothing followed.
        mutating func finish() -> [UInt8] {
            defer { hasReturn = false }
            return hasReturn ? [0x0D] : []
        }
    }
}
