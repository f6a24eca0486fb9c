import Glibc

/// One open iconv(3) conversion; the functions that use it close it again.
struct CharsetConverter: ~Copyable {
    private let handle: iconv_t

    /// Nil where iconv knows no such conversion.
    init?(from source: String, to target: String) {
        guard let handle = iconv_open(target, source), Int(bitPattern: handle) != -1 else {
            return nil
        }
        self.handle = handle
    }

    deinit { _ = iconv_close(handle) }

    /// What `bytes` are in the target charset. Each byte that is none in the source's goes through
    /// `replacement`; nil where that gives nil.
    func convert(
        _ bytes: some Collection<UInt8>, replacement: (UInt8) -> [UInt8]?
    ) -> [UInt8]? {
        _ = iconv(handle, nil, nil, nil, nil)
        var input = bytes.map { CChar(bitPattern: $0) }
        var result: [UInt8] = []
        result.reserveCapacity(input.count * 2)
        var start = 0
        while start < input.count {
            let step = convert(&input, from: start, into: &result)
            start += step.taken
            if step.isStuck, start < input.count {
                guard let other = replacement(UInt8(bitPattern: input[start])) else { return nil }
                result += other
                start += 1
                _ = iconv(handle, nil, nil, nil, nil)
            }
        }
        flush(into: &result)
        return result
    }

    /// One call's worth; it is stuck at a byte that begins no character, or half a one.
    private func convert(
        _ input: inout [CChar], from start: Int, into result: inout [UInt8]
    ) -> (taken: Int, isStuck: Bool) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { output in
            input.withUnsafeMutableBufferPointer { input in
                var next = input.baseAddress.map { $0 + start }
                let count = input.count - start
                var left = count
                var place = output.baseAddress
                var room = output.count
                let outcome = iconv(handle, &next, &left, &place, &room)
                let reason = errno
                result += output[..<(output.count - room)].map { UInt8(bitPattern: $0) }
                let isDone = outcome != -1
                return (count - left, !isDone && reason != E2BIG)
            }
        }
    }

    /// Some charsets hold a character back, because a mark may follow it.
    private func flush(into result: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { output in
            var place = output.baseAddress
            var room = output.count
            _ = iconv(handle, nil, nil, &place, &room)
            result += output[..<(output.count - room)].map { UInt8(bitPattern: $0) }
        }
    }
}
