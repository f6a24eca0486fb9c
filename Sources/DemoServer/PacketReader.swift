/// Reads as servers do that know no lines, only packets with a command in each.
struct PacketReader {
    /// What is to be done with a packet.
    enum Outcome {
        case keep([UInt8])
        case refuse([UInt8])
        case close
    }

    private var isDeaf = false
    /// Commands that may be taken until the next packet.
    private var permits = 0

    /// `isBusy`: a command waits already.
    mutating func take(_ packet: [UInt8], _ company: Fault.Company, isBusy: Bool) -> Outcome {
        guard !isDeaf else { return .keep([]) }
        permits = 1
        let isAlone = packet.count { $0 == 0x0A } <= 1 && !isBusy
        if isAlone { return .keep(packet) }
        switch company {
        case .dropped:
            let end = packet.firstIndex(of: 0x0A) ?? packet.index(before: packet.endIndex)
            return .keep(isBusy ? [] : Array(packet[...end]))
        case .refused:
            isDeaf = true
            return .refuse(packet)
        case .closed:
            return .close
        case .kept:
            return .keep(packet)
        }
    }

    /// Whether the next command may be taken.
    mutating func permits(_ company: Fault.Company) -> Bool {
        guard case .kept = company else { return true }
        defer { permits = 0 }
        return permits > 0
    }
}
