/// ISO 8601 as it is typed: `2026-11-20`, `2026-11-20T23:51`, `2026-11-20T23:51:00Z`, `…+02:00`.
package enum ISOTime {
    /// Seconds since the epoch; without a zone the time is UTC. Nil for what is no such time.
    package static func read(_ text: String) -> Int64? {
        civil(text).map { $0.seconds - Int64($0.offset ?? 0) }
    }

    /// `2026-11-20T23:51:00Z`.
    package static func text(seconds: Int64) -> String {
        let civil = CivilTime(secondsSinceEpoch: seconds)
        func padded(_ number: Int, _ digits: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(padded(civil.year, 4))-\(padded(civil.month))-\(padded(civil.day))"
            + "T\(padded(civil.hour)):\(padded(civil.minute)):\(padded(civil.second))Z"
    }

    /// What a clock shows, as seconds since it showed the epoch, and how many of them it is ahead of UTC;
    /// nil for that where no zone is named.
    package static func civil(_ text: String) -> (seconds: Int64, offset: Int?)? {
        var scalars = Array(text.utf8)[...]
        guard let year = number(&scalars, digits: 4), skip(&scalars, 0x2D),
            let month = number(&scalars, digits: 2), skip(&scalars, 0x2D),
            let day = number(&scalars, digits: 2)
        else { return nil }
        var civil = CivilTime(year: year, month: month, day: day)
        var offset: Int?
        if !scalars.isEmpty {
            guard skip(&scalars, 0x54) || skip(&scalars, 0x20),
                let hour = number(&scalars, digits: 2), skip(&scalars, 0x3A),
                let minute = number(&scalars, digits: 2)
            else { return nil }
            civil.hour = hour
            civil.minute = minute
            if skip(&scalars, 0x3A) {
                guard let second = number(&scalars, digits: 2) else { return nil }
                civil.second = second
            }
            if !scalars.isEmpty {
                guard let zone = readZone(String(decoding: scalars, as: UTF8.self)) else {
                    return nil
                }
                offset = zone
            }
        }
        return civil.secondsSinceEpoch.map { ($0, offset) }
    }

    /// Seconds ahead of UTC: `Z`, `+02:00`, `-0530`, `+2`.
    package static func readZone(_ text: String) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        var bytes = Array(text.utf8)[...]
        guard let sign = bytes.popFirst(), sign == 0x2B || sign == 0x2D else { return nil }
        guard let hours = number(&bytes, digits: bytes.count == 1 ? 1 : 2) else { return nil }
        var minutes = 0
        if !bytes.isEmpty {
            _ = skip(&bytes, 0x3A)
            guard let read = number(&bytes, digits: 2), read < 60 else { return nil }
            minutes = read
        }
        guard bytes.isEmpty, hours <= 15 else { return nil }
        return (hours * 3_600 + minutes * 60) * (sign == 0x2D ? -1 : 1)
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        guard bytes.count >= digits else { return nil }
        var value = 0
        for _ in 0..<digits {
            guard let byte = bytes.popFirst(), (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private static func skip(_ bytes: inout ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
        guard bytes.first == byte else { return false }
        bytes = bytes.dropFirst()
        return true
    }
}
