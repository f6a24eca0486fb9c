import Files

/// What a Range header asks for of a body (RFC 9110, section 14.2).
enum ByteRanges: Equatable {
    /// The whole: there is no such header, or one that is to be ignored.
    case whole
    /// Nothing of it is there: 416.
    case none
    /// One or more, none empty, none beyond the end, no two overlapping.
    case parts([Range<UInt64>])

    /// Ranges in a header at most; more ask for trouble, and get the whole.
    static let limit = 64

    /// Of a body of `size` bytes.
    init(_ header: String?, size: UInt64) {
        guard let header, let equals = header.firstIndex(of: "="),
            Headers.isSame(Headers.trimmed(header[..<equals]), "bytes")
        else {
            self = .whole
            return
        }
        let specs = header[header.index(after: equals)...].split(
            separator: ",", omittingEmptySubsequences: false)
        guard specs.count <= ByteRanges.limit else {
            self = .whole
            return
        }
        var parts: [Range<UInt64>] = []
        for spec in specs {
            switch ByteRanges.part(Headers.trimmed(spec), size) {
            case .malformed:
                self = .whole
                return
            case .absent: continue
            case .present(let range): parts.append(range)
            }
        }
        self = parts.isEmpty ? .none : .parts(ByteRanges.separate(parts))
    }

    private enum Part {
        case malformed, absent
        case present(Range<UInt64>)
    }

    private static func part(_ spec: String, _ size: UInt64) -> Part {
        let ends = spec.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .malformed }
        if ends[0].isEmpty {
            guard let length = number(ends[1]) else { return .malformed }
            let kept = min(length, size)
            return kept == 0 ? .absent : .present(size - kept..<size)
        }
        guard let first = number(ends[0]) else { return .malformed }
        guard let last = ends[1].isEmpty ? UInt64.max : number(ends[1]), first <= last else {
            return .malformed
        }
        guard first < size else { return .absent }
        return .present(first..<min(last, size - 1) + 1)
    }

    /// Digits only; what is too large for 64 bits is as good as the largest.
    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt64(text) ?? .max
    }

    /// As they were asked for; where some overlap, all in order, and those as one
    /// (RFC 9110, section 15.3.7.2).
    private static func separate(_ parts: [Range<UInt64>]) -> [Range<UInt64>] {
        var joined: [Range<UInt64>] = []
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, part.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                joined.append(part)
            }
        }
        return joined.count == parts.count ? parts : joined
    }
}
