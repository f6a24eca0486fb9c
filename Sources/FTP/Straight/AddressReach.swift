/// From where an address can be reached, as far as it tells by itself. Does no I/O.
enum AddressReach: Comparable {
    /// From its own machine (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3).
    case machine
    /// From a network of its own (RFC 1918, RFC 3927, RFC 4193, RFC 4291 section 2.5.6).
    case network
    /// From everywhere.
    case world

    /// The reach of an address of 4 or 16 bytes.
    init(_ bytes: [UInt8]) {
        let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        switch bytes.count {
        case 4: self = AddressReach.ofFour(bytes[0], bytes[1])
        case 16 where Array(bytes.prefix(12)) == mapped:
            self = AddressReach.ofFour(bytes[12], bytes[13])
        case 16 where bytes.prefix(15).allSatisfy({ $0 == 0 }): self = .machine
        case 16 where bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80:
            self = .network
        default: self = .world
        }
    }

    private static func ofFour(_ first: UInt8, _ second: UInt8) -> AddressReach {
        switch (first, second) {
        case (0, _), (127, _): .machine
        case (10, _), (172, 16...31), (192, 168), (169, 254): .network
        default: .world
        }
    }

    /// Whether a server at an address of this reach may find one at `other`: both as this machine sees
    /// them, so who stands farther out does not find what is nearer.
    func finds(_ other: AddressReach) -> Bool { other >= self }
}
