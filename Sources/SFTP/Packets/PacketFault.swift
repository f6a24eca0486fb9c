/// How bytes break the protocol, or a limit of Ferry's own.
package enum PacketFault: Error, Hashable, Sendable {
    /// A packet says that it has no bytes, or more than are taken.
    case badLength(UInt32)
    /// A field says that it is longer than its packet.
    case shortField
    /// A packet of a type that no server sends.
    case badType(UInt8)
    /// More names than the packet has bytes for.
    case badCount(UInt32)
}
