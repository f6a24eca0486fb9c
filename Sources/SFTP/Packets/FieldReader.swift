/// Reads the fields of one packet, in order; none reaches past the packet's end.
package struct FieldReader {
    private var bytes: UnsafeRawBufferPointer

    /// What follows the type.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Bytes that were not read yet.
    package var count: Int { bytes.count }
    package var isAtEnd: Bool { bytes.isEmpty }

    package mutating func byte() throws(PacketFault) -> UInt8 {
        guard let first = bytes.first else { throw .shortField }
        drop(1)
        return first
    }

    package mutating func number() throws(PacketFault) -> UInt32 {
        guard bytes.count >= 4 else { throw .shortField }
        let number = bytes.loadUnaligned(as: UInt32.self).bigEndian
        drop(4)
        return number
    }

    package mutating func longNumber() throws(PacketFault) -> UInt64 {
        guard bytes.count >= 8 else { throw .shortField }
        let number = bytes.loadUnaligned(as: UInt64.self).bigEndian
        drop(8)
        return number
    }

    /// A string of bytes, valid as long as the packet is.
    package mutating func string() throws(PacketFault) -> UnsafeRawBufferPointer {
        let length = Int(try number())
        guard length <= bytes.count else { throw .shortField }
        let string = UnsafeRawBufferPointer(rebasing: bytes[..<length])
        drop(length)
        return string
    }

    private mutating func drop(_ count: Int) {
        bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
    }
}
